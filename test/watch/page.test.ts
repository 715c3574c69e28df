import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterTest } from '../after-test.ts';
import { type Corvid, connect, newFolder } from '../corvid-client.ts';
import { browserPath, startWatch, type Watch } from './watch-client.ts';

// A real browser, a real server over a real pipe, real edits. Without a browser these tests are skipped.

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const require = createRequire(import.meta.url);

type AxeReport = {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

describe.skipIf(browserPath === undefined)('the page', () => {
  let browser: Browser;
  let folder: string;
  let corvid: Corvid;
  let watch: Watch;

  beforeAll(async () => {
    folder = await newFolder();
    browser = await chromium.launch({ executablePath: browserPath!, args: ['--no-sandbox'] });
    watch = await startWatch(folder);
    corvid = await connect({ folder, isShared: true });
    return async () => {
      await corvid.close();
      await watch.end();
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    };
  });

  /** A page on the feed, and what the browser complained about. */
  async function open(options: Parameters<Browser['newContext']>[0] = {}, address = watch.address) {
    const context: BrowserContext = await browser.newContext({ viewport: DESKTOP, ...options });
    afterTest(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    return { page, complaints };
  }

  const edit = async (name: string, before: string, after: string) => {
    await writeFile(corvid.path(name), before);
    await corvid.call('file_read', { path: corvid.path(name) });
    return corvid.call('file_write', { path: corvid.path(name), content: after });
  };

  const card = (page: Page, name: string) =>
    page.locator('.card', { has: page.getByRole('heading', { name }) }).first();

  test('shows an edit as soon as it is made, with its words, and keeps no secret in the address', async () => {
    const { page, complaints } = await open();
    await page.locator('.connection.live').waitFor();
    await edit('first.ts', 'const a = 1;\n', 'const b = 1;\n');
    await card(page, 'first.ts').waitFor();
    expect(await card(page, 'first.ts').locator('.added .mark').innerText()).toBe('b');
    expect(await card(page, 'first.ts').getByText('test', { exact: true }).isVisible()).toBe(true);
    expect(page.url()).toBe(`${watch.origin}/`);
    await page.locator('.t-keyword').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('shows a refusal beside what the file has, and a command with its exit code', async () => {
    const { page } = await open();
    await writeFile(corvid.path('quote.py'), 'def f(a):\n    return a\n');
    await corvid.call('edit_file', {
      path: corvid.path('quote.py'),
      old_string: 'def g(b, c):\n    raise b',
      new_string: 'x',
    });
    await card(page, 'quote.py').getByText('The agent quoted').waitFor();
    expect(await card(page, 'quote.py').innerText()).toContain('The file has');
    await corvid.call('terminal', { command: 'exit-code() { return 3; }; exit-code' });
    await page.locator('.card.command', { hasText: 'exit 3' }).waitFor();
  });

  test('runs nothing of what a file contains, and names what would mislead the eye', async () => {
    const { page, complaints } = await open();
    const hostile =
      '<img src=x onerror="window.tripped=1"><script>window.tripped=1</script>\u202egnp.exe\u0007 &copy; &amp;\n';
    await edit('hostile<b>.html', 'x\n', hostile.repeat(3));
    const shown = card(page, 'hostile<b>.html');
    await shown.waitFor();
    await shown.getByText('U+202E').first().waitFor();
    expect(await shown.locator('img, script, b:not(.added, .removed)').count()).toBe(0);
    expect(await page.evaluate("'tripped' in window")).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('is not painted in a frame of another page', async () => {
    const frame = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end(`<body><iframe src="${watch.origin}/"></iframe>`),
    );
    await new Promise<void>((resolve) => frame.listen(0, '127.0.0.1', resolve));
    afterTest(() => void frame.close());
    const { port } = frame.address() as { port: number };
    const { page } = await open({}, `http://127.0.0.1:${port}/`);
    await page.waitForLoadState('networkidle');
    const texts = await Promise.all(
      page.frames().map((one) => one.evaluate<string>("document.body?.innerText ?? ''")),
    );
    expect(texts.join('')).not.toContain('Corvid');
  });

  test('says what to do without a token', async () => {
    const { page } = await open({}, `${watch.origin}/`);
    await page.getByText('This page is not connected').waitFor();
  });

  test('is worked by keys alone', async () => {
    const { page } = await open();
    await edit('keys-a.txt', 'a\n', 'b\n');
    await edit('keys-b.txt', 'a\n', 'b\n');
    await card(page, 'keys-b.txt').waitFor();
    await page.keyboard.press('j');
    await page.locator('.card.selected', { hasText: 'keys-b.txt' }).waitFor();
    await page.keyboard.press('j');
    await page.locator('.card.selected', { hasText: 'keys-a.txt' }).waitFor();
    await page.keyboard.press('s');
    await page.locator('.diff.split').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('nothing like this');
    await page.getByText('No call fits the filter').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  });

  test('takes an edit back, and makes it again', async () => {
    const { page } = await open();
    await edit('undo.txt', 'before\n', 'after\n');
    const shown = card(page, 'undo.txt');
    await shown.getByRole('button', { name: 'Undo' }).click();
    await shown.getByText('Taken back').waitFor();
    expect(await readFile(corvid.path('undo.txt'), 'utf8')).toBe('before\n');
    await page.locator('.card.undone', { hasText: 'undo.txt' }).getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => readFile(corvid.path('undo.txt'), 'utf8')).toBe('after\n');
  });

  test('refuses to take back what was changed since, and says so on the card', async () => {
    const { page } = await open();
    await edit('conflict.txt', 'one\n', 'two\n');
    const shown = card(page, 'conflict.txt');
    await shown.waitFor();
    await writeFile(corvid.path('conflict.txt'), 'three\n');
    await shown.getByRole('button', { name: 'Undo' }).click();
    await shown.locator('.answer.refused').waitFor();
    expect(await shown.locator('.answer').innerText()).toContain('conflict.txt');
    expect(await readFile(corvid.path('conflict.txt'), 'utf8')).toBe('three\n');
  });

  test('shows the calls of two servers, and keeps them when one is killed', async () => {
    const { page } = await open();
    const other = await connect({ folder });
    await writeFile(corvid.path('other.txt'), 'x\n');
    await other.call('edit_file', { path: corvid.path('other.txt'), old_string: 'x', new_string: 'y' });
    await card(page, 'other.txt').waitFor();
    process.kill(other.pid, 'SIGKILL');
    await edit('after-kill.txt', 'a\n', 'b\n');
    await card(page, 'after-kill.txt').waitFor();
    expect(await card(page, 'other.txt').count()).toBe(1);
  });

  test('says that the connection is lost, keeps the cards, and comes back', async () => {
    const own = await startWatch(folder);
    const { page } = await open({}, own.address);
    await card(page, 'first.ts').waitFor();
    await own.end();
    await page.getByText('Reconnecting…').waitFor();
    expect(await card(page, 'first.ts').count()).toBe(1);
    const again = await startWatch(folder, ['--port', new URL(own.origin).port]);
    // Its token is another one.
    await page.getByText('Not connected', { exact: true }).waitFor();
    await again.end();
  });

  test('fits a phone', async () => {
    const { page } = await open({ viewport: PHONE });
    await card(page, 'first.ts').waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(PHONE.width);
    await page.getByRole('button', { name: 'Timeline' }).click();
    await page.getByRole('navigation', { name: 'Timeline' }).waitFor();
  });

  test.each([
    ['light', DESKTOP],
    ['dark', DESKTOP],
    ['light', PHONE],
    ['dark', PHONE],
  ] as const)('can be used by all: no findings of axe, %s %o', async (colorScheme, viewport) => {
    const { page } = await open({ viewport, colorScheme, bypassCSP: true });
    await card(page, 'first.ts').waitFor();
    await page.locator('.t-keyword').first().waitFor();
    await page.addScriptTag({ path: require.resolve('axe-core') });
    const { violations } = await page.evaluate<AxeReport>('axe.run()');
    const findings = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    expect(findings).toEqual([]);
  });

  test('is small, and speaks to no other machine', async () => {
    const built = join(import.meta.dirname, '..', '..', 'dist', 'page');
    const files = readdirSync(built).filter((name) => name.endsWith('.gz'));
    expect(files.reduce((sum, name) => sum + statSync(join(built, name)).size, 0)).toBeLessThan(260_000);
    for (const name of files.filter((name) => /\.(js|css|html)\.gz$/.test(name))) {
      const text = gunzipSync(readFileSync(join(built, name))).toString('utf8');
      expect(text.match(/\beval\(|new Function\(/g) ?? []).toEqual([]);
      expect(text.match(/https?:\/\/(?!www\.w3\.org\/)[\w.-]+/g) ?? []).toEqual([]);
    }
  });
});
