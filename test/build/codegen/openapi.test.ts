import { describe, expect, it } from 'vitest';
import type { OpenApiInput } from '../../../src/build/openapi/write/index.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { generateOpenApiModule } from '../../../src/build/codegen/openapi-module.ts';
import type { OpenApiDocument, OperationObject, ParameterObject } from '../../../src/build/openapi/document.ts';
import type { Operation, Parameter, Response, Schema } from '../../../src/shared/contract/operation.ts';
import { pagingParameters } from '../../../src/shared/contract/paging.ts';

const pet: Schema = { $ref: '#/components/schemas/Pet' };
const schemas = {
  Pet: { type: 'object', properties: { name: { type: 'string' } } },
  Problem: { type: 'object', required: ['status'] },
  Failure: { $ref: '#/components/schemas/Problem' },
};
const problem: Schema = { $ref: '#/components/schemas/Problem' };
const limits = { defaultSize: 20, maxSize: 100 };
const owner: Parameter = { name: 'owner', in: 'query', required: false, schema: { type: 'string' } };

function operation(path: string, more: Partial<Operation> = {}): Operation {
  return { id: `${path.slice(1)}.ts`, method: 'GET', path, parameters: [], responses: [response('200')], ...more };
}

function sized(schema: Schema): Parameter {
  return { ...owner, name: 'size', schema };
}

function response(status: string, schema?: Schema, more: Partial<Response> = {}): Response {
  const content = schema === undefined ? [] : [{ mediaType: 'application/json', schema }];
  return { status, description: 'As asked', content, ...more };
}

function list(path: string, more: Partial<Operation> = {}): Operation {
  const responses = [response('200', { type: 'array', items: pet })];
  const parameters = pagingParameters(limits);
  return operation(path, { parameters, responses, paging: limits, ...more });
}

function generate(
  operations: readonly Operation[],
  named: { readonly [name: string]: Schema } = schemas,
  document: OpenApiInput['document'] = {},
): OpenApiDocument {
  const info = { title: 'Pets', version: '1.0.0' };
  return generateOpenApi({ operations, schemas: new Map(Object.entries(named)), document, info });
}

/** The only operation's object. */
function written(contract: Operation, document: OpenApiInput['document'] = {}): OperationObject {
  const [item] = Object.values(generate([contract], schemas, document).paths);
  return Object.values(item!)[0]!;
}

function statuses(contract: Operation, document: OpenApiInput['document'] = {}): string[] {
  return Object.keys(written(contract, document).responses);
}

