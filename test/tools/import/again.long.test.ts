import { describe, expect, it } from 'vitest';
import { parseComment } from '../../../src/build/compiler/comment/comment.ts';
import { readExisting } from '../../../src/tools/import/existing-tree.ts';
import type { ExistingFiles } from '../../../src/tools/import/index.ts';
import { isComplete, jsonReport } from '../../../src/tools/import/report-data.ts';
import { printReport } from '../../../src/tools/import/report-text.ts';
import { randomFrom } from '../../support/random.ts';
import { emitted, existingOf, filesOf, planOf, reasonsOf, SHOP, withPaths } from './support.ts';

const RUNS = 20 * Number(process.env['PROPERTY_RUNS'] ?? 1);

/** A copy with a part of it replaced. */
function changed(path: string, value: unknown): object {
  const copy = structuredClone(SHOP) as { [key: string]: unknown };
  const keys = path.split(' ');
  const parent = keys.slice(0, -1).reduce((object, key) => object[key] as typeof copy, copy);
  if (value === undefined) delete parent[keys.at(-1)!];
  else parent[keys.at(-1)!] = value;
  return copy;
}

/** The text of a file without its contract. */
function bodyOf(path: string, text: string): string {
  const [existing] = readExisting({ operations: [{ path, text }] });
  const { comment } = existing!.parsed.handler;
  expect(parseComment({ file: path, text }, comment!.at.span).directives.length).toBeGreaterThanOrEqual(0);
  return text.slice(0, comment!.at.span.start) + text.slice(comment!.at.span.end);
}

it('compiles the tree with the methods that Node serves', () => {
  const document = withPaths({ '/a': { query: { responses: { 200: { description: 'OK' } } } } });
  const plan = planOf(document, { operations: [], definitions: [], httpMethods: ['GET'] });
  expect(plan.diagnostics.map(({ code }) => code)).toEqual(['unserved-method']);
  expect(plan.operations.files).toHaveLength(1);
});

