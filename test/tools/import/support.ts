import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import type { ExistingFiles, ImportPlan } from '../../../src/tools/import/index.ts';
import { planImport } from '../../../src/tools/import/index.ts';
import { compileOperations, contractsOf, eventsOf } from '../../../src/build/compiler/compile.ts';
import type { OpenApiDocument, OpenApiInput } from '../../../src/build/openapi/write/index.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';

/** Plans the import of a document. */
export function planOf(document: object, before?: ExistingFiles, use?: 'receive' | 'send'): ImportPlan {
  return planImport(documentOf(JSON.parse(JSON.stringify(document))), before, use);
}

/** The files of a plan: path -> text. */
export function filesOf({ operations, definitions }: ImportPlan): Record<string, string> {
  return Object.fromEntries([
    ...operations.files.map(({ path, text }) => [`operations/${path}`, text] as const),
    ...definitions.files.map(({ path, text }) => [`definitions/${path}`, text] as const),
  ]);
}

/** The files of a plan, as they are before the next import. */
export function existingOf({ operations, definitions }: ImportPlan): ExistingFiles {
  return { operations: operations.files, definitions: definitions.files };
}

/** The document that the tree of a plan gives. */
export function emitted({ operations, definitions }: ImportPlan): OpenApiDocument {
  const compilation = compileOperations({ files: operations.files, definitions: definitions.files });
  return generateOpenApi({
    operations: contractsOf(compilation),
    events: eventsOf(compilation),
    schemas: compilation.schemas,
    document: compilation.document as OpenApiInput['document'],
    info: { title: 'Without a name', version: '0.0.0' },
  });
}

/** The reasons of a plan, each with the pointers of its places. */
export function reasonsOf({ losses }: ImportPlan): [reason: string, pointers: string[]][] {
  return losses.map(({ reason, places }) => [reason, places.map(({ pointer }) => pointer)]);
}

/** A description with paths alone. */
export function withPaths(paths: object, others: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths, ...others };
}

const ok = { responses: { 200: { description: 'OK' } } };

/** A description with one operation at each path. */
export function atPaths(...paths: string[]): object {
  return withPaths(Object.fromEntries(paths.map((path) => [path, { get: ok }])));
}

/** A description of a shop, in the style of many published ones. */
export const SHOP = {
  openapi: '3.0.3',
  info: { title: 'The pet shop', version: '2.1.0', description: 'Sells pets.\n\nAnd food.' },
  servers: [{ url: 'https://pets.example.com/v1' }],
  tags: [{ name: 'pets', description: 'All about pets' }],
  security: [{ key: [] }],
  paths: {
    '/pets': {
      parameters: [{ $ref: '#/components/parameters/Trace' }],
      get: {
        operationId: 'listPets',
        summary: 'Lists the pets',
        description: 'The oldest first.\n\n* all of them\n* @home too',
        tags: ['pets', 'lists'],
        parameters: [
          { name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer', minimum: 1, default: 20 } },
          { name: 'kind', in: 'query', schema: { type: 'array', items: { type: 'string' } }, explode: false },
        ],
        responses: {
          200: {
            description: 'A page of pets',
            headers: { 'X-Next': { description: 'The next page', schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pets' } } },
          },
          404: { $ref: '#/components/responses/NotFound' },
          default: {
            description: 'Trouble',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      },
      post: {
        operationId: 'pets/add',
        security: [{ key: [] }, { token: ['pets:write'] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPet' } } },
        },
        responses: {
          201: {
            description: 'Added',
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Pet' }, example: { id: 1, name: 'Ada' } },
            },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
    '/pets/{id}': {
      parameters: [
        { $ref: '#/components/parameters/Trace' },
        { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      ],
      get: {
        responses: {
          200: {
            description: 'One pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      put: {
        operationId: 'delete',
        deprecated: true,
        externalDocs: { url: 'https://example.com/delete', description: 'Why' },
        'x-cost': { per: 'call', units: [1, 2] },
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', minLength: 1, description: 'The name' },
                  home: { type: 'object', properties: { city: { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: { 204: { description: 'Replaced' } },
      },
    },
  },
  components: {
    parameters: {
      Trace: {
        name: 'X-Trace',
        in: 'header',
        description: 'Follows a request',
        schema: { type: 'string', format: 'uuid' },
      },
    },
    responses: {
      NotFound: {
        description: 'No such pet',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    schemas: {
      NewPet: {
        type: 'object',
        description: 'A pet to be.',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 40 },
          kind: { type: 'string', enum: ['cat', 'dog'], nullable: true },
        },
      },
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/NewPet' },
          { type: 'object', required: ['id'], properties: { id: { type: 'integer', format: 'int64', minimum: 1 } } },
        ],
      },
      Pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
      Error: {
        type: 'object',
        required: ['code'],
        properties: { code: { oneOf: [{ type: 'integer' }, { type: 'string' }] } },
      },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      token: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { 'pets:write': 'Change pets' } },
        },
      },
    },
  },
};
