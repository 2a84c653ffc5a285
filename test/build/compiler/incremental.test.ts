import { describe, expect, it } from 'vitest';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import { createManifestCache } from '../../../src/build/codegen/manifest/entry-text.ts';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';

const operation = (lines: string): string => `/**\n${lines}\n */\nexport default () => ({});\n`;

const files = {
  'pets/@get.ts': operation(' * @param-include paging\n * @param {Kind} [kind=cat]\n * @returns {Pet[]} The pets'),
  'pets/{id}.ts': operation(' * @param-include pet\n * @returns {Envelope<Pet>} The pet\n * @returns-include failures'),
  'kinds.ts': operation(' * @returns {Kind[]} The kinds'),
  'listed.ts': operation(' * @param-include paging\n * @returns {Listed} They'),
  'wrapped.ts': operation(' * @param-include both\n * @returns {Wrapped} It\n * @returns-include refusals'),
};
const ENVELOPE = '/** @template T\n * @typedef {object} Envelope\n * @property {T} data */';
const ONE_PARAMETER = '/** @param-define one\n * @param {integer} [query.a] */';
const REFUSALS = '/** @returns-define refusals\n * @throws 409 - No */';
const ROWS = '{ "properties": { "rows": { "type": "array", "x-items": true }, "others": { "type": "array" } } }';
const definitions = {
  'Listed.json': '{ "type": "object", "allOf": [{ "$ref": "#/components/schemas/Rows" }] }',
  'Rows.json': ROWS,
  'Kind.json': '{ "type": "string", "enum": ["cat", "dog"] }',
  'Pet.json': '{ "type": "object", "properties": { "kind": { "$ref": "#/components/schemas/Kind" } } }',
  'sets.js':
    '/** @param-define pet\n * @param {integer} id */\n/** @returns-define failures\n * @throws 404 - No such pet */',
  'envelope.js': ENVELOPE,
  'wrapped.js': '/** @typedef {Envelope<Kind>} Wrapped */',
  'both.js': '/** @param-define both\n * @param-include one\n * @param {integer} [query.b] */',
  'one.js': ONE_PARAMETER,
  'refusals.js': REFUSALS,
};

const POST = operation(' * @POST\n * @operationId a\n * @returns {Kind[]} The kinds');
const NAMED = operation(' * @operationId a\n * @returns {Kind[]} The kinds');
const SCHEMES = 'components: { securitySchemes: { key: { type: apiKey, in: header, name: key } } }';
const USER = 'export interface User { readonly id: number; readonly role: string; name: string }';
const ONE = ' * @param-include pet\n * @returns {Pet} The pet';

