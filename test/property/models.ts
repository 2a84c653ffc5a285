import * as fc from 'fast-check';
import type {
  Body,
  Content,
  Header,
  Method,
  Operation,
  Parameter,
  Response,
  Schema,
} from '../../src/shared/contract/operation.ts';
import type { Style } from './print.ts';
import { inlineText, schema, valuesOf } from './schemas.ts';

// Operations that a comment can say.

/** The security schemes that the tests declare. */
export const SCHEMES = ['key', 'login', 'x-token'];

const WORDS = [
  ...'Pets of all sizes. größe 鳥 😀 — <b>bold</b> & (a: 1) [x] `code` "q" {@link Pet} *soft* ** * - -- : = # | // /* a=b @ x@example.com it\'s 100% ${x} $& \\ \\n {a} } { ) ]'.split(
    ' ',
  ),
  'two  spaces',
];

/** A line of prose; one that begins with `@` would be a directive. */
const line: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...WORDS), weight: 4 },
      { arbitrary: fc.string({ maxLength: 3, unit: 'grapheme' }), weight: 1 },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.join(' ').trim())
  .filter((text) => text !== '' && !/^[\s*]*@|\*\/|[\r\n]|^```/.test(text));

const oneLine = line.map((of) => of.replaceAll(/\s+/g, ' '));

const FENCE = '```ts\n@Get()\n\n  list() {}\n```';

/** One line or several. They are read without their common margin, so one after the first is not indented. */
const prose: fc.Arbitrary<string> = fc
  .tuple(
    line,
    fc.array(line, { maxLength: 1 }),
    fc.array(
      fc.oneof(
        line.map((of) => `  ${of}`),
        fc.constant(FENCE),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([first, second, more]) => [first, ...second, ...(second.length === 0 ? [] : more)].join('\n'));

const example = (of: Schema): fc.Arbitrary<{ example?: unknown }> => {
  const values = valuesOf(of);
  return values === undefined
    ? fc.constant({})
    : fc.option(values, { freq: 2 }).map((value) => (value === null ? {} : { example: value }));
};

const ANY_FACETS = { title: inlineText.filter((of) => of !== ''), readOnly: fc.boolean() };
const NUMBER_FACETS = {
  minimum: fc.integer({ min: -9999, max: -1000 }),
  maximum: fc.integer({ min: 1000, max: 9999 }),
};
const TEXT_FACETS = {
  minLength: fc.constant(0),
  maxLength: fc.integer({ min: 100, max: 200 }),
  pattern: fc.constantFrom('^', '[^]*', '^(?:.|\\s)*$', `(?:)"|'|`),
};
const LIST_FACETS = {
  minItems: fc.constant(0),
  maxItems: fc.integer({ min: 10, max: 20 }),
  uniqueItems: fc.constant(false),
};

/** Facets that leave all the values that the tests make for a schema. */
function facetsFor({ type, format, enum: values }: Schema): fc.Arbitrary<Schema> {
  const isText = type === 'string' && format === undefined;
  const isNumber = type === 'integer' || type === 'number';
  const own = isNumber ? NUMBER_FACETS : isText ? TEXT_FACETS : type === 'array' ? LIST_FACETS : {};
  return fc.record({ ...ANY_FACETS, ...(values === undefined && own) }, { requiredKeys: [] });
}

/** A type, with facets and perhaps a default. */
function facetedSchema(isRequired: boolean): fc.Arbitrary<Schema> {
  return schema.chain((type) => {
    const values = isRequired ? undefined : valuesOf(type);
    const withDefault =
      values === undefined
        ? fc.constant({})
        : fc.option(
            values.map((value) => ({ default: value })),
            { nil: {}, freq: 2 },
          );
    return fc.tuple(facetsFor(type), withDefault).map(([facets, own]) => ({ ...type, ...facets, ...own }));
  });
}

const described = fc
  .option(prose, { nil: undefined })
  .map((description) => (description === undefined ? {} : { description }));

