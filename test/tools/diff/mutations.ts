import type { RawDocument } from './raw-document.ts';
import { resolve } from '../../build/openapi/github.ts';
import type { Keys, SchemaPlace } from './locations.ts';
import { getIn, schemaPlaces, setIn, settled } from './locations.ts';

/** A change of a document, and the check of oasdiff that is about it. */
export interface Mutation {
  readonly check: string;
  readonly before: RawDocument;
  readonly after: RawDocument;
}

type Random = (below: number) => number;
type JsonSchema = Record<string, any>;
type Mutate = (schema: JsonSchema, place: SchemaPlace) => JsonSchema | undefined;

const omit = ({ ...schema }: JsonSchema, keyword: string): JsonSchema => {
  delete schema[keyword];
  return schema;
};
const isRequest = ({ subject }: SchemaPlace): boolean => subject.startsWith('request');
const isType = (schema: JsonSchema, ...types: string[]): boolean => types.includes(schema['type'] as string);
const isNumber = (schema: JsonSchema): boolean => isType(schema, 'integer', 'number') && schema['enum'] === undefined;
const isText = (schema: JsonSchema): boolean => isType(schema, 'string') && schema['enum'] === undefined;
const isFree = (schema: JsonSchema): boolean => isText(schema) && schema['format'] === undefined;

/** Sets a keyword that a schema does not have. */
const set =
  (test: (schema: JsonSchema) => boolean, keyword: string, value: unknown): Mutate =>
  (schema, place) =>
    isRequest(place) && test(schema) && schema[keyword] === undefined ? { ...schema, [keyword]: value } : undefined;

/** Makes two versions that both have the keyword: the first result is the one before. */
interface Twice {
  readonly from: Mutate;
  readonly to: Mutate;
}

const twice = (test: (schema: JsonSchema) => boolean, keyword: string, from: unknown, to: unknown): Twice => ({
  from: (schema) => (test(schema) && schema[keyword] === undefined ? { ...schema, [keyword]: from } : undefined),
  to: (schema) => ({ ...schema, [keyword]: to }),
});

const both = (
  name: string,
  keyword: string,
  test: (schema: JsonSchema) => boolean,
  low: number,
  high: number,
): [string, Mutate | Twice][] =>
  keyword.startsWith('min') || keyword === 'exclusiveMinimum'
    ? [
        [`request ${name}-increased`, twice(test, keyword, low, high)],
        [`response ${name}-decreased`, twice(test, keyword, high, low)],
      ]
    : [
        [`request ${name}-decreased`, twice(test, keyword, high, low)],
        [`response ${name}-increased`, twice(test, keyword, low, high)],
      ];

const isArray = (schema: JsonSchema): boolean => isType(schema, 'array');
const isObject = (schema: JsonSchema): boolean => schema['properties'] !== undefined;
const oneOf = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, { type: 'object', required: ['one'] }] });

