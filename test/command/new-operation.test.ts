import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resolveOptions } from '../../src/build/project/options.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { writeNewOperation } from '../../src/command/new-operation.ts';
import { scratch, writeTree } from '../support/build.ts';

/** Writes new operations into a tree, and returns the text of each by its file. */
async function written(files: Readonly<Record<string, string>>, names: readonly string[]): Promise<[string, string][]> {
  const root = scratch();
  await writeTree(root, files);
  const project = locateProject(resolveOptions({}), root);
  return names.map((name) => {
    const file = writeNewOperation(project, name, () => {});
    return [file, readFileSync(join(root, file), 'utf8')];
  });
}

it('leaves out parameters that a directory declares, because a line would replace their constraints', async () => {
  const files = {
    'app/operations/books/{name}/_middleware.ts': "/** @param {string} path.name (pattern: '^[a-z]+$') - The book */\n",
    'app/operations/books/{name}/{shelf}/_middleware.ts': '/** @param-include shelf */\n',
    'app/definitions/shelf.ts':
      '/**\n * @param-define shelf\n * @param {integer} path.shelf (minimum: 1) - The shelf\n */\n',
  };
  const [text, page] = await written(files, ['books/{name}/text@get', 'books/{name}/{shelf}/{page}@get']);
  expect(text![1]).not.toContain('@param');
  expect(page![1].match(/@param .*/g)).toEqual(['@param {string} page - The page']);
});

it('writes the operation of a guarded directory into it, where its guards run', async () => {
  const guards = [
    ['books/{name}', '/** @security none */\n'],
    ['admin', 'export const authorize = () => false;\n'],
    ['office', 'export default async (ctx: unknown, next: () => Promise<void>) => next();\n'],
  ] as const;
  for (const [directory, guard] of guards) {
    const files = {
      [`app/operations/${directory}/_middleware.ts`]: guard,
      'app/operations/pets@get.ts': '/** @returns {string} One */\nexport default () => "";\n',
    };
    const names = (await written(files, [`${directory}@get`, 'pets@post'])).map(([file]) => file);
    expect(names).toEqual([`app/operations/${directory}/@get.ts`, 'app/operations/pets@post.ts']);
  }
});
