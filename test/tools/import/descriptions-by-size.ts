/** Makes a description of a size. The second version differs from the first, so that both can be compared. */
export type Sized = (size: number, version: number) => object;

const list = <T>(size: number, item: (i: number) => T): T[] => Array.from({ length: size }, (_, i) => item(i));
const byName = (size: number, item: (i: number) => unknown, name = 'k'): object =>
  Object.fromEntries(list(size, (i) => [`${name}${i}`, item(i)]));
const nested = (size: number, around: (inner: object) => object, inner: object): object =>
  list(size, () => 0).reduce(around, inner);
const ref = (i: number): object => ({ $ref: `#/components/schemas/D${i}` });
const text = (version: number): object => ({ type: version === 0 ? 'string' : 'integer' });
const OK = { responses: { 200: { description: 'OK' } } };

const withPaths = (paths: object, others: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths,
  ...others,
});

const withSchema = (schema: object, schemas: object = {}): object => {
  const content = { 'application/json': { schema } };
  const post = { requestBody: { content }, responses: { 200: { description: 'OK', content } } };
  return withPaths({ '/a': { post } }, { components: { schemas } });
};

/** A chain: each definition has the next one. */
const chain = (size: number, link: (next: object, i: number) => object, last: object): object =>
  withSchema(
    ref(0),
    byName(size, (i) => (i === size - 1 ? last : link(ref(i + 1), i)), 'D'),
  );

/** Definitions that refer to each other. */
const graph = (size: number, definition: (i: number) => object): object =>
  withSchema(ref(0), byName(size, definition, 'D'));

/** Some other number, always the same one. */
const any = (i: number, size: number): number => (Math.imul(i + 7, 0x9e3779b1) >>> 8) % size;

const withPattern = (pattern: string, example: string): object => withSchema({ type: 'string', pattern, example });

