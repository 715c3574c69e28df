/**
 * Keys that are in one mapping in the formats that most YAML is written in: Kubernetes, workflows of GitHub,
 * Compose, Ansible. They are
 * used only for keys that the file itself does not explain; `name` is in too many mappings to say much.
 */
const MAPPINGS = [
  'apiVersion kind metadata spec data stringData rules subjects roleRef status webhooks',
  'name generateName namespace labels annotations finalizers ownerReferences',
  'containers initContainers volumes serviceAccountName restartPolicy nodeSelector tolerations affinity',
  'image imagePullPolicy command args env envFrom ports resources volumeMounts securityContext livenessProbe readinessProbe',
  'replicas selector template strategy',
  'on permissions env defaults concurrency jobs',
  'runs-on needs if permissions env strategy timeout-minutes container services outputs steps',
  'uses with run id if env shell working-directory continue-on-error',
  'inputs outputs runs branding',
  'using steps main pre post image',
  'version services volumes networks secrets configs',
  'image build ports volumes environment env_file depends_on command entrypoint restart networks healthcheck labels',
  'hosts connection gather_facts become vars vars_files roles pre_tasks tasks post_tasks handlers collections',
  'when register tags loop with_items notify delegate_to become ignore_errors changed_when failed_when until retries delay vars no_log block rescue always',
].map((keys) => keys.split(' '));

/** The keys that are usually beside this one. */
export function companionsOf(key: string): ReadonlySet<string> {
  return new Set(MAPPINGS.filter((keys) => keys.includes(key)).flat());
}
