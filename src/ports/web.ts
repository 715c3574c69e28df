/** A page as a model reads it. */
export type WebPage = {
  /** The address after redirects. */
  readonly url: string;
  readonly status: number;
  readonly mediaType: string;
  readonly title?: string | undefined;
  /** The main content as Markdown, or the text as it was sent. */
  readonly text: string;
  /** The server sent more than is read; the end is missing. */
  readonly isCut: boolean;
};

export type WebResult = { readonly title: string; readonly url: string; readonly excerpt: string };

/** Pages and searches of the web. Refuses addresses that are not public, and what robots.txt disallows. */
export type Web = {
  fetchPage(url: string, signal?: AbortSignal): Promise<WebPage>;
  search(
    query: string,
    options: { readonly limit: number; readonly signal?: AbortSignal | undefined },
  ): Promise<WebResult[]>;
  close(): Promise<void>;
};
