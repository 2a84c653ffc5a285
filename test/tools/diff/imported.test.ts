import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { diffProject } from '../../../src/tools/diff/index.ts';
import { importIntoProject } from '../../../src/tools/import/import-project.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { SHOP } from '../import/support.ts';
import { scratch, writeTree } from '../../support/build.ts';

const options = resolveOptions({});

/** The reports of `operations import` and then `operations diff`, with nothing changed in between. */
async function importAndDiff(
  description: object,
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly imported: string; readonly isSuccess: boolean; readonly text: string }> {
  const root = scratch();
  const file = join(root, 'description.json');
  await writeTree(root, files);
  writeFileSync(file, JSON.stringify(description, null, 2));
  const flags = { isDryRun: false, isLossy: false, isVerbose: false };
  const { text: imported, isSuccess } = await importIntoProject(file, locateProject(options, root), flags);
  const compilation = createSession(locateProject(options, root)).compile();
  const { text } = await diffProject(compilation, locateProject(options, root), { baseline: 'description.json' });
  return { imported, isSuccess, text };
}

const json = (schema: object): object => ({ 'application/json': { schema } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const info = { title: 'Pets', version: '1.0.0' };

/** A description with one operation: its parts, and the named schemas. */
const withOperation = (operation: object, schemas: object = {}, others: object = {}): object => ({
  openapi: '3.0.3',
  info,
  paths: { '/pets/{id}': { put: { parameters: [ID], responses: {}, ...operation } } },
  components: { schemas },
  ...others,
});
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const ERROR = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };

describe('an imported description has no differences from its tree', () => {
  it('reads parts in other files, which refer to further ones', async () => {
    const { isSuccess, text } = await importAndDiff(withOperation({ responses: { 200: { $ref: 'parts/pet.yaml' } } }), {
      'parts/pet.yaml': 'description: OK\ncontent: {application/json: {schema: {$ref: schema.yaml}}}\n',
      'parts/schema.yaml': 'type: object\nproperties: {name: {type: string}}\n',
    });
    expect([isSuccess, text]).toEqual([true, 'No differences from description.json.']);
  });

  it.each<[string, object]>([
    ['a shop', SHOP],
    [
      'integers without bounds',
      withOperation({ parameters: [ID, { name: 'n', in: 'query', schema: { type: 'integer' } }] }),
    ],
    [
      'its own errors, where the server has some too',
      withOperation(
        {
          security: [{ key: [] }],
          requestBody: { content: json(ref('Error')) },
          responses: {
            200: { description: 'OK', content: json(ref('Error')) },
            400: { description: 'Bad', content: json(ref('Error')) },
            401: { description: 'Who?' },
            413: { $ref: '#/components/responses/Large' },
            default: { description: 'Trouble', content: json(ref('Error')) },
          },
        },
        { Error: ERROR },
        {
          components: {
            schemas: { Error: ERROR },
            responses: { Large: { description: 'Too large', content: json(ref('Error')) } },
            securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
          },
        },
      ),
    ],
    [
      'null, as generators of OpenAPI 3.0 write it',
      withOperation(
        {
          requestBody: {
            required: true,
            content: json({
              type: 'object',
              properties: {
                kind: { type: 'string', enum: ['cat', 'dog'], nullable: true },
                owner: { allOf: [ref('Owner')], nullable: true },
                friend: { $ref: '#/components/schemas/Owner', nullable: true },
                either: { oneOf: [ref('Owner'), { type: 'string' }], nullable: true },
                age: { type: 'number', minimum: 0, exclusiveMinimum: true },
              },
            }),
          },
        },
        { Owner: { type: 'object', properties: { name: { type: 'string', nullable: true } } } },
      ),
    ],
    ['a server with a path', withOperation({}, {}, { servers: [{ url: 'https://pets.example.com/v1' }] })],
    [
      'paths with escapes and a slash at the end',
      {
        openapi: '3.1.0',
        info,
        paths: { '/gr%C3%B6%C3%9Fe/': { get: { responses: {} } }, '/': { get: { responses: {} } } },
      },
    ],
    [
      'responses of any media type, and bodies where there is none',
      withOperation({
        responses: {
          200: { description: 'OK', content: { '*/*': { schema: { type: 'string' } } } },
          204: { description: 'None', content: json({ type: 'string' }) },
        },
      }),
    ],
    [
      'names that a file cannot have',
      withOperation(
        {
          requestBody: { content: json(ref('a b')) },
          responses: { 200: { description: 'OK', content: json(ref('Problem')) } },
        },
        { 'a b': ERROR, Problem: { type: 'object', properties: { reason: { type: 'string' } } } },
      ),
    ],
  ])('imports a description with %s', async (_, description) => {
    const { text, imported } = await importAndDiff(description);
    expect(imported).not.toContain('Different in the tree');
    expect(text).toBe('No differences from description.json.');
  });

  it('imports the type of one part of allOf that can be null, whatever the others allow', async () => {
    const schema = { allOf: [{ type: 'number', nullable: true }, { anyOf: [{ minimum: 3 }, { multipleOf: 2 }] }] };
    const { text } = await importAndDiff(
      withOperation({ responses: { 200: { description: 'OK', content: json(schema) } } }),
    );
    expect(text).toBe('No differences from description.json.');
    const { schema: read } = contractOfDocuments(
      documentOf(withOperation({ responses: { 200: { description: 'OK', content: json(schema) } } }), 'it'),
    ).operations[0]!.responses[0]!.content[0]!;
    expect(JSON.stringify(read)).toContain('"type":["number","null"]');
  });

  it('imports QUERY as an extension, which OpenAPI 3.1 has no field for', async () => {
    const { imported, text } = await importAndDiff({
      openapi: '3.1.0',
      info,
      paths: {
        '/pets': {
          get: { responses: { 204: { description: 'None' } } },
          'x-query': {
            operationId: 'findPets',
            requestBody: {
              required: true,
              content: json({ type: 'object', properties: { name: { type: 'string' } } }),
            },
            responses: { 200: { description: 'OK', content: json({ type: 'array', items: { type: 'string' } }) } },
          },
        },
      },
    });
    expect(imported).toContain('pets/@query.ts');
    expect(text).toBe('No differences from description.json.');
  });

  it('finds only the differences that the import reports', async () => {
    const content = { ...json(ERROR), 'application/xml': { schema: { type: 'object', title: 'Xml' } } };
    const { text, imported } = await importAndDiff(withOperation({ requestBody: { content } }));
    expect(imported).toContain("body: media type (3 facts): the server can't parse this media type, such as XML");
    expect(imported).not.toContain('Different in the tree');
    expect(text).toContain('error request-body-media-type-removed: PUT /pets/{id}');
    expect(text).toMatch(/1 error, 0 warnings, 0 infos\.$/);
  });

  it('finds only the differences that the import lists, where the tree adds something', async () => {
    const { text, imported, isSuccess } = await importAndDiff(withOperation({}), {
      'app/operations/_middleware.ts':
        '/** @param {string} header.X-Tenant */\nexport default (ctx: unknown, next: () => Promise<void>) => next();\n',
    });
    const message = 'header parameter "X-Tenant" is new and required';
    expect(text).toContain(message);
    expect(imported).toContain(`Different in the tree (1):\n  PUT /pets/{id}: ${message}`);
    expect(isSuccess).toBe(false);
  });
});

it.each([
  ['', ''],
  ['with its own Problem', 'export interface Problem { message: string; documentation_url?: string }'],
])('a tree has no differences from its own document, with all that the server adds %s', async (_, problem) => {
  const root = scratch();
  await writeTree(root, {
    'app/definitions/Problem.ts': problem,
    'app/definitions/openapi.yaml':
      "servers: [{ url: 'https://example.com/v2' }]\nx-problem: { mediaType: application/json, status: { 400: 422 } }\n",
    'app/operations/pets/@get.ts':
      '/**\n * Pets.\n * @paging\n * @param {integer} [age]\n * @returns {string[]} Names\n */\nexport default function listPets() { return []; }\n',
    'app/operations/pets/@post.ts':
      '/**\n * Adds.\n * @idempotent required\n * @param {string} name\n * @returns {void} 204\n */\nexport default function addPet() {}\n',
    'app/operations/pets/{id}/@get.ts':
      '/**\n * Pet.\n * @etag\n * @param {integer} id\n * @deprecated 2026-01-01 Use another\n * @sunset 2030-01-01\n * @returns {string} Name\n */\nexport default function readPet() { return ""; }\n',
    'app/operations/pets/{id}/@put.ts':
      '/**\n * Sets.\n * @param {integer} id\n * @param {{next?: integer|null}} body\n * @returns {void} 204\n */\nexport default function setPet() {}\n',
    'app/operations/hidden@get.ts': '/**\n * Hidden.\n * @internal\n */\nexport default function hidden() {}\n',
  });
  const session = createSession(locateProject(options, root));
  const compilation = session.compile();
  expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const document = session.openApi(compilation);
  expect(JSON.stringify(document)).toMatch(/KeyInUse.*VersionMismatch/);
  writeFileSync(join(root, 'openapi.json'), JSON.stringify(document));
  expect((await diffProject(compilation, locateProject(options, root), { baseline: 'openapi.json' })).text).toBe(
    'No differences from openapi.json.',
  );
});
