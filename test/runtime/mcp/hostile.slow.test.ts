import { expect, it } from 'vitest';
import { randomFrom } from '../../support/random.ts';
import { serveTools, VERSION } from './serve.ts';

const TREE: Readonly<Record<string, string>> = {
  'pets@get.ts': `/** Lists pets.
 * @tool
 * @param {string} [query.name] - A name
 * @param {integer[]} [query.ids] - Their numbers
 * @returns {object[]} The pets
 */
export default () => [];`,
  'pets/{id}@get.ts': `/** Returns a pet.
 * @tool
 * @param {string} id - The pet
 * @param {string} [header.X-Note] - A note
 * @returns {object} The pet
 */
export default (ctx) => {
  const isForged = /[\\r\\n]/.test(ctx.get('x-note')) || /evil/.test(ctx.get('host')) || !['', 'Bearer wrong'].includes(ctx.get('authorization'));
  if (isForged) globalThis.reached++;
  return { id: ctx.input.path.id };
};`,
  'pets@post.ts': `/** Adds a pet.
 * @tool
 * @param {Pet} body - The pet
 * @returns {object} The pet
 */
export default (ctx) => ({ ...ctx.input.body });`,
  'files@post.ts': `/** Takes a file.
 * @tool
 * @consumes multipart/form-data
 * @param {file} file - The file
 */
export default () => {};`,
  // What no tool may reach.
  'pets/secret@get.ts': `/** Not a tool.
 * @returns {object} A secret
 */
export default () => { globalThis.reached = (globalThis.reached ?? 0) + 1; return {}; };`,
  'internal@get.ts': `/** Not a tool either.
 * @internal
 * @returns {object} A secret
 */
export default () => { globalThis.reached = (globalThis.reached ?? 0) + 1; return {}; };`,
  'admin@delete.ts': `/** A tool that needs rights.
 * @tool
 * @security login
 */
export default () => { globalThis.reached = (globalThis.reached ?? 0) + 1; };`,
};
const definitions = {
  'Pet.json': JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, parent: { $ref: '#' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['name'],
  }),
  'openapi.json': JSON.stringify({ components: { securitySchemes: { login: { type: 'http', scheme: 'bearer' } } } }),
};
const CALLS = Number(process.env['HOSTILE_CALLS'] ?? 500);

/** Values that programs stumble over. */
function valueOf(pick: (below: number) => number, depth = 0): unknown {
  const values: readonly (() => unknown)[] = [
    () => '',
    () => '..',
    () => '../secret',
    () => 'secret',
    () => '%73ecret',
    () => '../internal?x=#y',
    () => 'a\r\nX-Evil: 1',
    () => '\u0000\ud800',
    () => 'x'.repeat(10_000),
    () => '__proto__',
    () => pick(2 ** 31) - 2 ** 30,
    () => 1e308,
    () => null,
    () => true,
    () => Array.from({ length: pick(4) }, () => (depth > 3 ? 1 : valueOf(pick, depth + 1))),
    () => JSON.parse(`{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}},"$ref":"#/x"}`) as unknown,
    () => JSON.parse('['.repeat(2000) + ']'.repeat(2000)) as unknown,
    () =>
      Object.fromEntries(
        ['name', 'parent', 'toString'].map((name) => [name, depth > 3 ? 1 : valueOf(pick, depth + 1)]),
      ),
  ];
  return values[pick(values.length)]!();
}

const NAMES = [
  'get_pets',
  'get_pets_id',
  'post_pets',
  'post_files',
  'delete_admin',
  'get_pets_secret',
  'get_internal',
  '__proto__',
  'constructor',
  '',
  'call_operation',
  'search_operations',
  'get_pets_id\n',
];
const ARGUMENTS = [
  'name',
  'ids',
  'id',
  'X-Note',
  'body',
  'file',
  '__proto__',
  'authorization',
  'host',
  'idempotency_key',
  'toString',
  'query',
  'arguments',
  'parent',
  'tags',
];
const METHODS = [
  'tools/call',
  'tools/call',
  'tools/call',
  'tools/list',
  'server/discover',
  'initialize',
  'x',
  '__proto__',
  'notifications/cancelled',
];

it(`survives ${CALLS} hostile calls, and none reaches an operation that it may not`, async () => {
  const state = globalThis as { reached?: number };
  state.reached = 0;
  const verify = (_ctx: unknown, token: unknown): boolean => token === 'right';
  const { ask, errors } = await serveTools(TREE, {
    tree: { definitions },
    runtime: { security: { login: verify }, bodyLimit: 20_000 },
    budget: 1e6,
  });
  const pick = randomFrom(25);
  const statuses = new Set<number>();
  for (let i = 0; i < CALLS; i++) {
    const method = METHODS[pick(METHODS.length)]!;
    const name = NAMES[pick(NAMES.length)]!;
    const isModern = pick(3) > 0;
    const meta =
      pick(10) === 0
        ? valueOf(pick)
        : { 'io.modelcontextprotocol/protocolVersion': VERSION, 'io.modelcontextprotocol/clientCapabilities': {} };
    const args =
      pick(12) === 0
        ? valueOf(pick)
        : JSON.parse(
            `{${Array.from({ length: pick(4) }, () => `${JSON.stringify(ARGUMENTS[pick(ARGUMENTS.length)])}:${JSON.stringify(valueOf(pick))}`).join()}}`,
          );
    const params =
      pick(20) === 0
        ? valueOf(pick)
        : { name: pick(30) === 0 ? valueOf(pick) : name, arguments: args, ...(isModern && { _meta: meta }) };
    const message = JSON.stringify({
      jsonrpc: pick(40) === 0 ? '1.0' : '2.0',
      id: pick(20) === 0 ? valueOf(pick) : i,
      method,
      params,
    });
    const sent: Record<string, string> = {
      'content-type': 'application/json',
      'mcp-method': method,
      'mcp-name': pick(10) === 0 ? '=?base64?!!?=' : name.trim(),
      ...(isModern && { 'mcp-protocol-version': pick(15) === 0 ? '9999-99-99' : VERSION }),
      ...(pick(15) === 0 && { origin: 'https://evil.example' }),
      ...(pick(15) === 0 && { authorization: 'Bearer wrong' }),
      ...(pick(15) === 0 && { 'x-forwarded-host': 'evil.example', 'x-http-method-override': 'DELETE' }),
    };
    const answer = await ask('POST /mcp', {
      headers: sent,
      body: pick(50) === 0 ? message.slice(0, pick(message.length)) : message,
    });
    statuses.add(answer.status);
    if (answer.status >= 500) throw new Error(`${answer.status} ${answer.body}: ${message}`);
  }
  expect(state.reached).toBe(0);
  expect(errors.filter((error) => !(error as { expose?: boolean }).expose)).toEqual([]);
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
});
