// Runs the `replace` tool of Gemini CLI's own package: a request per line, an answer per line.
import { createInterface } from 'node:readline';

const [entry, root] = process.argv.slice(2);
const { Config, EditTool, MessageBus, PolicyEngine } = await import(entry);

const config = new Config({
  ...{ sessionId: 'bench', targetDir: root, cwd: root, debugMode: false, model: 'none' },
  ...{ usageStatisticsEnabled: false, telemetry: { enabled: false }, disableLLMCorrection: true },
});
await config.storage.initialize();
const tool = new EditTool(config, new MessageBus(new PolicyEngine({}), false));
const never = new AbortController().signal;

for await (const line of createInterface({ input: process.stdin })) {
  const text = await answer(JSON.parse(line));
  process.stdout.write(`${JSON.stringify({ text })}\n`);
}

async function answer({ command, path, ...one }) {
  if (command === 'ready') return '';
  try {
    const params = {
      file_path: path,
      instruction: 'Edit the file.',
      old_string: one.old,
      new_string: one.new,
    };
    const { llmContent, error } = await tool.build(params).execute({ abortSignal: never });
    return error?.message ?? String(llmContent);
  } catch (error) {
    return error.message;
  }
}
