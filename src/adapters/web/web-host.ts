import { serveTasks } from '../parsers/serve-tasks.ts';
import { type HtmlPage, htmlToMarkdown } from './html-to-markdown.ts';

serveTasks({
  async markdown(page: HtmlPage, onReady) {
    await onReady();
    return htmlToMarkdown(page);
  },
});