/** Mutations of one schema, by the direction and the end of the check's name. */
const SCHEMA_MUTATIONS: readonly (readonly [check: string, mutate: Mutate | Twice])[] = [
  ['request type-changed', (schema) => (isNumber(schema) ? { type: 'boolean' } : undefined)],
  ['request type-changed', (schema) => (isText(schema) ? { type: 'object' } : undefined)],
  ['request type-changed', (schema) => (isType(schema, 'boolean') ? { type: 'integer' } : undefined)],
  ['request type-changed', (schema) => (isArray(schema) ? { type: 'object' } : undefined)],
  [
    'request type-changed',
    (schema, place) =>
      isFree(schema) && place.subject !== 'request-parameter' ? { ...schema, format: 'date-time' } : undefined,
  ],
  ['response type-changed', (schema) => (isText(schema) ? { type: 'integer' } : undefined)],
  ['response type-changed', (schema) => (isNumber(schema) ? { type: 'string' } : undefined)],
  ['response type-changed', (schema) => (isArray(schema) ? { type: 'object' } : undefined)],
  [
    'response type-generalized',
    (schema) => (isType(schema, 'integer') ? { ...schema, type: 'number', format: undefined } : undefined),
  ],
  [
    'request became-not-nullable',
    (schema) =>
      schema['nullable'] === true && schema['type'] !== undefined && schema['enum'] === undefined
        ? { ...schema, nullable: false }
        : undefined,
  ],
  [
    'response became-nullable',
    (schema) =>
      schema['nullable'] !== true && schema['type'] !== undefined && schema['enum'] === undefined
        ? { ...schema, nullable: true }
        : undefined,
  ],
  [
    'request enum-value-removed',
    (schema) => (schema['enum']?.length > 1 ? { ...schema, enum: schema['enum'].slice(1) } : undefined),
  ],
  [
    'response enum-value-added',
    (schema) =>
      schema['enum'] === undefined || schema['type'] !== 'string'
        ? undefined
        : { ...schema, enum: [...schema['enum'], 'added'] },
  ],
  ['request became-enum', (schema) => (isFree(schema) ? { ...schema, enum: ['only'] } : undefined)],
  [
    'request const-added',
    (schema, { subject }) =>
      isFree(schema) && !subject.startsWith('request-parameter') ? { ...schema, const: 'only' } : undefined,
  ],
  [
    'response const-removed',
    {
      from: (schema) => (isFree(schema) ? { ...schema, const: 'only' } : undefined),
      to: (schema) => omit(schema, 'const'),
    },
  ],
  ['response const-changed', twice(isFree, 'const', 'a', 'b')],
  ['request max-length-set', set(isFree, 'maxLength', 3)],
  ['request max-set', set(isNumber, 'maximum', 10)],
  ['request min-set', set(isNumber, 'minimum', 10)],
  ['request exclusive-max-set', set(isNumber, 'exclusiveMaximum', 10)],
  ['request exclusive-min-set', set(isNumber, 'exclusiveMinimum', 10)],
  ['request min-items-set', set(isArray, 'minItems', 3)],
  ['request min-length-increased', set(isFree, 'minLength', 5)],
  ['request pattern-added', set(isFree, 'pattern', '^x-[0-9]+$')],
  ['request pattern-changed', twice(isFree, 'pattern', '^[a-z0-9]+$', '^[0-9]+$')],
  ...both('max', 'maximum', (schema) => isNumber(schema) && schema['minimum'] === undefined, 10, 20),
  ...both('min', 'minimum', (schema) => isNumber(schema) && schema['maximum'] === undefined, 10, 20),
  ...both('max-length', 'maxLength', isFree, 10, 20),
  ...both('min-length', 'minLength', isFree, 10, 20),
  ...both('min-items', 'minItems', isArray, 1, 3),
  ...both('max-items', 'maxItems', isArray, 3, 5),
  [
    'response max-length-unset',
    {
      from: (schema) => (isFree(schema) && schema['maxLength'] === undefined ? { ...schema, maxLength: 9 } : undefined),
      to: (schema) => omit(schema, 'maxLength'),
    },
  ],
  [
    'response min-items-unset',
    {
      from: (schema) => (isArray(schema) && schema['minItems'] === undefined ? { ...schema, minItems: 2 } : undefined),
      to: (schema) => omit(schema, 'minItems'),
    },
  ],
  [
    'request any-of-removed',
    {
      from: (schema) => (isFree(schema) ? { anyOf: [schema, { type: 'integer' }, { type: 'array' }] } : undefined),
      to: ({ anyOf }) => ({ anyOf: anyOf.slice(0, 2) }),
    },
  ],
  [
    'request one-of-removed',
    {
      from: (schema) => (isObject(schema) ? { oneOf: [{ type: 'boolean' }, { type: 'array' }, schema] } : undefined),
      to: ({ oneOf: members }) => ({ oneOf: members.slice(1) }),
    },
  ],
  [
    'response one-of-added',
    {
      from: (schema) => (isObject(schema) ? { oneOf: [{ type: 'boolean' }, schema] } : undefined),
      to: ({ oneOf: members }) => ({ oneOf: [...members, { type: 'array' }] }),
    },
  ],
  [
    'request wrapped-in-one-of',
    (schema, { subject }) =>
      isObject(schema) && subject === 'request-body'
        ? {
            oneOf: [
              { type: 'object', required: ['one'] },
              { type: 'object', required: ['two'] },
            ],
          }
        : undefined,
  ],
  ['response one-of-added', (schema) => (isObject(schema) ? oneOf(schema) : undefined)],
  ['request not-added', set(isObject, 'not', { minProperties: 1 })],
  ['request property-names-added', set(isObject, 'propertyNames', { maxLength: 4 })],
  ['request contains-added', set(isArray, 'contains', { const: 'one' })],
  [
    'request dependent-required-added',
    (schema) =>
      Object.keys(schema['properties'] ?? {}).length < 2
        ? undefined
        : { ...schema, dependentRequired: { [Object.keys(schema['properties'])[0]!]: ['other'] } },
  ],
  [
    'request dependent-schema-added',
    (schema) =>
      isObject(schema)
        ? { ...schema, dependentSchemas: { [Object.keys(schema['properties'])[0]!]: { required: ['other'] } } }
        : undefined,
  ],
  ['request pattern-property-added', set(isObject, 'patternProperties', { '^[a-z]': { type: 'array', maxItems: 0 } })],
  [
    'request unevaluated-properties-added',
    set((schema) => isObject(schema) && schema['additionalProperties'] === undefined, 'unevaluatedProperties', false),
  ],
  [
    'request if-added',
    (schema, place) =>
      isObject(schema) && isRequest(place) ? { ...schema, if: {}, then: { required: ['added'] } } : undefined,
  ],
  ['request additional-properties-disallowed', set(isObject, 'additionalProperties', false)],
  ['request max-properties-set', set(isObject, 'maxProperties', 0)],
  ['request unique-items-set', set(isArray, 'uniqueItems', true)],
  ['request multiple-of-changed', set(isNumber, 'multipleOf', 7)],
  [
    'response additional-properties-allowed',
    (schema) => (schema['additionalProperties'] === false ? { ...schema, additionalProperties: true } : undefined),
  ],
  [
    'request default-value-changed',
    (schema) => (schema['default'] !== undefined && isText(schema) ? { ...schema, default: 'other' } : undefined),
  ],
  ['request default-value-removed', ({ default: value, ...schema }) => (value === undefined ? undefined : schema)],
  ['request default-value-added', set(isFree, 'default', 'given')],
];