/** One change after the other; each makes a difference to what was kept in another place. */
const CHANGES: readonly [string, (tree: Tree) => void][] = [
  ['nothing', () => {}],
  ['nothing again', () => {}],
  ['a description', (tree) => (tree.files['kinds.ts'] = files['kinds.ts'].replace('The kinds', 'All kinds'))],
  ['what an operation uses', (tree) => (tree.files['pets/{id}.ts'] = operation(ONE))],
  ['a file without an operation', (tree) => (tree.files['broken.ts'] = 'export default {')],
  ['that file, gone', (tree) => delete tree.files['broken.ts']],
  ['a definition more', (tree) => (tree.definitions['Extra.json'] = '{}')],
  ['a name', (tree) => (tree.files['kinds.ts'] = NAMED)],
  ['a name to one that is taken', (tree) => (tree.files['pets/{id}.ts'] = operation(` * @operationId a\n${ONE}`))],
  ['where that is', (tree) => (tree.files['pets/{id}.ts'] = operation(` * More.\n * @operationId a\n${ONE}`))],
  ['the other way', (tree) => (tree.files['pets/{id}.ts'] = operation(ONE))],
  ['a second method', (tree) => (tree.files['kinds@post.ts'] = operation(' * @returns {Kind} One'))],
  ['the first method to the second', (tree) => (tree.files['kinds.ts'] = POST)],
  ['both methods', (tree) => Object.assign(tree, structuredClone(TREE))],
  ['a path to one that differs in case', (tree) => rename(tree, 'kinds.ts', 'PETS.ts')],
  ['that path', (tree) => rename(tree, 'PETS.ts', 'kinds.ts')],
  ['a shared parameter', (tree) => (tree.definitions['sets.js'] = definitions['sets.js'].replace('integer', 'uuid'))],
  ['a schema, so that a default no longer fits', (tree) => (tree.definitions['Kind.json'] = '{ "enum": ["dog"] }')],
  ['a generic definition', (tree) => (tree.definitions['envelope.js'] = ENVELOPE.replace('{T}', '{T[]}'))],
  [
    'a parameter that is included by way of another set',
    (tree) => (tree.definitions['one.js'] = ONE_PARAMETER.replace('integer', 'boolean')),
  ],
  ['a shared response', (tree) => (tree.definitions['refusals.js'] = REFUSALS.replace('409', '410'))],
  ['a name to one that nothing defines', (tree) => (tree.files['kinds.ts'] = operation(' * @returns {Wraped} It'))],
  [
    'the name that was meant',
    (tree) => (tree.definitions['wrapped.js'] = definitions['wrapped.js'].replace('Wrapped', 'Wrapper')),
  ],
  ['a tag in what a list refers to', (tree) => (tree.definitions['Rows.json'] = ROWS.replace('rows', 'items'))],
  ['that tag, gone', (tree) => (tree.definitions['Rows.json'] = ROWS.replace('true', 'false'))],
  ['a definition that goes', (tree) => delete tree.definitions['Pet.json']],
  ['the sizes of pages', (tree) => (tree.paging = { defaultSize: 5, maxSize: 10 })],
  [
    'security that needs a scheme',
    (tree) => (tree.files['kinds.ts'] = operation(' * @security key\n * @returns {any} It')),
  ],
  ['the document that declares it', (tree) => (tree.definitions['openapi.yaml'] = SCHEMES)],
  ['that document, gone', (tree) => delete tree.definitions['openapi.yaml']],
  [
    'a contract of a directory',
    (tree) => (tree.files['pets/_middleware.ts'] = directory(' * @param {Kind} [query.of]')),
  ],
  ['that contract', (tree) => (tree.files['pets/_middleware.ts'] = directory(' * @param {Kind[]} [query.of]'))],
  ['a schema that it names', (tree) => (tree.definitions['Kind.json'] = '{ "type": "integer" }')],
  ['an outer contract', (tree) => (tree.files['_middleware.js'] = `${directory(' * @tags all')}// Code.\n`)],
  [
    'the code below a contract, which changes nothing',
    (tree) => (tree.files['_middleware.js'] = `${directory(' * @tags all')}// Other code.\n`),
  ],
  [
    'an outer contract that is used further in',
    (tree) => (tree.files['_middleware.js'] = directory(' * @param {Kind} [query.of]\n * @param-include both')),
  ],
  ['a parameter that it includes', (tree) => (tree.definitions['one.js'] = ONE_PARAMETER.replace('integer', 'uuid'))],
  [
    'a contract to one with mistakes',
    (tree) => (tree.files['pets/_middleware.ts'] = directory(' * @throws {Kin} 400\n * @param a')),
  ],
  [
    'where these are',
    (tree) => (tree.files['pets/_middleware.ts'] = directory(' * Pets.\n * @throws {Kin} 400\n * @param a')),
  ],
  ['the line that shows one', (tree) => (tree.files['pets/_middleware.ts'] = '/** @throws {Kin} 400 */ // Here.')],
  [
    'that line, after the comment',
    (tree) => (tree.files['pets/_middleware.ts'] = '/** @throws {Kin} 400 */ // There.'),
  ],
  [
    'a contract that goes to another directory',
    (tree) => rename(tree, 'pets/_middleware.ts', 'pets/{id}/_middleware.ts'),
  ],
  ['a type with modifiers', (tree) => (tree.definitions['user.ts'] = USER)],
  [
    'a request that has its properties',
    (tree) => {
      tree.definitions['in.ts'] = 'export type In = Partial<User>;';
      tree.files['users@post.ts'] = operation(' * @param {In} body - It');
    },
  ],
  ['where the modifiers are', (tree) => (tree.definitions['user.ts'] = `// Users.\n${USER}`)],
  ['a modifier', (tree) => (tree.definitions['user.ts'] = USER.replace('readonly id', 'id'))],
  ['the request to a response', (tree) => (tree.files['users@post.ts'] = operation(' * @returns {In} It'))],
  ['a middleware without a contract', (tree) => (tree.files['_middleware.js'] = 'export default () => {};')],
  ['a middleware that cannot be read', (tree) => (tree.files['_middleware.js'] = '(')],
  ['all, back again', (tree) => Object.assign(tree, structuredClone(TREE))],
];

