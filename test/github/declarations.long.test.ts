import { beforeAll, describe, expect, it } from 'vitest';
import { generateDeclarations } from '../../src/build/codegen/declarations/index.ts';
import { compileOperations, contractsOf } from '../../src/index.ts';
import { scratch } from '../support/build.ts';
import { checkTypes } from '../support/types.ts';
import { githubProject } from './tree.ts';

const USES = `import type { OperationContext } from 'unplugin-operations/koa';
import { createClient, isErrorOf } from 'virtual:operations/client';
import type { Schemas } from 'unplugin-operations/types';

export const handler = (ctx: OperationContext<'GET /repos/{owner}/{repo}/issues/{issue_number}'>): number => ctx.input.path.issue_number;

export async function titles(): Promise<string[]> {
  const github = createClient();
  const issues = await github.request('GET /repos/{owner}/{repo}/issues', { path: { owner: 'a', repo: 'b' }, query: { state: 'all' } });
  // @ts-expect-error -- an issue is in no such state
  await github.request('GET /repos/{owner}/{repo}/issues', { path: { owner: 'a', repo: 'b' }, query: { state: 'lost' } });
  return issues.map(({ title, user }) => \`\${title} \${user?.login}\`);
}

export function reason(error: unknown): string | undefined {
  if (!isErrorOf(error, 'issues/list-for-repo')) return undefined;
  if (error.status === 404) return (error.body satisfies Schemas['basic-error']).message;
  return error.status === 400 ? error.problem.title : error.message;
}
`;

describe("operations.d.ts of GitHub's API", () => {
  let text: string;

  beforeAll(() => {
    const { operations, definitions } = githubProject();
    const files = operations.map((operation) => ({ path: operation.file, text: operation.text }));
    const compilation = compileOperations({ files, definitions });
    const { schemas, document } = compilation;
    text = generateDeclarations({ operations: contractsOf(compilation), schemas, document });
  });

  it.each(['server', 'browser'] as const)('writes declarations that TypeScript accepts, in a %s', async (side) => {
    expect(text.match(/^ {4}"[A-Z]+ \//gm)).toHaveLength(1223);
    const files = { 'operations.d.ts': text, ...(side === 'server' && { 'use.ts': USES }) };
    expect(await checkTypes(scratch(), files, side)).toEqual([]);
  });
});