/** Mutations of a property of an object: the whole name of the check. */
type PropertyMutation = (
  object: JsonSchema,
  name: string,
  isRequired: boolean,
) => readonly [check: string, JsonSchema] | undefined;

const without = (object: JsonSchema, name: string): JsonSchema => {
  const { [name]: _, ...properties } = object['properties'] as JsonSchema;
  return { ...object, properties, required: ((object['required'] ?? []) as string[]).filter((one) => one !== name) };
};
const needed = (object: JsonSchema, name: string): string[] => [...((object['required'] ?? []) as string[]), name];

const REQUEST_PROPERTY: readonly PropertyMutation[] = [
  (object, name) => ['request-property-removed', without(object, name)],
  (object) => [
    'new-required-request-property',
    {
      ...object,
      properties: { ...object['properties'], added: { type: 'string' } },
      required: needed(object, 'added'),
    },
  ],
  (object, name, isRequired) => {
    if (isRequired)
      return [
        'request-property-became-optional',
        { ...object, required: object['required'].filter((one: string) => one !== name) },
      ];
    const ending = object['properties'][name].default === undefined ? '' : '-with-default';
    return [`request-property-became-required${ending}`, { ...object, required: needed(object, name) }];
  },
];
const RESPONSE_PROPERTY: readonly PropertyMutation[] = [
  (object, name, isRequired) => [
    `response-${isRequired ? 'required' : 'optional'}-property-removed`,
    without(object, name),
  ],
  (object, name, isRequired) =>
    isRequired
      ? [
          'response-property-became-optional',
          { ...object, required: object['required'].filter((one: string) => one !== name) },
        ]
      : ['response-property-became-required', { ...object, required: needed(object, name) }],
];

/** Mutations of an operation: the check, and the document after it. */
type OperationMutation = (
  document: RawDocument,
  keys: Keys,
  random: Random,
) => readonly [check: string, after: RawDocument, before?: RawDocument] | undefined;

const QUERY = { name: 'added', in: 'query', required: true, schema: { type: 'string' } };

