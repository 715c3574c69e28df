import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandOf, installPeer } from '../npm.mjs';
import { serverEnvironment } from './environment.mjs';

const PACKAGE = {
  name: '@wonderwhy-er/desktop-commander',
  version: '0.2.52',
  // One of its dependencies asks for ^1.0.6, which not every registry has; a newer one is taken where there is one.
  overrides: { 'typedarray.prototype.slice': '^1.0.5' },
};
const NOWHERE = 'http://127.0.0.1:9/';

export const DESKTOP_COMMANDER_TITLE = `desktop-commander ${PACKAGE.version}`;

export async function desktopCommander(workshop) {
  const installedIn = await installPeer(PACKAGE, workshop);
  const home = workshop.folder('desktop-commander-home');
  prepareHome(home, workshop.files);
  return {
    id: 'desktop-commander',
    title: DESKTOP_COMMANDER_TITLE,
    installedIn,
    launch: {
      argv: [await commandOf(installedIn, PACKAGE.name), '--no-onboarding'],
      env: serverEnvironment(home, { DESKTOP_COMMANDER_DISABLE_TELEMETRY: '1', DC_FLAG_URL: NOWHERE }),
      cwd: workshop.files,
    },
    trivial: () => ['list_searches', {}],
    read: (path) => ['read_file', { path }],
    readHead: (path, lines) => ['read_file', { path, offset: 0, length: lines }],
    edit: (path, from, to) => ['edit_block', { file_path: path, old_string: from, new_string: to }],
  };
}

/** A settled user's home: telemetry off, the welcome page seen, and a browser that it need not download. */
function prepareHome(home, root) {
  const folder = join(home, '.claude-server-commander');
  const config = {
    allowedDirectories: [root],
    telemetryEnabled: false,
    pendingWelcomeOnboarding: false,
    welcomeOnboardingEligible: false,
  };
  write(join(folder, 'config.json'), JSON.stringify(config));
  for (const browser of browserPaths())
    write(join(folder, 'puppeteer-cache', 'chrome', 'none-1', browser), '');
}

function browserPaths() {
  const mac = 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing';
  return ['chrome-linux64/chrome', 'chrome-win64/chrome.exe', `chrome-mac-x64/${mac}`];
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
