import { prefixOf } from '../../shared/contract/path-spelling.ts';
import type { Choices } from './project-choices.ts';
import { quoteText, templatePart } from '../../build/codegen/literal.ts';
import { baseOf } from './project-choices.ts';
import type { Files } from './language.ts';
import { languageOf } from './language.ts';

/** Creates a test of the two operations, and one of who can call them. */
export function testsOfSample(choices: Choices): Files {
  const base = prefixOf(baseOf(choices));
  const rows = ['GET', 'POST'].map((method) => ({ method, path: `${base}/notes`, isOpen: true }));
  return { ...testFile(choices, SAMPLE_TESTS), ...accessTest(choices, rows) };
}

/** Creates a test that passes for any description. */
export function testOfDescription(choices: Choices): Files {
  return testFile(choices, UNKNOWN_PATH_TEST);
}

const SAMPLE_TESTS = `const headers = { 'Content-Type': 'application/json' };

it('adds a note, and lists it', async () => {
  const added = await send('/notes', { method: 'POST', headers, body: JSON.stringify({ text: 'Call Ada' }) });
  expect(added.status).toBe(201);
  const note = await added.json();
  expect(note).toMatchObject({ text: 'Call Ada' });
  expect(await (await send('/notes?q=call+ada&page_size=100')).json()).toContainEqual(note);
});

it('rejects a note without text', async () => {
  const response = await send('/notes', { method: 'POST', headers, body: '{"text":""}' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ name: 'text', keyword: 'minLength' }] });
});
`;

const UNKNOWN_PATH_TEST = `it('responds to an unknown path with a problem', async () => {
  const response = await send('/no/such/path/is/in/this/description');
  expect(response.status).toBe(404);
  expect(response.headers.get('Content-Type')).toMatch('application/problem+json');
});
`;

/** An operation, and whether clients can call it without credentials. */
export interface AccessRow {
  readonly method: string;
  readonly path: string;
  readonly isOpen: boolean;
}

/** Creates a test of who can call operations. */
export function accessTest(choices: Choices, rows: readonly AccessRow[]): Files {
  const { extension } = languageOf(choices);
  const lines = rows.map(
    ({ method, path, isOpen }) => `    ${quoteText(`${method} ${path}`)}: '${isOpen ? 'anonymous' : 'none'}',\n`,
  );
  const text = `import { accessWithoutVariables, measureAccess } from 'unplugin-operations/testing';
import operations from 'virtual:operations';
import { expect, it, vi } from 'vitest';
import createApi from './api.${extension}';

// Add a row for each operation, and a caller for each kind of user. No handler runs.
const callers = { anonymous: {} };

it('lets these callers in', async () => {
  expect(await measureAccess(operations, createApi, callers)).toEqual({
${lines.join('')}  });
}, 60_000);

it('lets in no others while a variable of the environment is not set', async () => {
  const opened = await accessWithoutVariables(async () => {
    vi.resetModules();
    const [tree, api] = [await import('virtual:operations'), await import('./api.${extension}')];
    return measureAccess(tree.default, api.default, callers);
  });
  expect(opened).toEqual({});
}, 60_000);
`;
  return { [`app/access.test.${extension}`]: text };
}

function testFile(choices: Choices, tests: string): Files {
  const { extension, ts } = languageOf(choices);
  const base = prefixOf(baseOf(choices));
  const address =
    extension === 'ts'
      ? 'server.address() as AddressInfo'
      : "/** @type {import('node:net').AddressInfo} */ (server.address())";
  const text = `${ts("import type { AddressInfo } from 'node:net';\n")}import { stop } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
import { afterAll, expect, it } from 'vitest';
import createApi from './api.${extension}';

const server = ${choices.database === 'none' ? 'createApi(operations)' : '(await createApi(operations))'}.listen(0);
afterAll(() => stop(server));

/** Sends a request to the server. */
function send(path${ts(': string')}, init${ts('?: RequestInit')}) {
  const { port } = ${address};
  return fetch(\`http://localhost:\${port}${templatePart(base)}\${path}\`, init);
}

${tests}`;
  return { [`app/api.test.${extension}`]: text };
}