describe('a second import', () => {
  const first = planOf(SHOP);

  it('a second import of the same description changes nothing', () => {
    const again = planOf(SHOP, existingOf(first));
    expect([...again.operations.changes, ...again.definitions.changes]).toEqual([]);
  });

  it('replaces the comment, and leaves code, file name, line ends and indentation alone', () => {
    const text =
      'import { pets } from "../../_pets.js";\r\n\r\n  /*\r\n   The old one.\r\n   @GET */\r\n  export const list = () => pets; // mine\r\n';
    const operations = [{ path: 'pets.mjs', text }];
    const plan = planOf(SHOP, { operations, definitions: [] });
    const written = plan.operations.files.find(({ path }) => path === 'pets.mjs')!.text;
    expect(bodyOf('pets.mjs', written)).toBe(bodyOf('pets.mjs', text));
    expect(written).toContain('  /**\r\n   * Lists the pets\r\n');
    expect(written).toContain('   * @operationId listPets\r\n');
    expect(written.replaceAll('\r\n', '')).not.toContain('\n');
    expect(reasonsOf(plan)).toEqual([]);
  });

  it('adds a comment to a handler without one', () => {
    const operations = [
      { path: 'pets/@get.ts', text: 'const a = 1;\nexport default function listPets() {\n  return a;\n}\n' },
    ];
    const plan = planOf(SHOP, { operations, definitions: [] });
    expect(plan.operations.changes.map(({ kind }) => kind)).toContain('comment');
    const { text } = plan.operations.files.find(({ path }) => path === 'pets/@get.ts')!;
    expect(text).toMatch(
      /^const a = 1;\n\/\*\*\n \* Lists the pets\n[^]*\n \*\/\nexport default function listPets\(\) \{\n {2}return a;\n\}\n$/,
    );
  });

  it('writes the names of parameters that the tree has', () => {
    const operations = [{ path: 'pets/{pet_id}@get.ts', text: '/** One. */\nexport default () => null;\n' }];
    const plan = planOf(SHOP, { operations, definitions: [] });
    const { text } = plan.operations.files.find(({ path }) => path === 'pets/{pet_id}@get.ts')!;
    expect(text).toContain('@param {int64} pet_id');
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('adds new operations, and lists files whose operation is gone', () => {
    const plan = planOf(changed('paths /pets post', undefined), existingOf(first));
    expect(plan.operations.gone).toEqual(['pets/@post.ts']);
    expect(plan.operations.files.map(({ path }) => path)).toContain('pets/@post.ts');
    const added = planOf(
      changed('paths /pets delete', { responses: { 204: { description: 'Gone' } } }),
      existingOf(first),
    );
    expect(added.operations.changes.map(({ kind, path }) => [kind, path])).toEqual([['new', 'pets/@delete.ts']]);
  });

  it('leaves schemas alone that other files define', () => {
    const definitions = [{ path: 'mine.ts', text: 'export type NewPet = { name: string };\n' }];
    const plan = planOf(SHOP, { operations: [], definitions });
    expect(plan.definitions.left).toEqual(['mine.ts: it defines "NewPet"']);
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(plan.comparison.lost.length).toBeGreaterThan(0);
  });

  it('deletes the file of a schema that gets another one, and reports it', () => {
    const plan = planOf(changed('components schemas NewPet', { not: { type: 'string' } }), existingOf(first));
    const kinds = plan.definitions.changes.map(({ kind, path }) => `${kind} ${path}`);
    expect(kinds).toContain('deleted schemas/NewPet.ts');
    expect(kinds).toContain('new schemas/NewPet.json');
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('keeps the format of errors in openapi.yaml', () => {
    const base = first.definitions.files.find(({ path }) => path === 'openapi.yaml')!;
    const definitions = [{ path: base.path, text: `${base.text}x-problem:\n  mediaType: application/json\n` }];
    const plan = planOf(SHOP, { operations: [], definitions });
    expect(filesOf(plan)['definitions/openapi.yaml']).toContain('x-problem:\n  mediaType: application/json\n');
  });

  it('leaves a file alone that it cannot read', () => {
    const operations = [{ path: 'pets/@get.ts', text: 'export default function (' }];
    const plan = planOf(SHOP, { operations, definitions: [] });
    expect(plan.operations.left).toEqual(['pets/@get.ts: the file exists, and is not an operation without mistakes']);
    expect(filesOf(plan)['operations/pets/@get.ts']).toBe(operations[0]!.text);
  });
});

describe('a second import that lets more clients in', () => {
  const ok = { 200: { description: 'OK' } };
  const document = (others: object = {}): object =>
    withPaths(
      { '/b': { get: { responses: ok } }, '/c': { get: { security: [{ token: [] }], responses: ok } } },
      { components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } }, ...others },
    );
  const edited = (edit: (path: string, text: string) => string): ExistingFiles => {
    const { operations, definitions } = existingOf(planOf(document()));
    return { operations: operations.map(({ path, text }) => ({ path, text: edit(path, text) })), definitions };
  };

  it('lists an operation whose line it removes or weakens, and is not complete', () => {
    const before = edited((path, text) =>
      path.startsWith('b/')
        ? text.replace(/\n \*\/\n/, '\n * @security token admin\n */\n')
        : text.replace('@security token', '@security token admin'),
    );
    const plan = planOf(document(), before);
    expect(plan.widened).toEqual([
      'GET /b: the operation no longer requires authentication, so more clients can call it',
      'GET /c: the operation requires token, less than before, so more clients can call it',
    ]);
    expect(isComplete(plan)).toBe(false);
    expect(planOf(document(), existingOf(plan)).widened).toEqual([]);
  });

  it('lists an operation that loses another line that protects', () => {
    const lines = (path: string): string =>
      path.startsWith('b/')
        ? ' * @rate-limit 5 per hour per address\n * @etag\n * @cache no-store\n * @x-role admin\n'
        : ' * @internal\n';
    const before = edited((path, text) => text.replace(/\n \*\/\n/, `\n${lines(path)} */\n`));
    const { widened } = planOf(document(), before);
    expect(widened.toSorted()).toEqual([
      'GET /b: the operation no longer has "@etag"',
      'GET /b: the operation no longer has "@x-role"',
      'GET /b: the operation no longer has "Cache-Control: no-store"',
      expect.stringMatching(/^GET \/b: the operation no longer has the limit/),
      expect.stringMatching(/^GET \/c: .*internal/),
    ]);
  });

  it('lists operations without a line if the document loses its security', () => {
    const first = planOf(document({ security: [{ token: [] }] }));
    const { widened } = planOf(document(), existingOf(first));
    expect(widened).toEqual(['GET /b: the operation no longer requires authentication, so more clients can call it']);
  });

  it('lists nothing if the description requires as much or more', () => {
    const unchanged = planOf(
      document(),
      edited((_, text) => text),
    );
    expect([unchanged.widened, isComplete(unchanged)]).toEqual([[], true]);
    expect(
      planOf(
        document({ security: [{ token: [] }] }),
        edited((_, text) => text),
      ).widened,
    ).toEqual([]);
  });

  it('prints them, as JSON too', () => {
    const first = planOf(document({ security: [{ token: [] }] }));
    const plan = planOf(document(), existingOf(first));
    const context = { isDryRun: false, shown: { directory: 'app/operations', definitions: 'app/definitions' } };
    expect(printReport(plan, { ...context, isVerbose: false })).toContain(
      'These operations are open to more clients, or less protected; add the protection to the description, or write the lines again (1):\n  GET /b: ',
    );
    expect(JSON.parse(jsonReport(plan, context))).toMatchObject({ complete: false, widened: plan.widened });
  });
});

const TEXTS = [
  '',
  'text',
  'two\n\nlines',
  '@param {string} x',
  'ends */ here',
  '```\nopen',
  '-',
  '# x',
  '{',
  "it's",
  '/x/{y}',
  'integer',
  'null',
  '#/components/schemas/Pet',
];
const VALUES: readonly unknown[] = [
  ...TEXTS,
  0,
  -1.5,
  1e21,
  true,
  false,
  null,
  [],
  {},
  ['a'],
  { type: 'string' },
  { $ref: '#/components/schemas/Error' },
];

/** Changes one random part of a document: a value is replaced, removed, copied, or gets a new key. */
function mutate(document: object, random: (below: number) => number): void {
  const places: [parent: { [key: string]: unknown }, key: string][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      places.push([value as { [key: string]: unknown }, key]);
      visit((value as { [key: string]: unknown })[key]);
    }
  };
  const { paths, components } = document as { paths: object; components: object };
  visit(paths);
  visit(components);
  const [parent, key] = places[random(places.length)]!;
  const [other] = [places[random(places.length)]!];
  const copy = structuredClone(other[0][other[1]]);
  const choice = random(5);
  if (choice === 0 && Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (choice === 0 && Object.keys(parent).length > 1) delete parent[key];
  else if (choice === 1) parent[key] = copy;
  else if (choice === 2 && !Array.isArray(parent)) parent[TEXTS[random(TEXTS.length)]! || 'x'] = copy;
  else if (typeof parent[key] === 'string') parent[key] = TEXTS[random(TEXTS.length)]!;
  else if (choice === 3) parent[key] = VALUES[random(VALUES.length)];
  else parent[key] = copy;
}

describe(`after ${RUNS} random changes of the description`, () => {
  it(
    'an import of the document of its import gives the same files',
    () => {
      const random = randomFrom(11);
      let sound = 0;
      for (let run = 0; run < RUNS; run++) {
        const document = structuredClone(SHOP);
        for (let count = 0; count <= run % 4; count++) mutate(document, random);
        const plan = planOf(document);
        if (plan.diagnostics.some(({ severity }) => severity === 'error')) continue;
        sound++;
        expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
      }
      expect(sound).toBeGreaterThan(RUNS / 2);
    },
    RUNS * 10_000,
  );

  it(
    'every import changes comments alone in the files of operations, and gives a reason for what is not kept',
    () => {
      const random = randomFrom(7);
      let before = existingOf(planOf(SHOP));
      let edits = 0;
      for (let run = 0; run < RUNS; run++) {
        const document = structuredClone(SHOP);
        for (let count = 0; count <= run % 4; count++) mutate(document, random);
        // You write your code, now and then.
        const operations = before.operations.map(({ path, text }) =>
          random(3) === 0
            ? { path, text: `${text}// ${edits++}\nconst text${edits} = '/** @GET */';\n` }
            : { path, text },
        );
        const bodies = new Map(operations.map(({ path, text }) => [path, bodyOf(path, text)]));
        const plan = planOf(document, { ...before, operations });
        const after = new Map(plan.operations.files.map(({ path, text }) => [path, text]));
        expect([...bodies].filter(([path, body]) => bodyOf(path, after.get(path)!) !== body)).toEqual([]);
        expect(plan.losses.every(({ reason }) => reason !== '')).toBe(true);
        before = existingOf(plan);
      }
      expect(edits).toBeGreaterThan(RUNS);
    },
    RUNS * 10_000,
  );
});