/** Descriptions in which one thing grows. */
export const SIZED: { readonly [thing: string]: Sized } = {
  'values of an enum': (size, version) => withSchema({ enum: list(size, (i) => `v${i + version * size}`) }),
  'objects in an enum': (size, version) => withSchema({ enum: list(size, (i) => ({ a: i + version })) }),
  'required properties': (size, version) =>
    withSchema({
      type: 'object',
      required: list(size - version, (i) => `k${i}`),
      properties: byName(size, () => text(0)),
    }),
  properties: (size, version) => withSchema({ type: 'object', properties: byName(size, () => text(version)) }),
  definitions: (size, version) =>
    withSchema(
      { type: 'object', properties: byName(size, ref) },
      byName(size, () => ({ type: 'object', properties: { a: text(version) } }), 'D'),
    ),
  'a chain of references': (size, version) => chain(size, (next) => next, text(version)),
  'a chain of properties': (size, version) =>
    chain(size, (next) => ({ type: 'object', properties: { a: next } }), text(version)),
  'a chain of allOf': (size, version) =>
    chain(size, (next, i) => ({ allOf: [next, { type: 'object', properties: { [`p${i}`]: text(version) } }] }), {
      type: 'object',
    }),
  'a chain of parameters': (size) =>
    withPaths(
      { '/a': { get: { parameters: [{ $ref: '#/components/parameters/P0' }], ...OK } } },
      {
        components: {
          parameters: byName(
            size,
            (i) =>
              i === size - 1
                ? { name: 'a', in: 'query', schema: text(0) }
                : { $ref: `#/components/parameters/P${i + 1}` },
            'P',
          ),
        },
      },
    ),
  'a chain of paths': (size) =>
    withPaths(byName(size, (i) => (i === size - 1 ? { get: OK } : { $ref: `#/paths/~1p${i + 1}` }), '/p')),
  allOf: (size, version) =>
    withSchema({ allOf: list(size, (i) => ({ type: 'object', properties: { [`p${i}`]: text(version) } })) }),
  oneOf: (size, version) =>
    withSchema({
      oneOf: list(size, (i) => ({ type: 'object', required: ['t'], properties: { t: { const: `t${i + version}` } } })),
    }),
  'a mapping': (size, version) =>
    withSchema(
      {
        oneOf: list(size, ref),
        discriminator: { propertyName: 't', mapping: byName(size, (i) => `#/components/schemas/D${i}`) },
      },
      byName(
        size,
        (i) => ({ type: 'object', required: ['t'], properties: { t: text(0), [`p${i}`]: text(version) } }),
        'D',
      ),
    ),
  'objects in objects': (size, version) =>
    withSchema(nested(size, (inner) => ({ type: 'object', properties: { a: inner } }), text(version))),
  'lists of lists': (size, version) => withSchema(nested(size, (items) => ({ type: 'array', items }), text(version))),
  'oneOf in oneOf': (size, version) =>
    withSchema(nested(size, (inner) => ({ oneOf: [inner, { type: 'null' }] }), text(version))),
  'not in not': (size, version) => withSchema(nested(size, (not) => ({ not }), text(version))),
  'a deep example': (size) => withSchema({ type: 'object', example: nested(size, (a) => ({ a }), {}) }),
  paths: (size, version) => withPaths(byName(size, () => ({ get: { deprecated: version === 1, ...OK } }), '/p')),
  'parameters of a path': (size) => withPaths({ [list(size, (i) => `/{p${i}}`).join('')]: { get: OK } }),
  parameters: (size, version) =>
    withPaths({
      '/a': { get: { parameters: list(size, (i) => ({ name: `p${i}`, in: 'query', schema: text(version) })), ...OK } },
    }),
  headers: (size, version) =>
    withPaths({
      '/a': {
        get: { responses: { 200: { description: 'OK', headers: byName(size, () => ({ schema: text(version) })) } } },
      },
    }),
  tags: (size) =>
    withPaths(
      { '/a': { get: { tags: list(size, (i) => `t${i}`), ...OK } } },
      { tags: list(size, (i) => ({ name: `t${i}` })) },
    ),
  scopes: (size, version) =>
    withPaths(
      { '/a': { get: { security: [{ s: list(size, (i) => `x${i + version}`) }], ...OK } } },
      { components: { securitySchemes: { s: { type: 'http', scheme: 'bearer' } } } },
    ),
  examples: (size) => withSchema({ type: 'object', examples: list(size, (i) => ({ a: `x${i}` })) }),
  'media types': (size, version) =>
    withPaths({
      '/a': {
        post: { requestBody: { content: byName(size, () => ({ schema: text(version) }), 'application/x') }, ...OK },
      },
    }),
  'a description': (size) => withPaths({ '/a': { get: { description: 'word '.repeat(size * 20), ...OK } } }),
  'lines of a description': (size) => withPaths({ '/a': { get: { description: 'word @x\n\n'.repeat(size), ...OK } } }),
  'code fences': (size) => withPaths({ '/a': { get: { description: '```\n'.repeat(size), ...OK } } }),
  extensions: (size) => withPaths({ '/a': { get: { ...byName(size, () => 'x', 'x-'), ...OK } } }),
  'a long pattern': (size) => withPattern('a'.repeat(size), 'a'),
  'groups of a pattern': (size) => withPattern(`${'('.repeat(size)}a${')'.repeat(size)}`, 'a'),
  'repetitions of repetitions': (size) =>
    withPattern(`^${'('.repeat(size)}a${'+)+'.repeat(size)}$`, `${'a'.repeat(19)}!`),
  'a pattern of alternatives': (size) => withPattern(`^(?:${list(size, () => 'a').join('|')})*$`, `${'a'.repeat(19)}!`),
  'optional parts of a pattern': (size) => withPattern(`^(?:a?){${size}}a{${size}}$`, 'a'.repeat(size)),
  'counted repetitions': (size) => withPattern(`^(?:a{${size}}){${size}}$`, 'a'),
  'the text of a quadratic pattern': (size) => withPattern('^a*a*$', `${'a'.repeat(size * 500)}!`),
  'the name of a property with a slow pattern': (size) =>
    withSchema({
      type: 'object',
      properties: { [`${'a'.repeat(size)}!`]: text(0) },
      patternProperties: { '^(?:a+)+$': text(0) },
    }),
  'a ring': (size, version) =>
    graph(size, (i) => ({ type: 'object', properties: { a: ref((i + 1) % size), b: text(version) } })),
  'a ring of allOf': (size, version) =>
    graph(size, (i) => ({ allOf: [ref((i + 1) % size), { properties: { [`p${i}`]: text(version) } }] })),
  'a ring of oneOf': (size, version) =>
    graph(size, (i) => ({ oneOf: [{ properties: { a: ref((i + 1) % size) } }, text(version)] })),
  'a clique': (size, version) => {
    const count = Math.ceil(Math.sqrt(size)) * 2;
    return graph(count, () => ({ properties: byName(count, ref), additionalProperties: text(version) }));
  },
  'a clique of anyOf': (size, version) => {
    const count = Math.ceil(Math.sqrt(size));
    return graph(count, () => ({ anyOf: [...list(count, ref), text(version)] }));
  },
  'any references': (size, version) =>
    graph(size, (i) => ({ properties: { a: ref(any(i, size)), b: ref(any(i + size, size)), c: text(version) } })),
  'any references of oneOf': (size, version) =>
    graph(size, (i) => ({
      oneOf: [ref(any(i, size)), { properties: { a: ref(any(i * 2, size)), b: text(version) } }],
    })),
  'a graph': (size, version) =>
    graph(size, (i) => {
      const properties = list(10, (j) => {
        const other = ref(any(i * 10 + j, size));
        return [`r${j}`, j % 2 === 0 ? other : { type: 'array', items: other }] as const;
      });
      return {
        type: 'object',
        required: ['a'],
        properties: { a: text(i % 7 === 0 ? version : 0), ...Object.fromEntries(properties) },
      };
    }),
  'negations in allOf': (size, version) =>
    withSchema({ allOf: list(size, (i) => ({ not: { const: i + version * size } })) }),
  'allOf that doubles': (size, version) =>
    chain(Math.ceil(size / 4), (next) => ({ allOf: [next, next] }), { properties: { a: text(version) } }),
  'conditions that double': (size, version) =>
    chain(Math.ceil(size / 4), (next) => ({ if: next, then: next }), text(version)),
  'definitions that double': (size) =>
    chain(
      Math.ceil(size / 4),
      (next) => ({ type: 'object', required: ['a', 'b'], properties: { a: next, b: next } }),
      text(0),
    ),
};
