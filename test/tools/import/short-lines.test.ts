import { expect, it } from 'vitest';
import { emitted, existingOf, filesOf, planOf, reasonsOf, withPaths } from './support.ts';

const ZONES = Array.from({ length: 13 }, (_, i) => `Europe/${'abcdefghijklm'[i]!}`);
const ZONE = { type: 'string', enum: ZONES };
const UNION = ZONES.map((zone) => `\n  | '${zone}'`).join('');

const JS = { operations: [], definitions: [], extension: 'js' };

/** The files of an operation, without those of `_`, which a second import and the import of their document do not change. */
function filesFor(operation: object, before?: typeof JS): Record<string, string> {
  const document = withPaths({
    '/a': { post: { operationId: 'addA', responses: { 200: { description: 'OK' } }, ...operation } },
  });
  const plan = planOf(document, before);
  expect([reasonsOf(plan), plan.differences, plan.diagnostics]).toEqual([[], [], []]);
  expect(filesOf(planOf(emitted(plan), before))).toEqual(filesOf(plan));
  const again = planOf(document, { ...existingOf(plan), ...(before && { extension: before.extension }) });
  expect([...again.operations.changes, ...again.definitions.changes]).toEqual([]);
  for (const text of Object.values(filesOf(plan))) expect(text).not.toMatch(/.{121}/);
  return filesOf(plan);
}

/** The lines of directives. */
function linesOf(files: Record<string, string>): string[] {
  const [, comment = ''] = /\/\*\*([^]*?)\*\//.exec(files['operations/a/@post.ts'] ?? '') ?? [];
  return comment.split('\n').flatMap((line) => (line.startsWith(' * @') ? [line.slice(3)] : []));
}

it('puts the values of a parameter, a header and a property that are too many for a line into definitions', () => {
  const parameters = [{ name: 'tz', in: 'query', schema: { ...ZONE, default: ZONES[0] }, example: ZONES[1] }];
  const schema = {
    type: 'object',
    required: ['home'],
    properties: {
      home: { ...ZONE, type: ['string', 'null'], enum: [...ZONES, null], description: 'At night' },
      others: { type: 'array', items: ZONE, maxItems: 3 },
      in: { type: 'object', properties: { zone: { ...ZONE, deprecated: true } } },
    },
  };
  const headers = { 'X-Zone': { schema: { ...ZONE, enum: ZONES.toReversed() } } };
  const files = filesFor({
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: 'OK', headers } },
  });
  expect(linesOf(files)).toEqual([
    '@param {AddATz} [query.tz=Europe/a]',
    '@example Europe/b',
    '@param {AddAHome} home - At night',
    '@param {AddATz[]} [others] (maxItems: 3)',
    '@param {object} [in]',
    '@param {AddATz} [in.zone] (deprecated: true)',
    '@returns {void} 200',
    '@header {AddA200XZone} [X-Zone]',
  ]);
  expect(files['definitions/schemas/AddATz.ts']).toBe(`export type AddATz =${UNION};\n`);
  expect(files['definitions/schemas/AddAHome.ts']).toBe(`export type AddAHome =${UNION}\n  | null;\n`);
});

it('puts long types of bodies and responses into definitions', () => {
  const properties = Object.fromEntries(ZONES.map((zone) => [zone.replace('/', ''), { type: 'string' }]));
  const item = { type: 'object', properties };
  const content = { 'application/json': { schema: { type: 'array', items: item } } };
  const files = filesFor({ requestBody: { content }, responses: { 200: { description: 'OK', content } } });
  expect(linesOf(files)).toEqual(['@param {AddABodyItem[]} [body]', '@returns {AddABodyItem[]} 200']);
  expect(files['definitions/schemas/AddABodyItem.ts']).toContain(
    'export interface AddABodyItem {\n  Europea?: string;',
  );
});

it('an import leaves short types in their lines', () => {
  const schema = { ...ZONE, enum: ZONES.slice(0, 3) };
  expect(linesOf(filesFor({ parameters: [{ name: 'tz', in: 'query', schema }] }))).toEqual([
    `@param {'Europe/a'|'Europe/b'|'Europe/c'} [query.tz]`,
    '@returns {void} 200',
  ]);
});

it('an import writes a long union of TypeScript with a line for each member', () => {
  const names = ZONES.map((zone) => zone.replace('/', '').toUpperCase());
  const schemas = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'object', properties: { [name]: { type: 'integer' } } }])),
    X: {
      type: 'object',
      properties: {
        zone: { ...ZONE, description: 'Where' },
        zones: { type: 'array', items: ZONE },
        any: { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
        'a property with quite a long name and a short type': { type: 'string', enum: ['one', 'two', 'three', 'four'] },
        'a property with quite a long name and a type that does not fit beside it': {
          type: 'string',
          enum: ['one', 'two', 'three', 'four'],
        },
      },
    },
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/X' } } };
  const document = withPaths(
    { '/a': { get: { responses: { 200: { description: 'OK', content } } } } },
    { components: { schemas } },
  );
  const plan = planOf(document);
  const files = filesOf(plan);
  expect(filesOf(planOf(emitted(plan)))).toEqual(files);
  const deep = UNION.replaceAll('\n', '\n  ');
  expect(files['definitions/schemas/X.ts']!.replace(/^import.*\n/gm, '')).toBe(`
type XZonesItem =${UNION};

export interface X {
  /** Where */
  zone?:${deep};
  zones?: XZonesItem[];
  any?:${names.map((name) => `\n    | ${name}`).join('')};
  "a property with quite a long name and a short type"?: 'one' | 'two' | 'three' | 'four';
  "a property with quite a long name and a type that does not fit beside it"?:
    | 'one'
    | 'two'
    | 'three'
    | 'four';
}
`);
});

it('an import writes a long @typedef in JavaScript over several lines', () => {
  const schema = { type: 'object', properties: { zone: ZONE, zones: { type: 'array', items: ZONE } } };
  const files = filesFor(
    {
      parameters: [{ name: 'tz', in: 'query', schema: ZONE }],
      responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
    },
    JS,
  );
  expect(files['operations/a/@post.js']).toContain(' * @param {AddATz} [query.tz]\n');
  const lines = ZONES.map((zone) => `\n *   '${zone}'`).join(' |');
  expect(files['definitions/schemas/AddATz.js']).toBe(`/**\n * @typedef {(${lines}\n * )} AddATz\n */\n`);
  expect(files['definitions/schemas/AddA200.js']).toBe(
    `/**\n * @typedef {object} AddA200\n * @property {(${lines}\n * )} [zone]\n * @property {(${lines}\n * )[]} [zones]\n */\n`,
  );
});

it('an import writes texts whose lines end with a space, or begin with a directive, over several lines', () => {
  const code = 'const a = \\n;\n\nlet options = { \n  \'user\': "me",\t\n \n};\n\ttail()  ';
  const samples = { code, python: 'import a\n\n@decorator\ndef a():\n  @b\n', last: 'x \n', short: 'a ' };
  const files = filesFor({ 'x-samples': samples });
  expect(files['operations/a/@post.ts']).toContain(String.raw`
 * @x-samples
 *   code: "const a = \\n;\n\
 *     \n\
 *     let options = { \n\
 *     \  'user': \"me\",\t\n\
 *     \ \n\
 *     };\n\
 *     \ttail()  "
 *   python: "import a\n\
 *     \n\
 *     \x40decorator\n\
 *     def a():\n\
 *     \  @b\n\
 *     "
 *   last: "x \n\
 *     "
 *   short: "a "
`);
});
