// Which packages of others a build holds or needs, under which licences, and their texts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** From esbuild's records of what went into the bundles, and the packages whose files are copied. */
export function bundledPackages(root, metafiles, copied) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  const all = new Set([...folders, ...copied.map((name) => `node_modules/${name}`)]);
  return [...all].map((folder) => describe(join(root, folder))).sort(byName);
}

/** What npm installs beside Corvid, on any platform. The lock file knows it without installing it. */
export function installedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const ours = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  return ours
    .map(([path, { version, license }]) => ({ name: path.split('node_modules/').at(-1), version, license }))
    .sort(byName);
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license, text: licenceText(folder) };
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file && readFileSync(join(folder, file), 'utf8').trim();
}

/** The texts that the licences of bundled packages want to travel with every copy. */
export function noticesOf(packages) {
  const sections = packages.map(({ name, version, license, text }) => {
    const head = `${name} ${version} (${license})`;
    return `${head}\n${'-'.repeat(head.length)}\n\n${text ?? `Its package holds no text of its licence, ${license}.`}\n`;
  });
  return `Corvid holds parts of these packages.\n\n${sections.join('\n\n')}`;
}

function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}
