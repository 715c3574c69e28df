import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take ten seconds and more, and most of them wait: begun last, they would keep one core idle at the end. */
const slow = [
  'terminal/interactive',
  'adapters/parsers/killer-texts',
  'terminal/hostile-shell',
  'terminal/rounds',
  'acp/proxy',
  'terminal/life',
  'mcp/http',
  'package',
  'workspace/syntax',
  'adapters/parsers/parser-process',
  'tools/edit',
  'adapters/syntax/python',
  'cli/cli',
].map((name) => `/test/${name}.test.ts`);

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = slow.findIndex((name) => moduleId.endsWith(name));
      return rank === -1 ? slow.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