describe('an operation', () => {
  it('puts each field of an operation where OpenAPI has it, in its order', () => {
    const contract = operation('/pets/{id}', {
      method: 'PATCH',
      operationId: 'changePet',
      summary: 'Changes a pet',
      description: 'Only what is sent.',
      tags: ['pets'],
      deprecated: 'use PUT',
      see: [
        { url: 'https://pets.test/a', description: 'How pets are kept' },
        { url: 'https://pets.test/b' },
        { url: 'https://pets.test/c', description: 'More' },
      ],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          schema: { type: 'integer' },
          description: 'Which',
          deprecated: true,
          example: 7,
        },
      ],
      body: {
        required: true,
        description: 'The changes',
        content: [{ mediaType: 'application/json', schema: pet, example: { name: 'Ada' } }],
      },
      responses: [
        response('default', pet, { headers: [{ name: 'ETag', required: true, schema: { type: 'string' } }] }),
      ],
      security: [{ key: [] }],
      extensions: { 'x-since': 2 },
    });
    const expected = {
      tags: ['pets'],
      summary: 'Changes a pet',
      description:
        'Only what is sent.\n\nDeprecated: use PUT\n\nSee [https://pets.test/b](https://pets.test/b).\n\nSee [More](https://pets.test/c).',
      externalDocs: { description: 'How pets are kept', url: 'https://pets.test/a' },
      operationId: 'changePet',
      parameters: [
        {
          name: 'id',
          in: 'path',
          description: 'Which',
          required: true,
          deprecated: true,
          schema: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
          example: 7,
        },
      ],
      requestBody: {
        description: 'The changes',
        content: { 'application/json': { schema: pet, example: { name: 'Ada' } } },
        required: true,
      },
      responses: {
        default: {
          description: 'As asked',
          headers: {
            ETag: { required: true, schema: { type: 'string' } },
            'WWW-Authenticate': { description: 'How to authenticate (RFC 9110, 11.6.1).', schema: { type: 'string' } },
          },
          content: { 'application/json': { schema: pet }, 'application/problem+json': { schema: problem } },
        },
      },
      deprecated: true,
      security: [{ key: [] }],
      'x-since': 2,
    };
    // As text: the order counts.
    expect(JSON.stringify(written(contract), null, 2)).toBe(JSON.stringify(expected, null, 2));
  });

  it('writes the style of a parameter unless it is the default of OpenAPI', () => {
    const texts = { type: 'array', items: { type: 'string' } };
    const object = { type: ['object', 'null'], properties: { a: { type: 'string' } } };
    const styles = [texts, object, { type: 'string' }, {}].map((schema) =>
      (['path', 'query', 'header', 'cookie'] as const).map((place) => {
        const parameters = [{ name: 'p', in: place, required: true, schema }];
        const [{ style, explode } = {}] = written(operation('/{p}', { parameters })).parameters as ParameterObject[];
        return style === undefined ? 'plain' : `${style} ${explode}`;
      }),
    );
    expect(styles).toEqual([
      ['plain', 'plain', 'plain', 'form false'],
      ['plain', 'deepObject true', 'plain', 'form false'],
      ['plain', 'plain', 'plain', 'plain'],
      ['plain', 'plain', 'plain', 'plain'],
    ]);
  });

  it('declares that a list in the query is separated by commas, and the range of integers in parameters', () => {
    const schemaOf = (schema: Schema, explode?: false) => {
      const parameters = [
        { name: 'p', in: 'query' as const, required: true, schema, ...(explode === false && { explode }) },
      ];
      return (written(operation('/', { parameters })).parameters as ParameterObject[])[0]!;
    };
    const texts = { type: 'array', items: { type: 'string' } };
    expect(schemaOf(texts, false)).toMatchObject({ style: 'form', explode: false });
    expect(schemaOf(texts)).not.toHaveProperty('explode');
    const range = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    const integer = { type: 'integer' };
    expect(schemaOf({ type: 'array', items: integer }).schema).toEqual({
      type: 'array',
      items: { ...integer, ...range },
    });
    expect(schemaOf({ ...integer, exclusiveMinimum: 3 }).schema).toEqual({
      ...integer,
      exclusiveMinimum: 3,
      maximum: range.maximum,
    });
    for (const schema of [
      { ...integer, format: 'int32' },
      { ...integer, enum: [1, 2] },
      { type: 'number' },
      { not: integer },
    ])
      expect(schemaOf(schema).schema).toEqual(schema);
    // A property can have the name of a keyword.
    expect(schemaOf({ type: 'object', properties: { if: integer, not: integer } }).schema).toEqual({
      type: 'object',
      properties: { if: { ...integer, ...range }, not: { ...integer, ...range } },
    });
  });

  it('puts the range of integers next to a reference', () => {
    const range = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    const integer = { type: 'integer' };
    const object = (properties: object, more: object = {}): Schema => ({ type: 'object', properties, ...more });
    const named: Record<string, Schema> = {
      Id: integer,
      Rating: { type: 'integer', minimum: 1, maximum: 5 },
      Ids: { type: 'array', items: { $ref: '#/components/schemas/Id' } },
      Filter: object({
        n: integer,
        least: { ...integer, exclusiveMinimum: 0 },
        rating: { $ref: '#/components/schemas/Rating' },
        either: { anyOf: [{ ...integer, minimum: 5 }, { ...integer, maximum: 3 }, { type: 'string' }] },
        ids: { $ref: '#/components/schemas/Ids' },
        text: { type: 'string' },
        number: { type: 'number' },
        one: { enum: [1, 2] },
        int32: { ...integer, format: 'int32' },
        self: { $ref: '#/components/schemas/Filter' },
      }),
      Extended: { allOf: [{ $ref: '#/components/schemas/Small' }, object({ n: { minimum: 1 }, m: integer })] },
      Small: object({ n: integer }),
      Either: { anyOf: [object({ n: integer }), object({ n: { type: 'number' }, m: integer })] },
      Counts: object({ text: { type: 'string' } }, { additionalProperties: integer }),
      Texts: object({}, { additionalProperties: { type: 'string' } }),
      Loop: { $ref: '#/components/schemas/Loop' },
    };
    const schemaOf = (schema: Schema) => {
      const parameters = [{ name: 'p', in: 'query' as const, required: true, schema }];
      const document = generate([operation('/', { parameters })], named);
      for (const [name, one] of Object.entries(document.components?.schemas ?? {})) expect(one).toEqual(named[name]);
      return (document.paths['/']!.get!.parameters as ParameterObject[])[0]!.schema;
    };
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(schemaOf(ref('Id'))).toEqual({ ...ref('Id'), ...range });
    expect(schemaOf(ref('Rating'))).toEqual(ref('Rating'));
    expect(schemaOf(ref('Ids'))).toEqual({ ...ref('Ids'), items: range });
    const inside = { n: range, least: { maximum: range.maximum }, either: range, ids: { items: range } };
    expect(schemaOf(ref('Filter'))).toEqual({
      ...ref('Filter'),
      properties: {
        ...inside,
        self: { properties: { ...inside, self: { properties: { n: range, least: inside.least, either: range } } } },
      },
    });
    expect(schemaOf(ref('Extended'))).toEqual({ ...ref('Extended'), properties: { n: range, m: range } });
    expect(schemaOf(ref('Either'))).toEqual({ ...ref('Either'), properties: { m: range } });
    expect(schemaOf(ref('Counts'))).toEqual({
      ...ref('Counts'),
      properties: { text: {} },
      additionalProperties: range,
    });
    for (const name of ['Texts', 'Loop']) expect(schemaOf(ref(name))).toEqual(ref(name));
    expect(schemaOf({ allOf: [ref('Small')] })).toEqual({ allOf: [{ ...ref('Small'), properties: { n: range } }] });
    const beside = { properties: { n: { multipleOf: 2 } } };
    expect(schemaOf({ ...ref('Small'), ...beside })).toEqual({
      ...ref('Small'),
      ...beside,
      allOf: [{ properties: { n: range } }],
    });
    expect(schemaOf({ $ref: '#/components/schemas/Filter/properties/n' })).toMatchObject(range);
    expect(schemaOf({ not: ref('Small') })).toEqual({ not: ref('Small') });
  });

  it('leaves out each field that the contract does not have', () => {
    expect(written(operation('/'))).toEqual({ responses: { 200: { description: 'As asked' } } });
  });

  it('deprecates an operation with or without a text, and requires no optional bodies and parameters', () => {
    const body = { required: false, content: [{ mediaType: 'text/plain', schema: { type: 'string' } }] };
    const { description, deprecated, requestBody, parameters } = written(
      operation('/', { deprecated: true, body, parameters: [owner] }),
    );
    expect({ description, deprecated, requestBody, parameters }).toEqual({
      description: undefined,
      deprecated: true,
      requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } },
      parameters: [{ name: 'owner', in: 'query', schema: { type: 'string' } }],
    });
  });

  it('declares that no authentication is required', () => {
    expect(written(operation('/', { security: [] })).security).toEqual([]);
  });

  it('documents an operation that declares no response, or none with a description', () => {
    expect(written(operation('/', { responses: [] })).responses).toEqual({ default: { description: 'Not described' } });
    const responses = ['204', '413', '4XX', '499', '5XX', 'default'].map((status) =>
      response(status, undefined, { description: '' }),
    );
    expect(written(operation('/', { responses })).responses).toEqual({
      204: { description: 'No Content' },
      413: { description: 'Content Too Large' },
      499: { description: '499' },
      '4XX': { description: 'Client Error' },
      '5XX': { description: 'Server Error', content: { 'application/problem+json': { schema: problem } } },
      default: { description: 'Default' },
    });
  });

  it('leaves out an internal operation, with what only it uses', () => {
    const document = generate([
      operation('/a'),
      operation('/b', { internal: true, tags: ['hidden'], parameters: [owner], responses: [response('200', pet)] }),
      operation('/c', { internal: true, parameters: [owner] }),
    ]);
    expect(Object.keys(document.paths)).toEqual(['/a']);
    expect(document.components).toBeUndefined();
    expect(document.tags).toBeUndefined();
  });
});

