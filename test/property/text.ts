import * as fc from 'fast-check';

// What comments, types and definitions are made of, wrong ones too.

const DIRECTIVES = words(
  '@GET @post @param @param-include @returns @return @returns-include @throws @header @summary @tags @deprecated @operationId @security @consumes',
  '@produces @example @see @internal @x-rate @x- @prama @ @@ @typedef @property @param-define @returns-define @minLength @pattern @format @default',
  '@type @enum @constructor @__proto__ @toString',
);
const TYPES = words(
  'string integer boolean object file void null any undefined date-time Pet Page Problem Array Record [] < > | ? ! = , ... => . function typeof keyof',
  `import("x") symbol () 1 -1.5 1e999 "x" 'it\\'s' a:b a?:b \` #T`,
);
const NAMES = words(
  'id name body body.a body.a.b a[].b [] a[][] . .. query.q query. header.X-Y cookie.c path.id path.no [a] [a=1] [a= [=1] __proto__ constructor',
  'hasOwnProperty größe gro\u0308ße 鳥 😀 paging limit page_size key',
);
const VALUES = [
  ...words(
    '200 204 4XX 999 default application/json multipart/form-data text/* 20 -0 1e400 .inf .nan &a *a %YAML --- " \' null minimum:1 1111-11-11 0x1F ~',
    'yes 2n https://example.com',
  ),
  ...lines('<<: *a', '!!binary x', '!x y', '{a: 1}', '[1, 2', '? x', '- x', '{@link x}', '{"$ref": "#"}', 'a: &x [*x]'),
  ...lines('minimum: 1', 'maximum: 0', 'enum: [a, b]', 'pattern: "("', 'pattern: ^a$', 'example: x', 'const: 1'),
  ...lines('default: 2', 'minLength: -1', 'additionalProperties: false', '$ref: "#/components/schemas/Pet"'),
];
const MARKS = [
  ...words('{ } [ ] ( ) * ** / /* // ``` \\ " \' $ ${ \u0130 ß ﬁ'),
  ...lines(' - ', ': ', ', ', ' ', '\t', '\n', '\r\n', '\r', '\u2028', '\u2029', '\v', '\0', ' * ', '\n * ', '\n * @'),
  ...lines('```ts\n', '\u00a0', '\uFEFF', '\uD800', '\uDC00'),
];
const CODE = [
  ...words('_ x ; module.exports exports.a require("x") return keyof <T> Pick<Pet,"a"> Omit< Pet["a"] `a${string}`'),
  ...lines('export ', 'default ', 'function ', 'async ', 'function* ', '() {}', '() => 1', ' = ', 'const ', 'class '),
  ...lines('interface ', 'type ', 'enum ', 'Pet ', ' extends ', 'import x from "y"', 'export * from "z"', 'declare '),
  ...lines('namespace ', ' as const', '/** ', ' */', '/* @GET */', '{ a: string }', '{ readonly a?: Pet[] }'),
];

/** Texts of any kind, lone surrogates too. */
const any = fc.oneof(fc.string({ maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 3 }));

/** A text put together from words that mean something in a comment, and from any others. */
export const commentText: fc.Arbitrary<string> = joined([DIRECTIVES, TYPES, NAMES, VALUES, MARKS]);

/** What may stand between the braces of a type. */
export const typeText: fc.Arbitrary<string> = joined([TYPES, TYPES, NAMES, MARKS]);

/** What may be meant as YAML or JSON. */
export const dataText: fc.Arbitrary<string> = joined([NAMES, VALUES, VALUES, MARKS]);

/** What may be meant as JavaScript or TypeScript. */
export const codeText: fc.Arbitrary<string> = joined([CODE, CODE, TYPES, NAMES, MARKS, DIRECTIVES]);

/** A line of a comment that begins as a right one does. */
export const directiveLine: fc.Arbitrary<string> = fc
  .tuple(word(DIRECTIVES), fc.option(typeText), word(NAMES), fc.option(dataText), joined([NAMES, VALUES, MARKS, TYPES]))
  .map(([directive, type, name, facets, rest]) => {
    return `${directive} ${type === null ? '' : `{${type}} `}${name}${facets === null ? '' : ` (${facets})`} - ${rest}`;
  });

/** Anything between the delimiters of a comment. */
export const commentBody: fc.Arbitrary<string> = fc
  .array(fc.oneof(directiveLine, commentText), { maxLength: 6 })
  .chain((parts) => word(['\n', '\n * ', '\r\n\t* ', '\r', ' ']).map((margin) => parts.join(margin)))
  .map((text) => text.replaceAll('*/', '* /'));