const queryName = fc.constantFrom(
  'q',
  'page',
  'filter[name]',
  'größe',
  '$top',
  'a:b',
  'constructor',
  '__proto__',
  "it's",
  'a.b',
  'x-y',
  '日本',
  '-x',
  '(a)',
  'a,b',
  '{x}',
);
const headerName = fc.constantFrom('X-Rate', 'If-Match', 'x.y', 'ETag', '__proto__', "it's", '*', 'a|b');

const parameterAt = (place: Parameter['in'], names: fc.Arbitrary<string>): fc.Arbitrary<Parameter> =>
  (place === 'path' ? fc.constant(true) : fc.boolean()).chain((required) =>
    fc
      .record({ name: names, of: facetedSchema(required), described, deprecated: fc.boolean() })
      .chain(({ name, of, described: text, deprecated }) =>
        example(of).map((shown) => ({
          name,
          in: place,
          required,
          schema: of,
          ...text,
          ...(deprecated && { deprecated }),
          ...shown,
        })),
      ),
  );

const header: fc.Arbitrary<Header> = fc
  .boolean()
  .chain((required) =>
    fc
      .record({ name: headerName, of: facetedSchema(required), described })
      .map(({ name, of, described: text }) => ({ name, required, schema: of, ...text })),
  );

const headers = fc.uniqueArray(header, { selector: ({ name }) => name.toLowerCase(), maxLength: 2 });

const JSON_TYPES = ['application/json', 'application/vnd.shop+json'];
const mediaType = fc.constantFrom(...JSON_TYPES, 'text/csv', 'image/svg+xml');

const contents: fc.Arbitrary<Content[]> = fc.uniqueArray(
  fc
    .tuple(mediaType, schema)
    .chain(([type, of]) => example(of).map((shown) => ({ mediaType: type, schema: of, ...shown }))),
  { selector: (content) => content.mediaType, maxLength: 2 },
);

const response: fc.Arbitrary<Response> = fc
  .record({
    status: fc.constantFrom('200', '201', '202', '204', '2XX', '304', '404', '4XX', '500', 'default'),
    text: fc.option(prose, { nil: '' }),
    content: contents,
    headers,
  })
  .map(({ status, text, content, headers: declared }) => ({
    status,
    description: text,
    content: /^(?:204|304)$/.test(status) ? [] : content,
    ...(declared.length > 0 && { headers: declared }),
  }));

const body: fc.Arbitrary<Body> = fc.boolean().chain((required) =>
  fc
    .record({
      of: facetedSchema(required),
      described,
    })
    .chain(({ of, described: text }) => {
      // The server parses JSON only: a body of another media type is a text.
      const type = of['type'] === 'string' ? mediaType : fc.constantFrom(...JSON_TYPES);
      const types = fc.uniqueArray(type, { minLength: 1, maxLength: 2 });
      return fc.tuple(example(of), types).map(([shown, used]) => ({
        required,
        ...text,
        content: used.map((name) => ({ mediaType: name, schema: of, ...shown })),
      }));
    }),
);

/** A body whose properties are said one by one. */
const bodyOfProperties: fc.Arbitrary<Body> = fc
  .uniqueArray(
    fc.boolean().chain((isRequired) =>
      fc.record({
        name: fc.constantFrom('name', 'größe', 'x-y', 'constructor', 'a:b'),
        of: facetedSchema(isRequired),
        described,
        isRequired: fc.constant(isRequired),
      }),
    ),
    { selector: ({ name }) => name, minLength: 1, maxLength: 3 },
  )
  .map((parts) => {
    const required = parts.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const properties = Object.fromEntries(parts.map(({ name, of, described: said }) => [name, { ...of, ...said }]));
    const whole = { type: 'object', properties, ...(required.length > 0 && { required }) };
    return {
      required: required.length > 0,
      declaredOnly: true,
      content: [{ mediaType: 'application/json', schema: whole }],
    };
  });