describe('paths', () => {
  it('come in the order of the operations, methods in their own', () => {
    const { paths } = generate([
      operation('/b', { method: 'DELETE' }),
      operation('/a'),
      operation('/b', { method: 'PUT' }),
      operation('/b', { method: 'GET' }),
    ]);
    expect(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
      ['/b', ['get', 'put', 'delete']],
      ['/a', ['get']],
    ]);
  });

  it.each([
    ['/', '/'],
    ['/größe/鳥', '/gr%C3%B6%C3%9Fe/%E9%B3%A5'],
    ['/my pets/100%', '/my%20pets/100%25'],
    ['/a%20b', '/a%2520b'],
    ["/@scope/a:b;c=d,e+f!$&'()*~_-.", "/@scope/a:b;c=d,e+f!$&'()*~_-."],
    ['/a"<>[]\\^`|', '/a%22%3C%3E%5B%5D%5C%5E%60%7C'],
    ['/compare/{base}...{the head}', '/compare/{base}...{the head}'],
    ['/{größe}.json', '/{größe}.json'],
  ])('%s is %s', (path, expected) => {
    expect(Object.keys(generate([operation(path)]).paths)).toEqual([expected]);
  });
});

describe('problem responses', () => {
  const body = { required: true, content: [{ mediaType: 'application/json', schema: pet }] };
  const key = [{ key: [] }];

  it.each<[string, Partial<Operation>, string[]]>([
    ['nothing to go wrong', {}, ['200']],
    ['a parameter', { parameters: [owner] }, ['200', '400']],
    ['a page', { paging: limits }, ['200', '400']],
    ['a body', { body }, ['200', '400', '413', '415']],
    ['security', { security: key }, ['200', '401', '403']],
    ['a choice of schemes', { security: [{ key: [] }, { basic: [] }] }, ['200', '401', '403']],
    ['security that is optional', { security: [{ key: [] }, {}] }, ['200']],
    ['all of it', { body, security: key }, ['200', '400', '401', '403', '413', '415']],
    ['some declared', { body, responses: [response('400'), response('415')] }, ['400', '413', '415']],
    ['their class declared', { body, security: key, responses: [response('4XX')] }, ['4XX']],
    ['the rest declared', { body, responses: [response('default')] }, ['default']],
    ['another class declared', { parameters: [owner], responses: [response('5XX')] }, ['400', '5XX']],
  ])('%s', (_, more, expected) => {
    expect(statuses(operation('/', more)).sort()).toEqual(expected.sort());
  });

  describe('are added to a declared response that the runtime can answer too', () => {
    const json = 'application/json';
    const problems = 'application/problem+json';
    const contents = (contract: Operation, document: OpenApiInput['document'] = {}) =>
      Object.fromEntries(
        Object.entries(written(contract, document).responses).flatMap(([status, one]) => {
          if ('$ref' in one) return [[status, one.$ref.replace(/.*\//, '')]];
          const found = Object.entries(one.content ?? {}).map(([type, { schema }]) => [type, schema]);
          return [[status, Object.fromEntries(found) as unknown]];
        }),
      );
    const error = (status: string, schema: Schema | undefined, mediaType: string = json): Response => ({
      ...response(status),
      content: schema === undefined ? [] : [{ mediaType, schema }],
    });

    it.each<[string, Partial<Operation>, object]>([
      [
        'as a second media type',
        { parameters: [owner], responses: [error('400', pet)] },
        { 400: { [json]: pet, [problems]: problem } },
      ],
      [
        'to one without a body',
        { parameters: [owner], responses: [error('400', undefined)] },
        { 400: { [problems]: problem } },
      ],
      [
        'as a second schema of the same media type',
        { parameters: [owner], responses: [error('400', pet, problems)] },
        { 400: { [problems]: { anyOf: [pet, problem] } } },
      ],
      [
        'as one more of several schemas',
        { parameters: [owner], responses: [error('400', { anyOf: [pet, { type: 'null' }] }, problems)] },
        { 400: { [problems]: { anyOf: [pet, { type: 'null' }, problem] } } },
      ],
      [
        'beside a oneOf, which a value of both would violate',
        { parameters: [owner], responses: [error('400', { oneOf: [pet, { type: 'null' }] }, problems)] },
        { 400: { [problems]: { anyOf: [{ oneOf: [pet, { type: 'null' }] }, problem] } } },
      ],
      [
        'unless it is there',
        {
          parameters: [owner],
          body,
          responses: [
            error('400', problem, problems),
            error('413', { oneOf: [pet, problem] }, problems),
            error('415', {}, problems),
          ],
        },
        { 400: { [problems]: problem }, 413: { [problems]: { oneOf: [pet, problem] } }, 415: { [problems]: {} } },
      ],
      [
        'unless it is there by another name or in full',
        {
          parameters: [owner],
          body,
          responses: [
            error('400', { $ref: '#/components/schemas/Failure' }, problems),
            error('413', schemas.Problem, problems),
          ],
        },
        {
          400: { [problems]: { $ref: '#/components/schemas/Failure' } },
          413: { [problems]: schemas.Problem },
          415: 'UnsupportedMediaType',
        },
      ],
      [
        'of its class, or of the rest',
        { body, responses: [error('413', pet), error('4XX', pet), error('default', pet)] },
        {
          413: { [json]: pet, [problems]: problem },
          '4XX': { [json]: pet, [problems]: problem },
          default: { [json]: pet, [problems]: problem },
        },
      ],
      [
        'if it is the status of an unexpected error',
        { responses: [error('500', pet), error('503', pet), error('5XX', pet)] },
        { 500: { [json]: pet, [problems]: problem }, 503: { [json]: pet }, '5XX': { [json]: pet } },
      ],
      [
        'and to no other',
        {
          responses: [
            error('400', pet),
            error('401', pet),
            error('404', pet),
            error('405', pet),
            error('413', pet),
            error('4XX', pet),
          ],
        },
        Object.fromEntries(['400', '401', '404', '405', '413', '4XX'].map((status) => [status, { [json]: pet }])),
      ],
      [
        'of the status that the runtime sends',
        { parameters: [owner], security: key, responses: [error('400', pet), error('403', pet), error('422', pet)] },
        {
          400: { [json]: pet },
          401: 'Unauthorized',
          403: { [json]: { anyOf: [pet, problem] } },
          422: { [json]: { anyOf: [pet, problem] } },
        },
      ],
    ])('adds a problem response %s', (name, more, expected) => {
      const document = name.startsWith('of the status')
        ? { 'x-problem': { mediaType: json, status: { 400: 422 } } }
        : {};
      expect(contents(operation('/', more), document)).toEqual(expected);
    });

    it('adds the challenge to a declared 401', () => {
      const own = { name: 'www-authenticate', required: true, schema: { type: 'string' } };
      const headersOf = (responses: Response[], security: Operation['security'] = key) =>
        Object.entries(written(operation('/', { security, responses })).responses).map(([status, one]) =>
          '$ref' in one ? status : [status, one.headers],
        );
      const challenge = { 'WWW-Authenticate': expect.objectContaining({ schema: { type: 'string' } }) as unknown };
      expect(headersOf([error('401', pet), error('403', pet)])).toEqual([
        ['401', challenge],
        ['403', undefined],
      ]);
      expect(headersOf([error('4XX', pet)])).toEqual([['4XX', challenge]]);
      expect(headersOf([{ ...error('401', pet), headers: [own] }, error('403', pet)])[0]).toEqual([
        '401',
        { 'www-authenticate': { required: true, schema: { type: 'string' } } },
      ]);
      expect(headersOf([error('401', pet)], [])).toEqual([['401', undefined]]);
    });

    it('adds a shared response as a component', () => {
      const contract = { parameters: [owner], responses: [error('400', pet)] };
      const { paths, components } = generate([operation('/a', contract), operation('/b', contract)]);
      expect(paths['/b']!.get!.responses).toEqual({ 400: { $ref: '#/components/responses/BadRequest_2' } });
      expect(Object.keys(components!.responses!['BadRequest_2']!.content!)).toEqual([json, problems]);
    });
  });

  it("count the document's own security", () => {
    expect(statuses(operation('/'), { security: key })).toEqual(['200', '401', '403']);
    expect(statuses(operation('/', { security: [] }), { security: key })).toEqual(['200']);
    expect(statuses(operation('/', { security: key }), { security: [{}] })).toEqual(['200', '401', '403']);
  });

  it("writes problem responses as components that name a client's next step", () => {
    const { paths, components } = generate([operation('/', { security: key, body })]);
    expect(paths['/']!.get!.responses).toEqual({
      200: { description: 'As asked' },
      400: { $ref: '#/components/responses/BadRequest' },
      401: { $ref: '#/components/responses/Unauthorized' },
      403: { $ref: '#/components/responses/Forbidden' },
      413: { $ref: '#/components/responses/ContentTooLarge' },
      415: { $ref: '#/components/responses/UnsupportedMediaType' },
    });
    expect(Object.keys(components!.responses!)).toEqual([
      'BadRequest',
      'ContentTooLarge',
      'Forbidden',
      'Unauthorized',
      'UnsupportedMediaType',
    ]);
    expect(components!.responses!['Unauthorized']).toMatchObject({
      headers: { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } },
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    });
    expect(Object.keys(components!.schemas!)).toEqual(['Pet', 'Problem']);
  });
});

describe('list operations', () => {
  it("gives list operations the page's headers on a 2xx response with a body, and the configured sizes", () => {
    const responses = [response('200', { type: 'array' }), response('204'), response('404', pet)];
    const { paths, components } = generate([list('/pets', { responses })]);
    const { parameters, responses: answers } = paths['/pets']!.get!;
    expect(answers).toMatchObject({
      200: {
        headers: {
          Link: { $ref: '#/components/headers/Link' },
          'X-Total-Count': { $ref: '#/components/headers/X-Total-Count' },
        },
      },
    });
    expect(answers['204']).not.toHaveProperty('headers');
    expect(answers['404']).not.toHaveProperty('headers');
    expect(components!.headers).toMatchObject({
      Link: { schema: { type: 'string' } },
      'X-Total-Count': { schema: { type: 'integer' } },
    });
    expect(parameters!.find((parameter) => 'name' in parameter && parameter.name === 'page_size')).toMatchObject({
      schema: { default: 20, maximum: 100 },
    });
  });

  it('document a total that every response has', () => {
    const envelope = { items: 'pets', total: 'count', countsAlways: true } as const;
    const counted = list('/pets', { paging: { ...limits, envelope } });
    expect(generate([counted, list('/others')]).paths['/pets']!.get!.responses).toMatchObject({
      200: {
        headers: {
          Link: { $ref: '#/components/headers/Link' },
          'X-Total-Count': { description: 'The total number of rows.', schema: { type: 'integer', minimum: 0 } },
        },
      },
    });
  });

  it('keep their own header', () => {
    const headers = [{ name: 'LINK', required: true, schema: { type: 'string' } }];
    const { responses } = written(list('/pets', { responses: [response('200', pet, { headers })] }));
    expect(Object.keys((responses['200'] as { headers: object }).headers)).toEqual(['LINK', 'X-Total-Count']);
  });

  it('gives these headers to no other operation', () => {
    expect(
      generate([operation('/pets', { responses: [response('200', { type: 'array' })] })]).components,
    ).toBeUndefined();
  });
});

describe('what operations share', () => {
  it('makes a component of what operations share, and not of what one has alone', () => {
    const { paths, components } = generate([
      operation('/a', { parameters: [owner, { ...owner, name: 'alone' }] }),
      operation('/b', { parameters: [owner] }),
    ]);
    expect(components!.parameters).toEqual({ owner: { name: 'owner', in: 'query', schema: { type: 'string' } } });
    expect(paths['/a']!.get!.parameters).toEqual([
      { $ref: '#/components/parameters/owner' },
      { name: 'alone', in: 'query', schema: { type: 'string' } },
    ]);
  });

  it('shares what differs in the order of keywords, and nothing that differs otherwise', () => {
    const { components } = generate([
      operation('/a', { parameters: [sized({ minimum: 1, maximum: 2 })] }),
      operation('/b', { parameters: [sized({ maximum: 2, minimum: 1 })] }),
      operation('/c', { parameters: [sized({ minimum: 1, maximum: 3 })] }),
    ]);
    expect(components!.parameters).toEqual({ size: { name: 'size', in: 'query', schema: { minimum: 1, maximum: 2 } } });
  });

  it('gives components names that do not clash', () => {
    const variants: Parameter[] = [
      owner,
      { ...owner, in: 'header' },
      { ...owner, required: true },
      { ...owner, description: 'Whose' },
      { ...owner, name: 'owner_header' },
      { ...owner, deprecated: true },
      { ...owner, name: 'filter[größe]' },
      { ...owner, name: '鳥' },
    ];
    const { components } = generate(
      variants.flatMap((parameter, i) => [
        operation(`/a${i}`, { parameters: [parameter] }),
        operation(`/b${i}`, { parameters: [parameter] }),
      ]),
    );
    expect(Object.entries(components!.parameters!).map(([name, value]) => [name, value.name])).toEqual([
      ['filter_gr_e', 'filter[größe]'],
      ['owner', 'owner'],
      ['owner_header', 'owner'],
      ['owner_header_query', 'owner_header'],
      ['owner_query', 'owner'],
      ['owner_query_2', 'owner'],
      ['owner_query_3', 'owner'],
      ['unnamed', '鳥'],
    ]);
  });

  it('names responses by what they bring, or by their status', () => {
    const responses = [
      response('200', pet),
      response('201', pet),
      response('202', { type: 'array', items: pet }),
      response('203', { type: 'object', properties: { pets: { type: 'array', items: pet, 'x-items': true } } }),
      response('204'),
      response('400', pet),
      response('404', pet),
      response('499'),
      response('5XX'),
      response('default'),
    ];
    const { paths, components } = generate([operation('/a', { responses }), operation('/b', { responses })]);
    expect(paths['/b']!.get!.responses).toEqual({
      200: { $ref: '#/components/responses/Pet' },
      201: { $ref: '#/components/responses/Pet_201' },
      202: { $ref: '#/components/responses/PetList' },
      203: { $ref: '#/components/responses/PetPage' },
      204: { $ref: '#/components/responses/NoContent' },
      // BadRequest is what the runtime answers.
      400: { $ref: '#/components/responses/BadRequest_2' },
      404: { $ref: '#/components/responses/NotFound' },
      499: { $ref: '#/components/responses/Status499' },
      '5XX': { $ref: '#/components/responses/ServerError' },
      default: { $ref: '#/components/responses/Default' },
    });
    expect(components!.responses!['NotFound']).toEqual({
      description: 'As asked',
      content: { 'application/json': { schema: pet } },
    });
  });
});

describe('components', () => {
  it('lists the schemas that an operation reaches, sorted', () => {
    const { components } = generate(
      [operation('/', { responses: [response('200', { $ref: '#/components/schemas/Zoo' })] })],
      {
        Zoo: { items: { $ref: '#/components/schemas/Pet' } },
        Unused: { $ref: '#/components/schemas/Lost' },
        Lost: {},
        Pet: {
          oneOf: [{ $ref: '#/components/schemas/Zoo' }],
          discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
        },
        Cat: { not: { $ref: '#/components/schemas/Name/properties/first' } },
        Name: {},
      },
    );
    expect(Object.keys(components!)).toEqual(['schemas']);
    expect(Object.keys(components!.schemas!)).toEqual(['Cat', 'Name', 'Pet', 'Zoo']);
  });

  it('keeps the security schemes of the base document', () => {
    const components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } };
    expect(generate([operation('/')], schemas, { components }).components).toEqual(components);
    const document = generate([list('/')], schemas, { components });
    expect(Object.keys(document.components!)).toEqual(['schemas', 'responses', 'headers', 'securitySchemes']);
  });
});

