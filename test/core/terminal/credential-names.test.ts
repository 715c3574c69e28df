import { expect, test } from 'vitest';
import { looksLikeCredential } from '../../../src/core/terminal/shell/credential-names.ts';
import { shellEnvironment, withheldNames } from '../../../src/core/terminal/shell/shell-environment.ts';

const credentials = `
  PGPASSWORD DBPASSWORD MYSQL_PWD DB_PWD MSSQL_SA_PASSWORD SUDO_PASSWD KEY_PASSPHRASE DB_PASS SSHPASS SMTP_PASS
  STRIPE_KEY API_KEY APIKEY OPENAI_API_KEY AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN SSH_PRIVATE_KEY DEPLOYKEY
  SIGNING_KEYS GITHUB_TOKEN GH_PAT NPM_AUTH BASIC_AUTH DOCKER_AUTH_CONFIG COMPOSER_AUTH _authToken SESSION_SECRET BW_SESSION
  CLIENT_SECRET_ID GOOGLE_APPLICATION_CREDENTIALS SENTRY_DSN SESSION_COOKIE AUTHORIZATION CLOUD_JWT ANTHROPIC_AUTH_TOKEN
  AZURE_STORAGE_CONNECTION_STRING apiKey my_token PRIVATE_DATA`;
const others = `
  PWD OLDPWD SSH_ASKPASS GIT_ASKPASS SUDO_ASKPASS TOKENIZERS_PARALLELISM GPG_TTY SSH_AUTH_SOCK KEYTIMEOUT KEYMAP KEYBOARD
  XDG_SESSION_ID XDG_SESSION_TYPE XDG_SESSION_COOKIE DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION GDMSESSION SESSION_MANAGER
  TERM_SESSION_ID COLORTERM GNOME_KEYRING_CONTROL GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL AUTHOR XAUTHORITY GOPRIVATE PATH HOME USER
  COMPASS_HOME BYPASS_CACHE MONKEY PUBLIC_KEY SSH_PUBLIC_KEY MAX_TOKENS CLAUDE_CODE_MAX_OUTPUT_TOKENS COOKIECUTTER_CONFIG PATTERN
  PGPASSFILE COMPATIBILITY SPATH DESIGN`;
const names = (text: string) => text.trim().split(/\s+/);

test.each(names(credentials))('%s looks like a credential', (name) => {
  expect(looksLikeCredential(name, 'value-123')).toBe(true);
});

test.each(names(others))('%s does not', (name) => {
  expect(looksLikeCredential(name, '/value')).toBe(false);
});

test.each([
  ['DATABASE_URL', 'postgres://app:hunter2@db/main', true],
  ['DATABASE_URL', 'postgres://app@db/main', false],
  ['REDIS_URL', 'redis://:hunter2@cache:6379', true],
  ['PIP_INDEX_URL', 'https://me:hunter2@pypi.example/simple', true],
  ['HTTPS_PROXY', 'http://me:hunter2@proxy:3128', false],
  ['HOMEPAGE', 'https://example.com:8080/a@b', false],
  ['DB_PASSWORD_FILE', '/run/secrets/db', false],
  ['DB_PASSWORD_FILE', 'hunter2', true],
  ['AWS_SHARED_CREDENTIALS_FILE', '~/.aws/credentials', false],
  ['PASSWORD_STORE_DIR', '/home/me/.pass', false],
])('%s=%s: %s', (name, value, expected) => {
  expect(looksLikeCredential(name, value)).toBe(expected);
});

test('what a shell does not get is known by name, unless it is passed on or a secret', () => {
  const request = {
    inherited: { PGPASSWORD: 'a', STRIPE_KEY: 'b', MYSQL_PWD: 'c', HOME: '/home', npm_token: 'd' },
    passedOn: ['STRIPE_KEY'],
    secrets: { MYSQL_PWD: 'c' },
  };
  expect(withheldNames(request)).toEqual(['PGPASSWORD']);
  expect(Object.keys(shellEnvironment(request))).not.toContain('PGPASSWORD');
  expect(shellEnvironment(request)).toMatchObject({ STRIPE_KEY: 'b', MYSQL_PWD: 'c', HOME: '/home' });
});
