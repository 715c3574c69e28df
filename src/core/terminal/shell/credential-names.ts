/** Anywhere in a name. */
const ANYWHERE =
  /PASSWORD|PASSWD|PASSPHRASE|PASSCODE|SECRET|TOKEN(?!IZ)|CREDENTIAL|AUTHORIZATION|BEARER|COOKIE(?!CUTTER)|APIKEY|CONNECTION_?STRING|.PWD(?![A-Z])/i;

/** As a whole part of a name: between underscores, at its beginning or at its end. */
const AS_PART =
  /(?:^|_)(?:O?AUTH2?|PRIVATE|PAT|JWT|DSN|(?:DB|SSH|SMTP|MAIL|FTP|USER|ROOT|ADMIN)?PASS)(?:_|$)/i;

/** At the end of a part. */
const KEY = /KEYS?(?:_|$)/i;
const SESSION = /(?:^|_)SESSION$/i;

/** They hold no credential, and programs need them. */
const EXCEPTIONS = new RegExp(
  [
    '(OLD|INIT_|LAST_)?PWD',
    'SSH_AUTH_SOCK',
    '(DESKTOP|KDE_FULL|WT)_SESSION',
    'XDG_SESSION_.*',
    '.*(MAX|MIN|NUM)_(.*_)?TOKENS',
    '(.*_)?(PUBLIC|PUB|HOST|SIGNING_PUBLIC)_?KEY',
    '(.*_)?(HOT|MON|TUR|DON|WHIS|LESS)KEYS?(_.*)?',
  ]
    .map((name) => `^${name}$`)
    .join('|'),
  'i',
);

/** Such a name with the path of a file as its value: the file is as safe as its owner keeps it. */
const PATH_NAME = /(FILE|PATH|DIR|HOME|SOCK|SOCKET)$/i;
const PATH = /^(?:[~.]{0,2}\/|[A-Za-z]:[\\/])[^\n]*$/;

/** A password in an address: `postgres://user:password@host`. */
const PASSWORD_IN_URL = /:\/\/[^\s/@:]*:[^\s/@]+@/;
const PROXY = /(^|_)PROXY$/i;

/** Whether a variable of the server or of its client seems to hold a credential, by its name or by its value. */
export function looksLikeCredential(name: string, value: string): boolean {
  if (EXCEPTIONS.test(name)) return false;
  if (PATH_NAME.test(name) && PATH.test(value)) return false;
  if ([ANYWHERE, AS_PART, KEY, SESSION].some((pattern) => pattern.test(name))) return true;
  return !PROXY.test(name) && PASSWORD_IN_URL.test(value);
}
