import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { commentText, docComment } from '../../../src/build/codegen/comment-text.ts';
import { handlerFile } from '../../../src/build/codegen/handler-file.ts';
import type { Change } from '../../../src/tools/import/changes.ts';
import type { ImportPlan } from '../../../src/tools/import/index.ts';
import { writeChanges } from '../../../src/tools/import/write-changes.ts';
import { checkWrittenCode } from '../../../src/tools/import/written-code.ts';
import { emitted, existingOf, planOf, reasonsOf, SHOP, withPaths } from './support.ts';

/** Texts that leave a comment, a string, a template, a line, a name or a directory. */
const TEXTS = [
  '*/;globalThis.x=1;/*',
  '*/ globalThis.x=1 //',
  'a*/\nglobalThis.x=1\n/*',
  '\u2028*/globalThis.x=1/*\u2029',
  '`${globalThis.x=1}`',
  "';globalThis.x=1;'",
  '");globalThis.x=1;("',
  '\n@security none\n',
  'a\r@security none',
  'none',
  'a\0b',
  '../../../x',
  '..\\..\\x',
  '%2e%2e/%2e%2e/x',
  '__proto__',
  '*',
  '/',
  '*\\/',
  '<!-- --> <script>',
  '```\n*/globalThis.x=1',
  '{a}*/{b}',
  '\u{1f600}\ud800',
];

/** How many of the texts each place gets; a long run tries all. */
const EACH = Number(process.env['PROPERTY_RUNS'] ?? 1) > 1 ? TEXTS.length : 1;

type Json = { [key: string]: unknown };
type Place = { readonly of: Json; readonly key: string };

/** All values and keys of a description. */
function placesOf(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, item] of Object.entries(value)) {
    found.push({ of: value as Json, key });
    placesOf(item, found);
  }
  return found;
}