describe('the document', () => {
  it("takes the base document's fields over the defaults, in the specification's order", () => {
    const document = generate([operation('/')], schemas, {
      'x-first': true,
      externalDocs: { url: 'https://pets.test' },
      tags: [{ name: 'b', description: 'B' }],
      security: [{ key: [] }],
      servers: [{ url: 'https://api.pets.test' }],
      info: { license: { name: 'MIT' }, title: 'My pets', 'x-team': 'p' },
      components: { securitySchemes: { key: { type: 'http', scheme: 'basic' } } },
    });
    expect(Object.keys(document)).toEqual([
      'openapi',
      'info',
      'servers',
      'paths',
      'components',
      'security',
      'tags',
      'externalDocs',
      'x-first',
    ]);
    expect(JSON.stringify(document.info)).toBe(
      '{"title":"My pets","license":{"name":"MIT"},"version":"1.0.0","x-team":"p"}',
    );
    expect(document).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'https://api.pets.test' }],
      security: [{ key: [] }],
    });
  });

  it('documents ETags and conditional writes', () => {
    const get = operation('/pets', { etag: true, responses: [response('200', { type: 'string' }), response('404')] });
    const put = operation('/pets', { method: 'PUT', conditional: true });
    const remove = operation('/pets', { method: 'DELETE', conditional: true, responses: [response('412')] });
    const { paths, components } = generate([get, put, remove]);
    const item = paths['/pets']!;
    const headersOf = (method: 'get' | 'put' | 'delete'): unknown =>
      item[method]!.parameters?.map((part) => ('name' in part ? [part.name, part.required ?? false] : part.$ref));
    expect(headersOf('get')).toEqual([
      ['If-None-Match', false],
      ['If-Match', false],
    ]);
    expect(headersOf('put')).toEqual([
      ['If-Match', false],
      ['If-None-Match', false],
    ]);
    expect(headersOf('delete')).toEqual([['If-Match', true]]);
    expect(Object.keys(item.get!.responses)).toEqual(['200', '304', '404', '412']);
    const tag = { ETag: { $ref: '#/components/headers/ETag' } };
    expect(item.get!.responses).toMatchObject({ 200: { headers: tag }, 304: { headers: tag } });
    expect(Object.keys(item.put!.responses)).toEqual(['200', '400', '412', '428']);
    expect(item.put!.responses).toMatchObject({
      412: { $ref: '#/components/responses/VersionMismatch' },
      428: { $ref: '#/components/responses/ConditionRequired' },
    });
    expect(item.delete!.responses['412']).toMatchObject({ content: { 'application/problem+json': {} } });
    expect(components?.headers).toHaveProperty('ETag');
  });

  it('documents idempotency keys', () => {
    const post = operation('/pets', { method: 'POST', idempotent: 'optional' });
    const patch = operation('/pets', { method: 'PATCH', idempotent: 'required', responses: [response('409')] });
    const item = generate([post, patch]).paths['/pets']!;
    const key = { name: 'Idempotency-Key', in: 'header' };
    expect(item.post!.parameters).toMatchObject([key]);
    expect(item.patch!.parameters).toMatchObject([{ ...key, required: true }]);
    expect(item.post!.responses).toMatchObject({
      409: { $ref: '#/components/responses/KeyInUse' },
      422: { $ref: '#/components/responses/KeyMismatch' },
    });
    expect(item.patch!.responses['409']).toMatchObject({ content: { 'application/problem+json': {} } });
  });

  it('leaves a header to the comment that declares it', () => {
    const declared: Parameter = { name: 'idempotency-key', in: 'header', required: true, schema: { type: 'string' } };
    const post = operation('/pets', { method: 'POST', idempotent: 'optional', parameters: [declared] });
    expect(generate([post]).paths['/pets']!.post!.parameters).toHaveLength(1);
  });

  it('documents the end of an operation', () => {
    const old = operation('/pets', {
      description: 'Old.',
      deprecated: 'Use dogs.',
      deprecatedOn: '2026-11-01',
      sunset: '2027-05-01',
    });
    const { paths, components } = generate([old, operation('/cats', { deprecated: true, deprecatedOn: '2026-11-01' })]);
    expect(paths['/pets']?.get).toMatchObject({
      description: 'Old.\n\nDeprecated: As of 2026-11-01. Use dogs. It may be removed on 2027-05-01 or later.',
      deprecated: true,
      'x-sunset': '2027-05-01',
      responses: {
        200: {
          headers: {
            Deprecation: { $ref: '#/components/headers/Deprecation' },
            Sunset: { $ref: '#/components/headers/Sunset' },
          },
        },
      },
    });
    expect(paths['/cats']?.get).toMatchObject({ description: 'Deprecated: As of 2026-11-01.' });
    expect(Object.keys(components?.headers ?? {})).toEqual(['Deprecation', 'Sunset']);
  });

  it('writes OpenAPI 3.2 only if the document has a QUERY operation', () => {
    const query = operation('/pets', { method: 'QUERY' });
    expect(generate([query, operation('/pets', {})])).toMatchObject({
      openapi: '3.2.0',
      paths: { '/pets': { get: {}, query: {} } },
    });
    expect(generate([{ ...query, internal: true }]).openapi).toBe('3.1.1');
  });

  it('declares one server and no security by default', () => {
    expect(generate([])).toEqual({
      openapi: '3.1.1',
      info: { title: 'Pets', version: '1.0.0' },
      servers: [{ url: '/' }],
      paths: {},
      security: [],
    });
  });

  it('lists the declared tags, then the used ones, sorted', () => {
    const declared = [{ name: 'z', description: 'Last' }, { name: 'unused' }];
    const { tags } = generate(
      [operation('/', { tags: ['c', 'z', 'a'] }), operation('/b', { tags: ['c', 'b'] })],
      schemas,
      {
        tags: declared,
      },
    );
    expect(tags).toEqual([...declared, { name: 'a' }, { name: 'b' }, { name: 'c' }]);
  });

  it('leaves what it was given as it was, and is the same a second time', () => {
    const operations = [list('/a'), list('/b'), operation('/a', { method: 'POST', tags: ['x'] })];
    const before = JSON.stringify(operations);
    expect(JSON.stringify(generate(operations))).toBe(JSON.stringify(generate(operations)));
    expect(JSON.stringify(operations)).toBe(before);
  });

  it('exports the document as the default of a module', async () => {
    const schema: Schema = JSON.parse('{"properties": {"__proto__": {"type": "string"}}}');
    const document = generate([list('/größe/{a}'), operation('/', { responses: [response('200', schema)] })]);
    const text = generateOpenApiModule(document);
    const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { default: unknown };
    expect(JSON.stringify(module.default)).toBe(JSON.stringify(document));
  });
});
