import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-protocol';
import { applyFixes } from '../../../src/build/project/apply-fixes.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const run = 'export default function run() {}\n';
const contract = (...lines: string[]): string =>
  `/**\n * Runs.\n${lines.map((line) => ` * ${line}\n`).join('')} */\n${run}`;
const A = 'app/operations/a@get.ts';
const ID = 'app/operations/{id}@get.ts';
const EVENT = 'app/events/order.paid.ts';
const OPENAPI = {
  'app/definitions/openapi.yaml': 'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }\n',
};
const PET = { 'app/definitions/pet.js': '/** @typedef {object} Pet\n * @property {string} name - x\n */\n' };

/** Mistakes that a fix mends: their code, and the files. */
const CASES: readonly (readonly [code: string, files: Record<string, string>])[] = [
  ['unknown-directive', { [A]: contract('@retruns {string} x') }],
  [
    'version-import',
    {
      'app/operations/_find.ts': 'export const find = (): string => "Emma";\n',
      [A]: contract('@returns {string} x'),
      [A.replace('app/', 'app/versions/v1/')]:
        `import { find } from './_find.ts';\n${contract('@returns {integer} x').replace('{}', '{ find(); }')}`,
    },
  ],
  ['unknown-directive', { ...OPENAPI, [A]: contract('@roles bearer') }],
  ['misplaced-directive', { ...OPENAPI, [A]: contract('@requires bearer - x') }],
  ['misspelled-security', { ...OPENAPI, [A]: contract('@secuirty bearer') }],
  ['method-content', { 'app/operations/a.ts': contract('@GET /a') }],
  ['optional-name', { [A]: contract('@param {string} name? - x') }],
  ['optional-name', { [A]: contract('@param {integer} limit=20 - x') }],
  ['optional-name', { [ID]: contract('@param {string} id? - x') }],
  ['optional-type', { [ID]: contract('@param {string?} id - x') }],
  ['unknown-place', { [A]: contract('@param {string} headers.X-Name - x') }],
  ['missing-contract', { [ID]: run }],
  ['missing-contract', { 'app/operations/{id}@delete.ts': `import 'node:fs';\r\n\r\n${run}` }],
  ['missing-type', { [A]: contract('@param a - x') }],
  ['missing-type', { [A]: contract('@param [a=b] (maxLength: 3) - x') }],
  ['missing-type', { [A]: contract('@param a {integer} - x') }],
  ['missing-type', { [A]: contract('@param [a] {integer} (minimum: 1) - x') }],
  ['unknown-facet', { [A]: contract('@param {integer} a (min: 1) - x') }],
  ['unknown-facet', { [A]: contract('@param {string} a (max: 9) - x') }],
  ['unknown-type', { [A]: contract('@param {int} a - x') }],
  ['unknown-type', { ...PET, [A]: contract('@returns {Pt[]} x') }],
  ['unknown-type', { [A]: contract('@returns {Customer} x') }],
  ['unknown-type', { [A]: contract('@throws {Conflict} 409 - x') }],
  ['unknown-type', { [A]: contract('@throws {NotFoundError} when it is gone') }],
  ['unknown-type', { [A]: contract('@returns {Map<string, integer>[]} x') }],
  ['unknown-type', { [A]: contract('@returns {Map<string, Record<string, integer>>} x') }],
  [
    'directory-parameter',
    {
      'app/definitions/sets.ts': '/**\n * @param-define own\n * @param {string} pet_idd - x\n */\n',
      'app/operations/{pet_id}/_middleware.ts': '/**\n * @param-include own\n */\n',
      'app/operations/{pet_id}/@get.ts': contract('@returns {string} x'),
    },
  ],
  [
    'unthrown-problem',
    {
      [A]: 'import { problem } from "unplugin-operations/koa";\n\n/**\n * Runs.\n * @throws 403 - x\n */\nexport default (ctx: any): void => {\n  if (ctx.ip === "") problem(403);\n};\n',
    },
  ],
  [
    'ineffective-guard',
    {
      [A]: 'const isAdmin = async (ctx: any): Promise<boolean> => ctx.ip === "";\n\n/**\n * Runs.\n */\nexport default async (ctx: any): Promise<void> => {\n  if (!isAdmin(ctx)) ctx.throw(500);\n};\n',
    },
  ],
  [
    'wrong-entry',
    { [A]: `import { defineOperation } from 'unplugin-operations';\n${contract('@returns {string} x')}` },
  ],
  [
    'wrong-entry',
    { [A]: `const { page, problem } = require("unplugin-operations/lambda");\n${contract('@returns {string} x')}` },
  ],
  ['missing-payload', { [A]: contract('@returns {string} x'), [EVENT]: '/**\n * An order was paid.\n */\n' }],
  ['missing-payload', { [A]: contract('@returns {string} x'), [EVENT]: '/** An order was paid. */\n' }],
  ['missing-payload', { [A]: contract('@returns {string} x'), [EVENT]: '' }],
  ['missing-payload', { [A]: contract('@returns {string} x'), [EVENT]: '/** @returns {string} - The order */\n' }],
  ['missing-type', { ...PET, [A]: contract('@returns {string} x'), [EVENT]: '/** @payload Pet - The pet */\n' }],
  [
    'event-name',
    { [A]: contract('@returns {string} x'), 'app/events/order.paid@post.ts': '/** @payload {string} - x */\n' },
  ],
  [
    'unknown-event',
    { [A]: contract('@returns {string} x', '@fires order.payed'), [EVENT]: '/** @payload {string} - x */\n' },
  ],
  ['slashed-pattern', { [A]: contract('@param {string} a (pattern: /^a+$/) - x') }],
  ['bodiless-status', { [A]: contract('@returns {string} 204 - x') }],
  ['invalid-status', { [A]: contract('@returns {string} 2OO - x') }],
  ['unexpected-value', { [A]: contract('@etag yes') }],
  ['unknown-include', { [A]: contract('@param-include pagin', '@returns {string[]} x') }],
  ['unknown-facet', { [A]: contract('@param {integer} a (minimun: 1) - x') }],
  ['facet-space', { [A]: contract('@param {integer} a (minimum:1) - x') }],
  ['facet-parentheses', { [A]: contract('@param {integer} a minimum: 1 - x') }],
  ['facet-parentheses', { [A]: contract('@param {integer} a min=1 max=3 - x') }],
  ['facet-parentheses', { [A]: contract('@param {integer} a ( minimum: 1 ) (maximum: 3) - x') }],
  ['facet-parentheses', { [A]: contract('@param {integer} [a] {minimum: 1} - x') }],
  ['invalid-yaml', { [A]: contract('@param {integer} a (minimum: 1 maximum: 2) - x') }],
  ['unknown-format', { [A]: contract('@param {string} a (format: emial) - x') }],
  ['cursor-keys', { ...PET, [A]: contract('@param-include cursor (nam)', '@returns {Pet[]} x') }],
  ['filter-operator', { ...PET, [A]: contract('@param-include paging, filter (name start)', '@returns {Pet[]} x') }],
  ['filter-operator', { ...PET, [A]: contract('@param-include paging, filter (name in in)', '@returns {Pet[]} x') }],
  ['row-property', { ...PET, [A]: contract('@param-include paging, filter (nam)', '@returns {Pet[]} x') }],
  ['list-include', { ...PET, [A]: contract('@param-include filter (name)', '@returns {Pet[]} x') }],
  [
    'sort-keys',
    {
      'app/definitions/pet.js':
        '/** @typedef {object} Pet\n * @property {string} name - x\n * @property {integer} id - x\n */\n',
      [A]: contract('@param-include paging, sort (name, id desc)', '@returns {Pet[]} x'),
    },
  ],
  ['not-in-path', { 'app/operations/{pet_id}@get.ts': contract('@param {string} path.pet_idd - x') }],
  ['optional-path-parameter', { [ID]: contract('@param {string} [id] - x') }],
  ['undeclared-path-parameter', { [ID]: contract('@returns {string} x') }],
  ['undeclared-path-parameter', { [ID]: `/** Runs. */\n${run}` }],
  ['undeclared-path-parameter', { [ID]: `\t/**\r\n\t * Runs.\r\n\t */\r\n${run}` }],
  ['undeclared-path-parameter', { 'app/operations/{pet_id}@get.ts': contract('@param {string} petId - x') }],
  [
    'unplaced-parameter',
    {
      'app/operations/{id}/_middleware.ts': '/**\n * @param {string} id - x\n * @throws 404 - x\n */\n',
      'app/operations/{id}/a@get.ts': contract('@param {string} id - x'),
    },
  ],
  ['undeclared-status', { [A]: '/** Runs. */\nexport default function run(ctx) { ctx.throw(404); }\n' }],
  ['unknown-scheme', { ...OPENAPI, [A]: contract('@security baerer') }],
  [
    'unknown-scheme',
    {
      'app/definitions/openapi.yaml': `security: [{ "baerer": [] }]\n${OPENAPI['app/definitions/openapi.yaml']}`,
      [A]: contract('@returns {string} x'),
    },
  ],
  [
    'unknown-scheme',
    {
      'app/definitions/openapi.json':
        '{ "components": { "securitySchemes": { "a/b": { "type": "http", "scheme": "bearer" } } }, "security": [{ "a/c": [] }] }',
      [A]: contract('@returns {string} x'),
    },
  ],
  ['unknown-method', { 'app/operations/a@gett.ts': contract('@returns {string} x') }],
  ['method-file', { 'app/operations/a/get.ts': contract('@returns {string} x') }],
  ['method-file', { 'app/operations/a/b.post.ts': contract('@returns {string} x') }],
  ['foreign-parameter', { 'app/operations/[id]/b@get.ts': contract('@param {string} id - x') }],
  ['foreign-parameter', { 'app/operations/a/{...id}@get.ts': contract('@param {string} id - x') }],
  [
    'passed-contract',
    {
      'app/operations/a/@put.ts': contract('@returns {string} x'),
      'app/operations/a/@patch.ts': "export { default } from './@put.ts';\n",
    },
  ],
  [
    'passed-contract',
    {
      'app/operations/a/@put.ts': contract('@returns {string} x'),
      'app/operations/a/@patch.ts': "/** Patches it. */\nexport { default } from './@put.ts';\n",
    },
  ],
  [
    'middleware-name',
    {
      'app/operations/_Middleware.ts': 'export default (ctx, next) => next();\n',
      [A]: contract('@returns {string} x'),
    },
  ],
  ['idempotent-method', { [A]: contract('@idempotent', '@returns {string} x') }],
  ['cache-method', { 'app/operations/a@post.ts': contract('@cache no-store', '@returns {string} x') }],
  ['invalid-cache', { [A]: contract('@cache public, maxage=60', '@returns {string} x') }],
  ['invalid-cache', { [A]: contract('@cache max-age: 60', '@returns {string} x') }],
  ['invalid-cache', { [A]: contract('@cache max-age="60"', '@returns {string} x') }],
  ['invalid-cache', { [A]: contract('@cache public max-age=60', '@returns {string} x') }],
  ['invalid-cache', { [A]: contract('@cache private="Set-Cookie"', '@returns {string} x') }],
  ['stream-conflict', { [A]: contract('@cache no-store', '@returns {Stream<string>} 200 application/jsonl') }],
  ['invalid-rate-limit', { [A]: contract('@rate-limit 10 per min', '@returns {string} x') }],
  ['invalid-rate-limit', { [A]: contract('@rate-limit 1,000 per minute per all', '@returns {string} x') }],
  ['invalid-rate-limit', { [A]: contract('@rate-limit 10 per minute per ip', '@returns {string} x') }],
  ['rate-limit-cost', { [A]: contract('@rate-limit cost 2', '@returns {string} x') }],
  [
    'unreachable-rate-limit',
    { [A]: contract('@rate-limit 2 per minute', '@rate-limit 1 per minute per all', '@returns {string} x') },
  ],
  ['lone-sunset', { [A]: contract('@sunset 2027-05-01') }],
  ['unused-definition', { ...PET, [A]: contract('@returns {string} x') }],
  ['unused-definition', { 'app/definitions/Pet.yaml': 'type: object\n', [A]: contract('@returns {string} x') }],
  ['invalid-schema', { 'app/definitions/Pet.yaml': 'type: [strng, "null"]\n', [A]: contract('@returns {Pet} x') }],
  ['invalid-schema', { 'app/definitions/Pet.json': '{ "type": "interger" }', [A]: contract('@returns {Pet} x') }],
  [
    'facet-value',
    {
      'app/definitions/pet.ts': 'export interface Pet {\n  /** @type intger */\n  legs: number;\n}\n',
      [A]: contract('@returns {Pet} x'),
    },
  ],
  [
    'facet-value',
    {
      'app/definitions/pet.ts': 'export interface Pet {\n  /** @type int32 */\n  legs: number;\n}\n',
      [A]: contract('@returns {Pet} x'),
    },
  ],
  [
    'facet-value',
    {
      'app/definitions/pet.ts': 'export interface Pet {\n  /** @type {int64} */\n  legs: number;\n}\n',
      [A]: contract('@returns {Pet} x'),
    },
  ],
  [
    'unknown-keyword',
    { 'app/definitions/Pet.yaml': 'type: string\nminLenght: 1\n', [A]: contract('@returns {Pet} x') },
  ],
  ['document-field', { 'app/definitions/openapi.yaml': 'tagz: []\n', [A]: contract('@returns {string} x') }],
  [
    'unknown-property',
    {
      'app/definitions/pet.ts': "interface All { name: string }\nexport type Pet = Pick<All, 'nam'>;\n",
      [A]: contract('@returns {Pet} x'),
    },
  ],
  [
    'authorize-export',
    {
      'app/operations/_middleware.ts': 'export function authorise() { return true; }\n',
      [A]: contract('@returns {string} x'),
    },
  ],
  [
    'authorize-export',
    { [A]: `${contract('@returns {string} x')}export function authorised() {\n  return true;\n}\n` },
  ],
  ['authorize-export', { [A]: `${contract('@returns {string} x')}async function authorize() {\n  return true;\n}\n` }],
  [
    'authorize-export',
    {
      'app/operations/_impl.ts': 'export default () => {};\nexport const authorize = () => true;\n',
      [A]: "/**\n * @returns {string} x\n */\nexport { default } from './_impl.ts';\n",
    },
  ],
  [
    'middleware-name',
    {
      'app/operations/_middlewares.ts': 'export const authorize = () => true;\n',
      [A]: contract('@returns {string} x'),
    },
  ],
  ['slashed-pattern', { [A]: contract("@param {string} a (pattern: '/^[a-z]{3}$/') - x") }],
  [
    'unmatched-extension',
    {
      'app/operations/_middleware.ts':
        "export default (ctx, next) => {\n  if (ctx.operation.extensions?.['x-role'] === 'admin') ctx.throw(403);\n  return next();\n};\n",
      'app/operations/b@get.ts': contract('@returns {string} x', '@x-role user', '@operationId b'),
      [A]: contract('@returns {string} x', '@x-roles admin'),
    },
  ],
];

