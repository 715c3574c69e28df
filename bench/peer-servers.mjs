import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// The MCP servers of others that more than one benchmark drives.

export const FILESYSTEM = { name: '@modelcontextprotocol/server-filesystem', version: '2026.8.31' };

export const DESKTOP_COMMANDER = {
  name: '@wonderwhy-er/desktop-commander',
  version: '0.2.52',
  // One of its dependencies asks for ^1.0.6, which not every registry has; a newer one is taken where there is one.
  overrides: { 'typedarray.prototype.slice': '^1.0.5' },
};

/** How Desktop Commander is started so that it reports to nobody. */
export const QUIET_DESKTOP_COMMANDER = {
  args: ['--no-onboarding'],
  env: { DESKTOP_COMMANDER_DISABLE_TELEMETRY: '1', DC_FLAG_URL: 'http://127.0.0.1:9/' },
};

/** A settled user's home: telemetry off, the welcome page seen, and a browser that it need not download. */
export function prepareDesktopCommanderHome(home, root) {
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