const STATEMENTS = [
  ...lines(
    'export default function list() {}',
    'export default () => [];',
    'export const a = () => 1;',
    'export { a as b };',
  ),
  ...lines(
    'function a() {}',
    'export default a;',
    'export default wrap(async function _x() {});',
    'export * from "x";',
  ),
  ...lines(
    'module.exports = function () {};',
    'exports.list = () => {};',
    'const { x } = require("x");',
    'require(y);',
  ),
  ...lines('export default class {}', 'export default 1;', 'export function* rows() {}', 'exports["a-b"] = a;', ';'),
];

/** A module that mostly parses, with a handler or several and any comments. */
export const moduleText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      commentBody.map((body) => `/**${body}*/`),
      word(STATEMENTS),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('\n'));

const NAME_PARTS = words(
  '/ / { } {id} {Id} {} @ @get @POST @fetch . .. ... _ # ? \\ * pets Pets a A 100% %61 größe gro\u0308ße İ ı 😀 __proto__ \uD800',
);

/** The path of a file: a right one, or one that only looks like it. */
export const fileName: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.oneof(word(NAME_PARTS), any), { maxLength: 8 }),
    word(words('.ts .js .cjs .d.ts .test.ts .tsx .json .yaml ')),
  )
  .map(([parts, extension]) => parts.join('') + extension);

const SETS = words('a b c paging __proto__ toString');
const SCHEMAS = [...words('A B C A<B> A[] Page<A> Problem A|null constructor __proto__'), 'C<A<C>, B>', '{a: B}'];

/** Definitions in comments, that refer to each other and to themselves. */
export const definitionComments: fc.Arbitrary<string> = comments([
  ['@typedef {object} ', ['A', 'B', 'C', 'constructor', '__proto__']],
  ['@typedef {A & B} ', ['A', 'B']],
  ['@property ', ['{A} a', '{B[]} [b]', '{C} c.d', '{A} __proto__', '{object} constructor', '{C<A>} a[].b']],
  ['@template ', ['T', 'T, U', 'A', '']],
  ['@param-define ', SETS],
  ['@param-include ', SETS],
  ['@param ', ['{A} body', '{integer} query.q', '{B} a.b', '{integer} __proto__', '{C} path.id']],
  ['@returns-define ', SETS],
  ['@returns-include ', SETS],
  ['@returns ', SCHEMAS.map((type) => `{${type}} 200`)],
  ['@throws ', ['404', '{A} 4XX', 'default']],
]);

const TYPE_HEADS = lines(
  'export type A',
  'export type B<T>',
  'type C',
  'export type A<T = B>',
  'export type __proto__',
);
const TYPE_PARTS = [
  ...SCHEMAS,
  ...lines('T', '|', '|', '&', "Pick<A, 'a'>", "Omit<B<A>, 'b'>", 'Partial<C>', 'keyof A', "A['a']"),
];

/** Definitions in TypeScript, that refer to each other and to themselves. */
export const definitionTypes: fc.Arbitrary<string> = fc
  .array(fc.tuple(word(TYPE_HEADS), fc.array(word(TYPE_PARTS), { minLength: 1, maxLength: 3 })), { maxLength: 5 })
  .map((types) => types.map(([head, parts]) => `${head} = ${parts.join(' ')};`).join('\n'));

const KEYS = words(
  'type properties items required $ref anyOf allOf enum const minimum pattern $defs additionalProperties prefixItems a __proto__ constructor $generic',
  'arguments $utility of keys $id info servers tags components securitySchemes security key x-a paths title version',
);
const LEAVES: unknown[] = [
  ...words('string object # #/$defs/A #/components/schemas/A ./B.yaml #/components/schemas/Pet apiKey Pick'),
  ['string', 'null'],
  [],
  {},
  1,
  -1,
  '',
  null,
  true,
];

/** A schema, or an OpenAPI document, with mistakes in it. */
export const schemaText: fc.Arbitrary<string> = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...LEAVES),
      tie('object'),
      fc.array(tie('value'), { maxLength: 2 }),
    ),
    object: fc.dictionary(word(KEYS), tie('value'), { maxKeys: 4 }),
  }))
  .object.map((value) => JSON.stringify(value));

function comments(
  directives: readonly (readonly [directive: string, rest: readonly string[]])[],
): fc.Arbitrary<string> {
  const line = fc.oneof(...directives.map(([directive, rest]) => word(rest).map((text) => directive + text)));
  return fc
    .array(fc.array(line, { maxLength: 4 }), { maxLength: 4 })
    .map((all) => all.map((of) => `/**\n * ${of.join('\n * ')}\n */`).join('\n'));
}

function joined(vocabularies: readonly (readonly string[])[]): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(...vocabularies.map(word), any), { maxLength: 12 })
    .chain((parts) => word(['', ' ']).map((separator) => parts.join(separator)));
}

function word(of: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...of);
}

function words(...texts: string[]): string[] {
  return texts.flatMap((text) => text.split(' '));
}

function lines(...texts: string[]): string[] {
  return texts;
}