const OPERATION_MUTATIONS: readonly OperationMutation[] = [
  (document, keys) => [
    (getIn(document, keys) as any).deprecated === true
      ? 'api-path-removed-with-deprecation'
      : 'api-path-removed-without-deprecation',
    setIn(document, keys.slice(0, 2), undefined),
  ],
  (document, keys) => {
    const before = setIn(document, [...keys.slice(0, 2), 'trace'], { responses: {} });
    return [
      (getIn(document, keys) as any).deprecated === true
        ? 'api-removed-with-deprecation'
        : 'api-removed-without-deprecation',
      setIn(before, keys, undefined),
      before,
    ];
  },
  (document, keys) => [
    'new-required-request-parameter',
    setIn(document, [...keys, 'parameters'], [...(getIn(document, [...keys, 'parameters']) ?? []), QUERY]),
  ],
  ofParameter(({ in: place, required }) =>
    place === 'query' && required !== true ? ['request-parameter-became-required', { required: true }] : undefined,
  ),
  ofParameter(({ in: place, deprecated }) =>
    place === 'query' && deprecated !== true ? ['request-parameter-removed', undefined] : undefined,
  ),
  ofParameter(({ in: place, deprecated }) =>
    place === 'query' && deprecated === true ? ['request-parameter-removed-with-deprecation', undefined] : undefined,
  ),
  ofBody((body) =>
    body.required === true ? undefined : ['request-body-became-required', { ...body, required: true }],
  ),
  ofBody(() => ['request-body-removed', undefined]),
  ofBody(({ content, ...body }) => {
    const [type, ...types] = Object.keys(content);
    const other = type === 'application/xml' ? 'text/plain' : 'application/xml';
    return [
      'request-body-media-type-removed',
      {
        ...body,
        content: { [other]: content[type!], ...Object.fromEntries(types.map((name) => [name, content[name]])) },
      },
    ];
  }),
  (document, keys) =>
    getIn(document, [...keys, 'requestBody']) === undefined && ['post', 'put', 'patch'].includes(String(keys[2]))
      ? [
          'request-body-added-required',
          setIn(document, [...keys, 'requestBody'], {
            required: true,
            content: { 'application/json': { schema: { type: 'object' } } },
          }),
        ]
      : undefined,
  ofResponse((status) => (status.startsWith('2') ? ['response-success-status-removed', undefined] : undefined)),
  ofResponse((status) => (status.startsWith('4') ? ['response-non-success-status-removed', undefined] : undefined)),
  ofResponse((_, response) => {
    const [type, ...types] = Object.keys(response.content ?? {});
    return type === undefined
      ? undefined
      : [
          'response-media-type-removed',
          { ...response, content: Object.fromEntries(types.map((name) => [name, response.content[name]])) },
        ];
  }),
  ofResponse((_, response) => {
    const [name, ...names] = Object.keys(response.headers ?? {});
    return name === undefined
      ? undefined
      : [
          'optional-response-header-removed',
          { ...response, headers: Object.fromEntries(names.map((one) => [one, response.headers[one]])) },
        ];
  }),
];

function ofParameter(mutate: (parameter: any) => readonly [string, object | undefined] | undefined): OperationMutation {
  return (document, keys, random) => {
    const parameters = (getIn(document, [...keys, 'parameters']) ?? []) as object[];
    if (parameters.length === 0) return undefined;
    const index = random(parameters.length);
    const parameter = resolve<object>(document, parameters[index]!);
    const found = mutate(parameter);
    if (found === undefined) return undefined;
    const next = found[1] === undefined ? undefined : { ...parameter, ...found[1] };
    return [found[0], setIn(document, [...keys, 'parameters', index], next)];
  };
}

function ofBody(mutate: (body: any) => readonly [string, object | undefined] | undefined): OperationMutation {
  return (document, keys) => {
    const raw = getIn(document, [...keys, 'requestBody']) as object | undefined;
    const found = raw && mutate(resolve<object>(document, raw));
    return found && [found[0], setIn(document, [...keys, 'requestBody'], found[1])];
  };
}

function ofResponse(
  mutate: (status: string, response: any) => readonly [string, object | undefined] | undefined,
): OperationMutation {
  return (document, keys, random) => {
    const responses = Object.entries(getIn(document, [...keys, 'responses']) as Record<string, object>);
    const [status, raw] = responses[random(responses.length)]!;
    const found = mutate(status, resolve<object>(document, raw));
    return found && [found[0], setIn(document, [...keys, 'responses', status], found[1])];
  };
}

