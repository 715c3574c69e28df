import { looksLikeCredential } from './credential-names.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type EnvironmentRequest = {
  /** The server's own. */
  readonly inherited: Environment;
  /** Passed on whatever they look like. */
  readonly passedOn?: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
};

/** Variables that a package manager or another terminal sets for its own children. */
const FOREIGN =
  /^(npm_(?!config_registry$|config_userconfig$|config_cache$).*|INIT_CWD|NODE_CHANNEL_.*|CORVID_.*|BASH_ENV|ENV|PS[0-4]|PROMPT_COMMAND|SHLVL|_|BASHOPTS|SHELLOPTS|BASH_FUNC_.*|TMUX.*|STY|WINDOW|COLUMNS|LINES|TERMCAP|OLDPWD)$/;

/** Programs that would wait for a person do not. */
const patient: Environment = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GH_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: '',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
};

/** The environment of a shell. */
export function shellEnvironment({
  inherited,
  passedOn = [],
  secrets,
}: EnvironmentRequest): Record<string, string> {
  const kept = Object.entries(inherited).filter(
    ([name, value = '']) =>
      passedOn.includes(name) || !(looksLikeCredential(name, value) || FOREIGN.test(name)),
  );
  const environment = {
    ...Object.fromEntries(kept),
    ...patient,
    TERM: 'xterm-256color',
    AI_AGENT: 'corvid',
    ...locale(inherited),
    ...secrets,
  };
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The names of what a shell does not get because it looks like a credential. */
export function withheldNames({ inherited, passedOn = [], secrets }: EnvironmentRequest): string[] {
  return Object.entries(inherited)
    .filter(([name, value = '']) => looksLikeCredential(name, value) && !FOREIGN.test(name))
    .map(([name]) => name)
    .filter((name) => !passedOn.includes(name) && !(name in secrets));
}

/** Without one, programs print question marks for everything that is not ASCII. */
function locale({ LANG, LC_ALL, LC_CTYPE }: Environment): Environment {
  return LANG || LC_ALL || LC_CTYPE ? {} : { LANG: 'C.UTF-8' };
}