/** Puts a text into a place: as its value, behind its value, or as its key. */
function mutated(index: number, text: string, how: number): object {
  const copy = structuredClone(RICH) as object;
  const { of, key } = placesOf(copy)[index]!;
  const old = of[key];
  if (typeof old === 'string' && how % 2 === 0) of[key] = how % 4 === 0 ? text : `${old}${text}`;
  else if (Array.isArray(of)) of.push(text as never);
  else {
    delete of[key];
    Object.defineProperty(of, how % 4 === 1 ? text : `${key}${text}`, {
      value: old,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

/** The shop with more kinds of texts. */
const RICH = withPaths(
  {
    ...SHOP.paths,
    '/files/{name}.{kind}': {
      get: {
        operationId: 'getFile',
        security: [{ key: [], token: ['a', 'b'] }],
        parameters: [
          { name: 'name', in: 'path', required: true, example: 'a', schema: { type: 'string', pattern: '^a' } },
          { name: 'q', in: 'query', schema: { type: 'string', enum: ['a', 'b'], default: 'a' } },
        ],
        responses: {
          200: {
            description: 'A file',
            content: { 'text/plain': { schema: { type: 'string', 'x-a': 'b', examples: ['c'] }, example: 'text' } },
          },
        },
      },
    },
  },
  { components: SHOP.components, security: SHOP.security, tags: SHOP.tags, servers: SHOP.servers },
);

/** The statements of a file, as oxc reads them. */
function statements(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) return [`syntax error in ${path}`];
  return program.body.map((statement) => {
    if (statement.type === 'ImportDeclaration') return `import ${statement.importKind} ${statement.source.value}`;
    if (statement.type === 'ExportNamedDeclaration') return `export ${statement.exportKind}`;
    if (statement.type !== 'ExportDefaultDeclaration') return statement.type;
    const { declaration } = statement;
    if (declaration.type !== 'CallExpression') return declaration.type;
    const [handler, ...others] = declaration.arguments;
    const isPlain = handler?.type === 'FunctionExpression' && others.length === 0;
    return isPlain ? `handler of ${handler.body!.body.map(({ type }) => type).join()}` : 'call';
  });
}

/** A handler throws a problem, and does nothing else. */
const HANDLERS = ['import value unplugin-operations/koa,handler of ThrowStatement'];

/** The files of a plan with other statements than import writes, or outside the tree. */
function faultsOf(plan: ImportPlan): string[] {
  const operations = plan.operations.changes.filter(
    ({ path, text }) => /(?:^|\/)\.\.(?:\/|$)|[\\\0]/.test(path) || !HANDLERS.includes(statements(path, text).join()),
  );
  const definitions = plan.definitions.changes.filter(({ path, text }) => {
    if (!/^[\w./-]+$/.test(path) || path.includes('..')) return true;
    const found = /\.[jt]s$/.test(path) ? statements(path, text) : [];
    return path.endsWith('.js')
      ? found.length > 0
      : !found.every((one) => /^(?:import type \.\/|export type|TSTypeAliasDeclaration$)/.test(one));
  });
  return [...operations, ...definitions].map(({ path, text }) => `${path}: ${text}`);
}

/** The plan of a description; undefined if it is not OpenAPI. */
function tryPlan(description: object): ImportPlan | undefined {
  try {
    return planOf(description);
  } catch (error) {
    if (/OpenAPI/.test(String(error))) return undefined;
    throw error;
  }
}

/** The operations that the description protects and the tree does not. */
function openOperations(plan: ImportPlan, description: object): string[] {
  // A tree with errors is not built.
  if (plan.diagnostics.some(({ severity }) => severity === 'error')) return [];
  const isOpen = (security: unknown): boolean =>
    Array.isArray(security) &&
    (security.length === 0 ||
      security.some((one) => typeof one === 'object' && one !== null && Object.keys(one as object).length === 0));
  const meant = new Set<string>();
  const collect = (document: object, into: Set<string>): void => {
    const { paths, security: general } = document as { readonly paths?: object; readonly security?: unknown };
    for (const [path, item] of Object.entries(paths ?? {}))
      for (const [method, operation] of Object.entries((item ?? {}) as Json)) {
        const { security } = (operation ?? {}) as Json;
        if (isOpen(security ?? general ?? [])) into.add(`${method} ${path}`);
      }
  };
  collect(description, meant);
  const open = new Set<string>();
  collect(emitted(plan), open);
  return [...open].filter((operation) => !meant.has(operation));
}

describe('a hostile description', () => {
  const places = placesOf(RICH).length;

  it(
    `writes none of its code, and opens no operation, from ${places} places`,
    () => {
      expect(places).toBeGreaterThan(200);
      let written = 0;
      for (let index = 0; index < places; index += EACH === 1 ? 5 : 1)
        for (let each = 0; each < EACH; each++) {
          const text = TEXTS[(index * 7 + each) % TEXTS.length]!;
          const description = mutated(index, text, index + each);
          const plan = tryPlan(description);
          if (plan === undefined) continue;
          written++;
          expect(faultsOf(plan)).toEqual([]);
          expect([index, text, ...openOperations(plan, description)]).toEqual([index, text]);
        }
      expect(written).toBeGreaterThan(places / 6);
    },
    places * EACH * 1000,
  );

  it.each(TEXTS)('runs no code by the operationId %j', (text) => {
    const get = { operationId: text, responses: { 200: { description: text } }, tags: [text], 'x-a': text };
    const plan = planOf(withPaths({ '/a': { get } }));
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(faultsOf(plan)).toEqual([]);
  });

  it.each(TEXTS)('keeps an operation closed despite a scheme or a scope %j', (text) => {
    const responses = { 200: { description: 'OK' } };
    const schemes = { [text]: { type: 'http', scheme: 'bearer' }, key: { type: 'http', scheme: 'basic' } };
    const description = withPaths(
      {
        '/scheme': { get: { security: [{ [text]: [] }], responses } },
        '/scope': { get: { security: [{ key: [text] }], responses } },
        '/both': { get: { security: [{ key: [] }, { [text]: [] }], responses } },
      },
      { components: { securitySchemes: schemes } },
    );
    const plan = planOf(description);
    expect(faultsOf(plan)).toEqual([]);
    expect(openOperations(plan, description)).toEqual([]);
  });

  it('leaves out an operation, with the reason, if its scheme has the name "none"', () => {
    const get = { security: [{ none: [] }], responses: { 200: { description: 'OK' } } };
    const components = { securitySchemes: { none: { type: 'http', scheme: 'bearer' } } };
    const plan = planOf(withPaths({ '/a': { get }, '/b': { get: { responses: get.responses } } }, { components }));
    expect(plan.operations.files.map(({ path }) => path)).toEqual(['b/@get.ts']);
    expect(reasonsOf(plan)[0]).toEqual([expect.stringContaining('cannot have the name "none"'), ['/paths/~1a/get']]);
  });

  it('keeps the code of existing files when it replaces their comments', () => {
    const before = existingOf(planOf(RICH));
    const other = JSON.parse(JSON.stringify(RICH).replaceAll('"getFile"', '"a*/;globalThis.x=1;/*"')) as object;
    const plan = planOf(other, before);
    const change = plan.operations.changes.find(({ path }) => path.startsWith('files'));
    expect(change!.kind).toBe('comment');
    expect(HANDLERS).toContain(statements(change!.path, change!.text).join());
  });
});

describe('a generated comment', () => {
  it.each(TEXTS)('writes one comment with %j in any line', (text) => {
    for (const written of [commentText([text, `a ${text}`, text]), commentText([text], false), docComment([text])]) {
      const { comments, program, errors } = parseSync('a.js', written);
      expect([errors, program.body]).toEqual([[], []]);
      expect(comments).toHaveLength(1);
      expect(comments[0]!.end).toBe(written.length);
    }
  });
});

describe('the last check before files are written', () => {
  const handler = handlerFile({ name: 'a', functionName: 'a', comment: '/** A. */' });
  const check = (path: string, text: string, kind: Change['kind'] = 'new', before = ''): void =>
    checkWrittenCode([{ kind, path, text }], [], [{ path, text: before }]);

  it('lets handlers and comments pass', () => {
    expect(() => check('a/@get.ts', handler)).not.toThrow();
    expect(() => check('a/@get.ts', handler.replace('A.', 'B.'), 'comment', handler)).not.toThrow();
  });

  it.each([
    handler.replace('A.', '*/ globalThis.x = 1; /*'),
    handler.replace('throw', 'globalThis.x = 1; throw'),
    `${handler}globalThis.x = 1;`,
    handler.replace('unplugin-operations/koa', 'evil'),
    handler.replace("problem(501, 'Not implemented yet')", "(0, eval)('globalThis.x = 1')"),
    handler.replace("'Not implemented yet'", 'globalThis.x = 1'),
    'globalThis.x = 1',
  ])('refuses %j', (text) => {
    expect(text).not.toBe(handler);
    expect(() => check('a/@get.ts', text)).toThrow(/Nothing was written/);
    expect(() => check('a/@get.ts', text, 'comment', handler)).toThrow(/Nothing was written/);
  });

  it.each([
    ['parameters.js', '/** A. */ globalThis.x = 1;'],
    ['schemas/A.ts', 'export interface A {}\nglobalThis.x = 1;'],
    ['schemas/A.ts', "import './b.ts';\nexport interface A {}"],
    ['schemas/A.ts', 'export const a = 1;'],
  ])('refuses code in %s', (path, text) => {
    expect(() => checkWrittenCode([], [{ kind: 'new', path, text }], [])).toThrow(/Nothing was written/);
  });
});

describe('the files of an import', () => {
  const change = (path: string, kind: Change['kind'] = 'new'): Change => ({ kind, path, text: 'new' });

  function inDirectory(use: (directory: string) => void): void {
    const directory = mkdtempSync(join(tmpdir(), 'import-'));
    try {
      mkdirSync(join(directory, 'old'));
      writeFileSync(join(directory, 'old/a.ts'), 'old');
      writeFileSync(join(directory, 'old/b.ts'), 'old');
      use(directory);
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  it.each(['a\0b', 'old', 'old/a.ts/b', '../x.ts', '..', `${'a'.repeat(300)}.ts`])(
    'leaves the files as they were if %j cannot be written',
    (path) => {
      inDirectory((directory) => {
        const before = readdirSync(directory, { recursive: true }).sort();
        const changes = [
          change('old/a.ts', 'comment'),
          change('deep/er/c.ts'),
          change('old/b.ts', 'deleted'),
          change(path),
        ];
        expect(() => writeChanges([{ directory, changes }])).toThrow(/No file was changed|Nothing was written/);
        expect(readdirSync(directory, { recursive: true }).sort()).toEqual(before);
        expect(readFileSync(join(directory, 'old/a.ts'), 'utf8')).toBe('old');
        expect(readFileSync(join(directory, 'old/b.ts'), 'utf8')).toBe('old');
      });
    },
  );

  it('writes and deletes files', () => {
    inDirectory((directory) => {
      const changes = [change('old/a.ts', 'comment'), change('deep/er/c.ts'), change('old/b.ts', 'deleted')];
      writeChanges([{ directory, changes }]);
      expect(readFileSync(join(directory, 'old/a.ts'), 'utf8')).toBe('new');
      expect(readFileSync(join(directory, 'deep/er/c.ts'), 'utf8')).toBe('new');
      expect(existsSync(join(directory, 'old/b.ts'))).toBe(false);
    });
  });

  it.each(['/a%00b', '/a\0b', '/a%5C..%5Cb', '/a%0Ab', '/a\u2028b', '/%2e%2e/x', '/a/../b', '/..', '/a/{..}'])(
    'keeps in the tree the files of the path %j',
    (path) => {
      const plan = planOf(withPaths({ [path]: { get: { responses: { 200: { description: 'OK' } } } } }));
      expect(faultsOf(plan)).toEqual([]);
    },
  );
});