/** A document of one operation, with the components that it reaches: the others would only take time. */
function onlyOperation(document: RawDocument, path: string, method: string): RawDocument {
  const operation = document.paths[path]![method]!;
  const components: Record<string, Record<string, object>> & RawDocument['components'] = { schemas: {} };
  const parts: unknown[] = [operation];
  for (const part of parts) {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/([^/"]+)\/([^/"]+)[/"]/gu)) {
      const found = (components[kind!] ??= {});
      if (found[name!] !== undefined) continue;
      found[name!] = getIn(document, ['components', kind!, name!]) as object;
      parts.push(found[name!]);
    }
  }
  return { ...document, paths: { [path]: { [method]: operation } }, components };
}

/** Changes one operation of a document at random; undefined if the chosen mutation does not apply to it. */
export function mutateAtRandom(document: RawDocument, random: Random): Mutation | undefined {
  const paths = Object.keys(document.paths);
  const path = paths[random(paths.length)]!;
  const methods = Object.keys(document.paths[path]!);
  const method = methods[random(methods.length)]!;
  const keys = ['paths', path, method];
  const before = onlyOperation(document, path, method);
  const kind = random(5);
  if (kind === 0) {
    const found = OPERATION_MUTATIONS[random(OPERATION_MUTATIONS.length)]!(before, keys, random);
    return found && { check: found[0], before: found[2] ?? before, after: found[1] };
  }
  const places = schemaPlaces(before, keys).filter((place) => kind < 3 || isRequest(place));
  if (places.length === 0) return undefined;
  const place = places[random(places.length)]!;
  return kind === 1 ? mutateProperty(before, place, random) : mutateSchema(before, place, random);
}

function mutateSchema(before: RawDocument, place: SchemaPlace, random: Random): Mutation | undefined {
  const direction = isRequest(place) ? 'request' : 'response';
  const fitting = SCHEMA_MUTATIONS.filter(([check]) => check.startsWith(direction));
  const [name, change] = fitting[random(fitting.length)]!;
  const check = checkName(place, name.slice(direction.length + 1));
  const from = typeof change === 'function' ? place.schema : change.from(place.schema, place);
  const changed = from && (typeof change === 'function' ? change(from, place) : change.to(from, place));
  if (from === undefined || changed === undefined) return undefined;
  // Without members that are undefined, which no document has.
  const to = JSON.parse(JSON.stringify(changed)) as JsonSchema;
  const way = WAYS[random(WAYS.length)]!;
  const beside = BESIDE[random(BESIDE.length)]!;
  return { check, before: way(before, place.keys, from, beside), after: way(before, place.keys, to, beside) };
}

/** Constraints that refuse nothing, to stand beside a schema in an `allOf`. */
const BESIDE: readonly JsonSchema[] = [
  { description: 'Beside' },
  { pattern: '' },
  { not: { const: 'never' } },
  { anyOf: [{}, { const: 'never' }] },
];

/** Ways to write a schema at a place. */
const WAYS: readonly ((document: RawDocument, keys: Keys, schema: JsonSchema, beside: JsonSchema) => RawDocument)[] = [
  (document, keys, schema) => setIn(document, keys, schema),
  (document, keys, schema, beside) => setIn(document, keys, { allOf: [schema, beside] }),
  (document, keys, schema, beside) => setIn(document, keys, { allOf: [beside, schema] }),
  (document, keys, schema, beside) =>
    setIn(setIn(document, ['components', 'schemas', 'inside'], schema), keys, {
      allOf: [{ $ref: '#/components/schemas/inside' }, beside],
    }),
];

/** The checks about properties of parameters that oasdiff has; the others are about properties of any request. */
const OF_PARAMETER_PROPERTY = ['became-not-nullable', 'enum-value-removed', 'type-changed'];

function checkName({ subject }: SchemaPlace, change: string): string {
  const start =
    subject === 'request-parameter-property' && !OF_PARAMETER_PROPERTY.includes(change) ? 'request-property' : subject;
  return `${start}-${change}`;
}

function mutateProperty(before: RawDocument, place: SchemaPlace, random: Random): Mutation | undefined {
  const { schema, keys } = place;
  const names = Object.keys((schema['properties'] ?? {}) as object);
  if (names.length === 0) return undefined;
  const name = names[random(names.length)]!;
  const all = isRequest(place) ? REQUEST_PROPERTY : RESPONSE_PROPERTY;
  const found = all[random(all.length)]!(schema, name, ((schema['required'] ?? []) as string[]).includes(name));
  return found && { check: found[0], before, after: setIn(before, settled(before, keys), found[1]) };
}
