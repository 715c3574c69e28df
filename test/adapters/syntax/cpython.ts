import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the sources of Python's own library are; undefined if there is no Python here. */
export function findStandardLibrary(): string | undefined {
  const script = 'import sysconfig; print(sysconfig.get_path("stdlib"))';
  const { status, stdout } = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Texts of Python's own library by path, sorted; those in another encoding than UTF-8 are left out. */
export function standardSources(folder: string): { path: string; text: string }[] {
  const paths = (readdirSync(folder, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.py') && !path.includes('site-packages'))
    .sort();
  return paths
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8').replace(/^\uFEFF/, '') }))
    .filter(({ text }) => !/[\uFFFD\0]/.test(text) && text.length > 0);
}

const CHECK_PROGRAM = `
import ast, json, sys, warnings
warnings.simplefilter('ignore')
if hasattr(sys, 'set_int_max_str_digits'): sys.set_int_max_str_digits(0)
for line in sys.stdin:
    try:
        ast.parse(json.loads(line))
        print('"valid"')
    except (SyntaxError, ValueError) as error:
        print(json.dumps(f'{type(error).__name__}: {error}'))
    except (RecursionError, MemoryError):
        print('"undecided"')
`;

/** What CPython's parser says of each text: `valid`, `undecided` or its error. One process reads them all. */
export async function judgeWithCpython(texts: readonly string[]): Promise<string[]> {
  const python = spawn('python3', ['-c', CHECK_PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(texts.map((text) => `${asciiJson(text)}\n`).join(''));
  let output = '';
  for await (const chunk of python.stdout.setEncoding('utf8')) output += chunk;
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as string);
}

/** Whatever encoding Python expects on its input. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
