import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { scratch, writeTree } from '../../support/build.ts';

const GUARD = 'export const authorize = () => false;\n';
const GET = '/** It. */\nexport default () => {};\n';
const EVENT = '/** @payload {string} */\n';

type Files = Readonly<Record<string, string>>;

/** The diagnostics of a project with files. */
async function diagnosticsIn(files: Files, options = {}, root = scratch()): Promise<string[]> {
  await writeTree(root, { 'app/operations/x@get.ts': GET, ...files });
  const { diagnostics } = createSession(locateProject(resolveOptions(options), root)).compile();
  return diagnostics.map((each) => formatDiagnostic(each).split('\n')[0]!);
}

const VERSIONS = { versions: [{ name: 'v1' }, { name: 'v2' }] };

it.each([
  ['app/Operations', 'app/operations', 'y@get.ts', {}],
  ['app/Operations', 'app/operations', 'y.ts', {}],
  ['app/Operations/admin', 'app/operations', 'y@get.ts', {}],
  ['App/operations', 'app/operations', 'y@get.ts', {}],
  ['APP/Operations', 'app/operations', 'y@get.ts', {}],
  ['app/Webhooks', 'app/webhooks', 'y@post.ts', {}],
  ['app/Events', 'app/events', 'y.ts', {}],
  ['app/Versions/v1/operations', 'app/versions/v1/operations', 'y@get.ts', VERSIONS],
  ['app/versions/V1/operations', 'app/versions/v1/operations', 'y@get.ts', VERSIONS],
])('reports %s, which differs from %s only in letter case', async (directory, tree, name, options) => {
  const text = directory === 'app/Events' ? EVENT : GET;
  const other = directory.split('/').slice(0, tree.split('/').length).join('/');
  const found = await diagnosticsIn(
    { [`${tree}/z${name.slice(1)}`]: text, [`${directory}/${name}`]: text, [`${directory}/_middleware.ts`]: GUARD },
    options,
  );
  expect(found).toContainEqual(
    `${directory}/${name}:1:1 - error case-clash: "${other}" and "${tree}" differ only in letter case, which some file systems ignore. Rename one of them.`,
  );
});

it('reports another spelling of a directory that does not exist', async () => {
  expect(await diagnosticsIn({ 'app/Webhooks/y@post.ts': GET })).toEqual([
    expect.stringContaining('app/Webhooks/y@post.ts:1:1 - error case-clash: "app/Webhooks" and "app/webhooks" differ'),
  ]);
});

it('reports a directory that differs from that of the operations only in invisible characters', async () => {
  expect(await diagnosticsIn({ 'app/oper\u200Bations/y@get.ts': GET })).toEqual([
    expect.stringContaining('differ only in invisible characters'),
  ]);
});

it('reports each directory once, at its first operation', async () => {
  const files = { 'app/Operations/b@get.ts': GET, 'app/Operations/a@get.ts': GET, 'app/OPERATIONS/c@get.ts': GET };
  expect((await diagnosticsIn(files)).map((line) => line.split(' ')[0])).toEqual([
    'app/OPERATIONS/c@get.ts:1:1',
    'app/Operations/a@get.ts:1:1',
  ]);
});

it.each<[string, Files]>([
  ['components in JSX', { 'app/Operations/List.tsx': GET }],
  ['helpers', { 'App/operations/_list.ts': GET, 'App/operations/list.ts': 'export const list = [];\n' }],
  ['tests', { 'app/Operations/x.test.ts': GET }],
  ['other directories', { 'App/components/x@get.ts': GET }],
  ['another project', { 'App/package.json': '{}', 'App/operations/x@get.ts': GET }],
])('accepts another spelling with %s', async (_name, files) => {
  expect(await diagnosticsIn(files)).toEqual([]);
});

it('accepts a link with another spelling to the same directory', async () => {
  const root = scratch();
  await writeTree(root, { 'app/operations/x@get.ts': GET });
  symlinkSync('operations', join(root, 'app/Operations'));
  expect(await diagnosticsIn({}, {}, root)).toEqual([]);
});
