import { expect, it } from 'vitest';
import type { OpenApiInput } from '../../../src/build/openapi/write/index.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import type { Operation, Parameter, Response, Schema } from '../../../src/shared/contract/operation.ts';
import { pagingParameters } from '../../../src/shared/contract/paging.ts';
import { lint, printProblem, schemaErrors } from './lint.ts';

const limits = { defaultSize: 20, maxSize: 100 };
const text: Schema = { type: 'string' };
const pet: Schema = { $ref: '#/components/schemas/Pet' };
const id: Parameter = {
  name: 'pet_id',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1 },
  example: 7,
};

function response(status: string, description: string, schema?: Schema, more: Partial<Response> = {}): Response {
  const mediaType = status.startsWith('2') ? 'application/json' : 'application/problem+json';
  return { status, description, content: schema === undefined ? [] : [{ mediaType, schema }], ...more };
}

const problem: Schema = { $ref: '#/components/schemas/Problem' };
const notFound = response('404', 'There is no such pet', problem);

/** An API that uses all an operation can say. */
const operations: Operation[] = [
  {
    id: 'pets/@get.ts',
    method: 'GET',
    path: '/pets',
    operationId: 'listPets',
    summary: 'The pets',
    tags: ['pets'],
    parameters: [
      ...pagingParameters(limits),
      { name: 'tag[]', in: 'query', required: false, schema: { type: 'array', items: text } },
    ],
    responses: [response('200', 'A page of pets', { type: 'array', items: pet })],
    paging: limits,
  },
  {
    id: 'my pets/größe.ts',
    method: 'GET',
    path: '/my pets/größe',
    operationId: 'listSizes',
    summary: 'The sizes',
    tags: ['pets'],
    parameters: pagingParameters(limits),
    responses: [
      response('200', 'A page of sizes', {
        type: 'object',
        properties: { items: { type: 'array', items: { type: ['number', 'null'] } } },
      }),
    ],
    security: [],
    paging: { envelope: { items: 'items', total: 'total', limit: 'limit', offset: 'offset' }, ...limits },
  },
  {
    id: 'pets/@post.ts',
    method: 'POST',
    path: '/pets',
    operationId: 'addPet',
    summary: 'Adds a pet',
    description: 'Its name may be taken.',
    see: [{ url: 'https://pets.test/names', description: 'On names' }, { url: 'https://pets.test/a?b=1&c=(2)' }],
    parameters: [{ name: 'X-Request-Id', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }],
    body: {
      required: true,
      description: 'The new pet',
      content: [
        { mediaType: 'application/json', schema: pet, example: { name: 'Ada' } },
        {
          mediaType: 'multipart/form-data',
          schema: { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } },
        },
      ],
    },
    responses: [
      response('201', 'The pet', pet, {
        headers: [{ name: 'Location', required: true, schema: text, description: 'Where it is' }],
      }),
      response('409', 'The name is taken', problem),
    ],
    extensions: { 'x-cost': 3 },
  },
  {
    id: 'pets/{pet_id}@get.ts',
    method: 'GET',
    path: '/pets/{pet_id}',
    operationId: 'getPet',
    summary: 'A pet',
    parameters: [id],
    responses: [response('200', 'The pet', pet), notFound],
  },
  {
    id: 'pets/{pet_id}@delete.ts',
    method: 'DELETE',
    path: '/pets/{pet_id}',
    operationId: 'removePet',
    summary: 'Removes a pet',
    deprecated: 'pets are never removed any more',
    parameters: [id, { name: 'session', in: 'cookie', required: false, schema: text }],
    responses: [response('204', 'It is gone'), notFound],
    security: [{ key: [] }, { login: ['pets:write'] }],
  },
];

const input: OpenApiInput = {
  operations,
  schemas: new Map<string, Schema>([
    ['Pet', { type: 'object', required: ['name'], properties: { name: text, friends: { type: 'array', items: pet } } }],
    ['Problem', { type: 'object', required: ['status'], properties: { status: { type: 'integer' } } }],
    ['Unused', {}],
  ]),
  document: {
    info: { license: { name: 'MIT', identifier: 'MIT' } },
    tags: [{ name: 'pets', description: 'All about pets' }],
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        login: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: 'https://pets.test/token', scopes: { 'pets:write': 'Change pets' } },
          },
        },
      },
    },
  },
  info: { title: 'Pets', version: '1.0.0' },
};

it('a document is valid, and meets the recommended rules', async () => {
  const document = generateOpenApi(input);
  expect(await schemaErrors(document)).toEqual([]);
  expect((await lint(document)).map(printProblem)).toEqual([]);
});

it('a document is valid without anything but operations', async () => {
  const bare = operations.map(({ id: file, method, path }) => ({
    id: file,
    method,
    path,
    parameters: [],
    responses: [],
  }));
  expect(await schemaErrors(generateOpenApi({ ...input, operations: bare, document: {} }))).toEqual([]);
  expect(await schemaErrors(generateOpenApi({ ...input, operations: [], document: {} }))).toEqual([]);
});

it('a document of OpenAPI 3.1 has QUERY as an extension, because it has no field for it', async () => {
  const search = {
    ...operations[0]!,
    id: 'pets/search@query.ts',
    method: 'QUERY',
    path: '/pets',
    operationId: 'findPets',
  } as const;
  const document = generateOpenApi({ ...input, operations: [...operations, search], openapi: '3.1' });
  expect(Object.keys(document.paths['/pets']!)).toContain('x-query');
  expect(document.paths['/pets']).not.toHaveProperty('query');
  expect(await schemaErrors(document)).toEqual([]);
  expect((await lint(document)).map(printProblem)).toEqual([]);
  const newer = generateOpenApi({ ...input, operations: [...operations, search] });
  expect([newer.openapi, 'query' in newer.paths['/pets']!]).toEqual(['3.2.0', true]);
});

// The control: both find what is wrong.
it('a wrong document is found by both validators', async () => {
  const unknown = { $ref: '#/components/schemas/Nobody' };
  const broken = generateOpenApi({
    ...input,
    operations: [{ ...operations[3]!, summary: '', responses: [response('200', 'The pet', unknown)] }],
  });
  expect((await lint(broken)).map(({ ruleId }) => ruleId)).toEqual(
    expect.arrayContaining(['no-unresolved-refs', 'operation-summary']),
  );
  await expect(schemaErrors(broken)).resolves.not.toEqual([]);
  const invalid = { ...generateOpenApi(input), paths: { pets: {} } };
  await expect(schemaErrors(invalid)).resolves.not.toEqual([]);
});
