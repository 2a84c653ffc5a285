import { expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { scratch, writeTree } from '../../support/build.ts';

const GUARD = 'export const authorize = () => false;\n';
const POST = '/** It. */\nexport default () => {};\n';
const CREATE = `import { createApp } from 'unplugin-operations/koa';\n`;

const FILES = {
  'app/operations/adm/_middleware.ts': GUARD,
  'app/operations/adm/p@post.ts': `${POST}export const LIMIT = 5;\n`,
  'app/operations/adm/free@post.ts': '/** @security none */\nexport default () => {};\n',
  'app/operations/own@post.ts': `${POST}${GUARD}`,
  'app/operations/open@post.ts': POST,
  'app/operations/named@post.ts': `/** It. */\nexport function addNote() {}\n${GUARD}`,
  'app/router.ts': `import h from './operations/adm/p@post.ts';\nrouter.post('/c', h);\n`,
};

/** The diagnostics of a server module. */
async function foundIn(text: string, files: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const root = scratch();
  await writeTree(root, { ...FILES, ...files, 'server.ts': CREATE + text });
  const session = createSession(locateProject(resolveOptions({ app: 'server.ts' }), root));
  expect(session.compile().diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return session
    .checkApp()
    .filter(({ code }) => code === 'passed-contract')
    .map(({ code, severity, at, message }) => `${at.source.file} ${severity} ${code}: ${message}`);
}

it.each([
  ['below a guard', `import h from './app/operations/adm/p@post.ts';\napp.use((ctx) => h(ctx));`],
  ['with a guard', `import h from './app/operations/own@post.ts';\nrouter.post('/own', h);`],
  ['by its name', `import { addNote } from './app/operations/named@post.ts';\naddNote();`],
])('warns of a server that takes the handler of an operation %s', async (_name, text) => {
  expect(await foundIn(text)).toEqual([
    expect.stringMatching(
      /^server\.ts warning passed-contract: This takes the handler of the operation in ".*@post\.ts"/,
    ),
  ]);
});

it('warns of a module that the server imports', async () => {
  expect(
    await foundIn(`import './app/router.ts';\nimport { router } from './app/router.ts';\napp.use(router);`),
  ).toEqual([expect.stringMatching(/^app\/router\.ts warning passed-contract: .*the access of adm\/_middleware\.ts/)]);
});

it.each([
  ['an operation for everyone', `import h from './app/operations/open@post.ts';\nh();`],
  ['an operation that its own line opens', `import h from './app/operations/adm/free@post.ts';\nh();`],
  ['other exports', `import { LIMIT } from './app/operations/adm/p@post.ts';\nconsole.log(LIMIT);`],
  ['guards', `import { authorize } from './app/operations/own@post.ts';\nauthorize();`],
  ['types', `import type h from './app/operations/own@post.ts';\nexport type H = typeof h;`],
])('accepts a server that takes %s', async (_name, text) => {
  expect(await foundIn(text)).toEqual([]);
});