function directory(lines: string): string {
  return `/**\n${lines}\n */\n`;
}

function rename({ files: all }: Tree, from: string, to: string): void {
  all[to] = all[from]!;
  delete all[from];
}

interface Tree {
  files: Record<string, string>;
  definitions: Record<string, string>;
  paging: { defaultSize: number; maxSize: number };
}
const TREE: Tree = { files, definitions, paging: { defaultSize: 20, maxSize: 100 } };

describe('a compilation with results of earlier ones', () => {
  const cache = createCache();
  const manifestCache = createManifestCache();
  const tree = structuredClone(TREE);
  const texts: string[] = [];

  it.each(CHANGES)('gives the same result after a change of %s', (_what, change) => {
    change(tree);
    const input: CompilationInput = {
      files: Object.entries(tree.files).map(([path, text]) => ({ path, text })),
      definitions: Object.entries(tree.definitions).map(([path, text]) => ({ path, text })),
      paging: tree.paging,
    };
    const [kept, fresh] = [compileOperations({ ...input, cache }), compileOperations(input)];
    expect(kept.diagnostics.map(formatDiagnostic)).toEqual(fresh.diagnostics.map(formatDiagnostic));
    expect([...kept.schemas]).toEqual([...fresh.schemas]);
    const options = {
      strict: false,
      lazy: false,
      moduleOf: ({ contract }: { contract: { id: string } }) => contract.id,
      middlewareModuleOf: ({ path }: { path: string }) => path,
      helperOf: (path: string) => `/${path}`,
    };
    const text = generateManifest(kept, { ...options, cache: manifestCache });
    expect(text).toBe(generateManifest(fresh, options));
    texts.push([text, ...fresh.diagnostics.map(formatDiagnostic)].join('\n'));
  });

  it('shows each change', () => {
    const same = texts.flatMap((text, i) => (text === texts[i - 1] ? [CHANGES[i]![0]] : []));
    expect(same).toEqual(['nothing again', 'the code below a contract, which changes nothing']);
    expect(texts.at(-1)).toBe(texts[0]);
  });

  it('resolves again what is below a directory whose contract has changed', () => {
    const once = createCache();
    const changed = (edit: Readonly<Record<string, string>>): string[] => {
      const base = {
        ...files,
        'pets/_middleware.ts': directory(' * @tags pets'),
        'pets/{id}/_middleware.ts': directory(' * @tags pet'),
      };
      const input = {
        files: Object.entries({ ...base, ...edit }).map(([path, text]) => ({ path, text })),
        definitions: Object.entries(definitions).map(([path, text]) => ({ path, text })),
        cache: once,
      };
      const before = new Set(
        once.resolved === undefined ? [] : [...once.resolved.results.values()].map(({ operation: each }) => each),
      );
      return compileOperations(input).operations.flatMap((each) => (before.has(each) ? [] : [each.contract.id]));
    };
    expect(changed({})).toHaveLength(Object.keys(files).length);
    expect(changed({})).toEqual([]);
    expect(changed({ 'pets/{id}/_middleware.ts': directory(' * @tags a') })).toEqual([]);
    expect(changed({ 'pets/_middleware.ts': directory(' * @tags a') })).toEqual(['pets/@get.ts', 'pets/{id}.ts']);
    expect(changed({ 'pets/_middleware.ts': `${directory(' * @tags a')}export default () => {};` })).toEqual([]);
    expect(changed({ '_middleware.ts': directory(' * @tags a') })).toHaveLength(Object.keys(files).length);
  });

  it('gives the same operation for the same text', () => {
    const once = createCache();
    const input = (text: string): CompilationInput => ({
      files: Object.entries({ ...files, 'kinds.ts': text }).map(([path, item]) => ({ path, text: item })),
      definitions: Object.entries(definitions).map(([path, item]) => ({ path, text: item })),
      cache: once,
    });
    const before = compileOperations(input(files['kinds.ts'])).operations;
    const after = compileOperations(input(`${files['kinds.ts']}// edited`)).operations;
    expect(after.map((item, i) => item === before[i])).toEqual([false, true, true, true, true]);
  });
});