/** A project, with versions if it has a directory of them. */
const projectIn = (root: string): ReturnType<typeof locateProject> =>
  locateProject(
    resolveOptions(existsSync(join(root, 'app/versions')) ? { versions: [{ name: 'v1' }, { name: 'v2' }] } : {}),
    root,
  );
const codesIn = (root: string): string[] =>
  createSession(projectIn(root))
    .compile()
    .diagnostics.map(({ code }) => code);

describe('every fix', () => {
  it.each(CASES)('fixes %s, with a clean check at the end: %#', async (code, files) => {
    const root = scratch(afterAll);
    await writeTree(root, files);
    expect(codesIn(root)).toContain(code);
    expect(applyFixes(projectIn(root)).size).toBeGreaterThan(0);
    expect(codesIn(root)).toEqual([]);
  });

  it('keeps the text after the format of a `@type` tag', async () => {
    const root = scratch(afterAll);
    const text = 'export interface Pet {\n  /** @type {int32} Some text. */\n  legs: number;\n}\n';
    await writeTree(root, { 'app/definitions/pet.ts': text, [A]: contract('@returns {Pet} x') });
    expect(codesIn(root)).toEqual(['facet-value']);
    expect([...applyFixes(locateProject(resolveOptions(), root))]).toEqual([]);
  });

  it('belongs to a code in the list above', () => {
    const directory = join(import.meta.dirname, '../../../src/build/compiler/diagnostics');
    const texts = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    // A maker of a message that has a fix.
    const makers = texts
      .flatMap((text) => text.split(/^(?:export )?(?:const|function) /m).slice(1))
      .filter((text) => /\b(?:replacing|renaming|withFix|fixedBy)\(/.test(text));
    const codes = makers.flatMap((text) => /(?:error|warning)\(\s*'([\w-]+)'/.exec(text)?.[1] ?? []);
    expect(codes.length).toBeGreaterThan(25);
    expect(codes.filter((code) => !CASES.some(([tested]) => tested === code))).toEqual([]);
  });
});

describe('a fix in an editor', () => {
  it('offers a fix as an action at the diagnostic, and creates a definition', async () => {
    const root = scratch(afterAll);
    await writeTree(root, {
      'package.json': '{}',
      [A]: contract('@retruns {string} x'),
      [ID]: contract('@returns {Customer} x'),
    });
    const client = await LanguageClient.start(root, {
      workspace: { workspaceEdit: { resourceOperations: ['create', 'delete', 'rename'] } },
    });
    const actionsAt = async (path: string, line: number): Promise<CodeAction[]> => {
      await client.open(path);
      const range = { start: { line, character: 4 }, end: { line, character: 4 } };
      return client.request('textDocument/codeAction', path, { range, context: { diagnostics: [] } });
    };
    expect(await actionsAt(A, 2)).toMatchObject([
      {
        title: 'Replace "retruns" with "returns"',
        kind: 'quickfix',
        diagnostics: [{ code: 'unknown-directive' }],
        edit: { changes: { [client.uriOf(A)]: [{ newText: 'returns' }] } },
      },
    ]);
    expect(await actionsAt(A, 1)).toEqual([]);
    const range = { start: { line: 2, character: 15 }, end: { line: 2, character: 15 } };
    await client.open(ID);
    expect(await client.request('textDocument/codeAction', ID, { range, context: { diagnostics: [] } })).toMatchObject([
      {
        title: 'Create the definition "Customer"',
        edit: { documentChanges: [{ kind: 'create', uri: client.uriOf('app/definitions/Customer.yaml') }, {}] },
      },
    ]);
    await client.stop();
    expect(existsSync(join(root, 'app/definitions/Customer.yaml'))).toBe(false);
  });
});