const requirement = fc.dictionary(
  fc.constantFrom(...SCHEMES),
  fc.array(fc.constantFrom('read', 'write:pets', 'https://x.y/z'), { maxLength: 2 }),
  { maxKeys: 2 },
);

const json = fc
  .jsonValue({ stringUnit: 'binary', maxDepth: 2 })
  .map((value) => JSON.stringify(value))
  .filter((value) => !value.includes('*/'))
  .map((value) => JSON.parse(value) as unknown);

const metadata: fc.Arbitrary<Partial<Operation>> = fc.record(
  {
    operationId: fc.oneof(
      fc.constantFrom('listPets', '$x', 'a1'),
      oneLine.map((of) => `the ${of}`),
    ),
    tags: fc.uniqueArray(
      oneLine.map((of) => of.replaceAll(',', ';')),
      { minLength: 1, maxLength: 3 },
    ),
    deprecated: fc.oneof(fc.constant<true>(true), prose),
    see: fc.array(
      fc.record(
        {
          url: fc.constantFrom('https://example.com', 'http://a.b/c?d=e&f#g', 'https://a.b/(c)'),
          description: oneLine.filter((of) => !/^[-|]/.test(of)),
        },
        { requiredKeys: ['url'] },
      ),
      { minLength: 1, maxLength: 2 },
    ),
    internal: fc.constant<true>(true),
    security: fc
      .array(requirement, { maxLength: 2 })
      .filter((all) => all.length !== 1 || Object.keys(all[0]!).length > 0),
    extensions: fc.dictionary(fc.constantFrom('x-rate-limit', 'x-a', 'x-größe', 'x-__proto__'), json, {
      minKeys: 1,
      maxKeys: 2,
    }),
  },
  { requiredKeys: [] },
);

const text: fc.Arbitrary<Pick<Operation, 'summary' | 'description'>> = fc.oneof(
  fc.constant({}),
  oneLine.map((summary) => ({ summary })),
  fc.record({ summary: oneLine, description: prose }),
);

/** The ways to write it. */
const style: fc.Arbitrary<Style> = fc.record({
  open: fc.constantFrom('/**', '/*'),
  margin: fc.constantFrom(' * ', '\t*\t', '   ** '),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  isMethodInName: fc.boolean(),
  isIdInName: fc.boolean(),
  isSummaryApart: fc.boolean(),
  isPlaceSaid: fc.boolean(),
});

const WITH_BODY: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** An operation, and a way to write it. */
export const written: fc.Arbitrary<{ operation: Operation; style: Style }> = fc
  .record({
    style,
    method: fc.constantFrom<Method>('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'),
    inPath: fc.uniqueArray(parameterAt('path', fc.constantFrom('id', 'pet_id', 'größe')), {
      selector: ({ name }) => name,
      maxLength: 2,
    }),
    others: fc.uniqueArray(
      fc.oneof(parameterAt('query', queryName), parameterAt('header', headerName), parameterAt('cookie', headerName)),
      {
        selector: ({ in: place, name }) => `${place} ${name.toLowerCase()}`,
        maxLength: 3,
      },
    ),
    body: fc.option(fc.oneof(body, bodyOfProperties), { nil: undefined }),
    responses: fc.uniqueArray(response, { selector: ({ status }) => status, maxLength: 3 }),
    metadata,
    text,
  })
  .map(({ style: chosen, method, inPath, others, body: sent, responses, metadata: more, text: prosaic }) => {
    const path = ['/things', ...inPath.map(({ name }) => `{${name}}`)].join('/');
    const hasBody = sent !== undefined && WITH_BODY.includes(method);
    const operation: Operation = {
      ...more,
      ...prosaic,
      id: `${path.slice(1)}${chosen.isMethodInName ? `@${method.toLowerCase()}` : ''}.ts`,
      method,
      path,
      parameters: [...inPath, ...others],
      ...(hasBody && { body: sent }),
      responses,
    };
    return { operation, style: chosen };
  });
