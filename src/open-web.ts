import { lazy } from './adapters/lazy.ts';
import type { SearchEngine } from './adapters/web/search-engines.ts';
import { ToolError } from './core/errors.ts';
import type { WorkspaceSettings } from './options/workspace-options.ts';
import type { Web } from './ports/web.ts';

/** Pages of the web, if the user allows it. */
export function openWeb(settings: WorkspaceSettings): Web {
  const engine = searchEngineOf(settings.webSearch);
  return lazy(async () => {
    if (!settings.web)
      throw new ToolError('WEB_REFUSED', 'The web is switched off. The user can allow it with --web.');
    const { httpWeb } = await import('./adapters/web/http-web.ts');
    return httpWeb({ allowedHosts: settings.webAllowHosts ?? [], searchEngine: engine });
  });
}

/** The address of a SearXNG instance, or the key of a service from the environment. Throws for anything else. */
export function searchEngineOf(given: string | undefined): SearchEngine | undefined {
  const { BRAVE_API_KEY: brave, TAVILY_API_KEY: tavily } = process.env;
  if (given?.startsWith('searxng=') && URL.canParse(given.slice('searxng='.length)))
    return { kind: 'searxng', url: given.slice('searxng='.length) };
  if (given === 'brave' && brave) return { kind: 'brave', key: brave };
  if (given === 'tavily' && tavily) return { kind: 'tavily', key: tavily };
  if (given !== undefined)
    throw new TypeError(
      `Invalid option \`webSearch\`: '${given}'. It takes searxng=URL, or brave or tavily with a key in BRAVE_API_KEY or TAVILY_API_KEY.`,
    );
  return undefined;
}
