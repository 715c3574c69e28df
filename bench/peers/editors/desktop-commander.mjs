import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandOf, installPeer } from '../../npm.mjs';
import { editorEnvironment } from './environment.mjs';
import { openMcpSession } from './mcp-session.mjs';

const PACKAGE = {
  name: '@wonderwhy-er/desktop-commander',
  version: '0.2.52',
  // One of its dependencies asks for ^1.0.6, which not every registry has; a newer one is taken where there is one.
  overrides: { 'typedarray.prototype.slice': '^1.0.5' },
};
const QUIET = { DESKTOP_COMMANDER_DISABLE_TELEMETRY: '1', DC_FLAG_URL: 'http://127.0.0.1:9/' };

export const desktopCommander = {
  id: 'desktop-commander',
  title: 'Desktop Commander',
  version: PACKAGE.version,
  install: async (workshop) => commandOf(await installPeer(PACKAGE, workshop), PACKAGE.name),
  async open({ installed, root, home }) {
    prepareHome(home, root);
    const launch = { argv: [installed, '--no-onboarding'], env: editorEnvironment(home, QUIET), cwd: root };
    return openMcpSession(launch, (one) => [
      'edit_block',
      { file_path: one.path, old_string: one.old, new_string: one.new, expected_replacements: 1 },
    ]);
  },
};

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
  const mac = 'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing';
  for (const browser of ['chrome-linux64/chrome', 'chrome-win64/chrome.exe', mac])
    write(join(folder, 'puppeteer-cache', 'chrome', 'none-1', browser), '');
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
