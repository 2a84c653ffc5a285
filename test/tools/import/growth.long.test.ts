import { describe, expect, it } from 'vitest';
import { compileOperations, contractsOf } from '../../../src/build/compiler/compile.ts';
import { readDocument } from '../../../src/build/compiler/comment/yaml.ts';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { cost } from './cost.ts';
import type { Sized } from './descriptions-by-size.ts';
import { SIZED } from './descriptions-by-size.ts';
import { planOf } from './support.ts';

/** The smaller of the two sizes; a long run has larger ones. */
const SIZE = Number(process.env['GROWTH_SIZE'] ?? 40);
const FACTOR = 8;
/** Eight times the size can take this many times as long; quadratic time is 64 times. */
const MAX_GROWTH = 30;
/** What takes less is mostly the compiler of JavaScript. */
const LEAST = 60_000;

/** Fails for an error that is not about a limit. */
function orLimit(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    expect(String(error)).toMatch(/which is the limit/);
  }
}

function importIt(description: object): void {
  const { operations, definitions } = planOf(description);
  const compilation = compileOperations({ files: operations.files, definitions: definitions.files });
  const { schemas, document } = compilation;
  const info = { title: 'A', version: '1' };
  generateOpenApi({ operations: contractsOf(compilation), schemas, document: document as never, info });
}

function compareIt(before: object, after: object): void {
  diffContracts(contractOfDocuments(documentOf(before)), contractOfDocuments(documentOf(after)));
}

/** How many times as long the larger size takes. A machine with much to do makes some of the runs longer: the shortest ones count. */
function growth(run: (size: number) => void): number {
  const shortest = (size: number, times: number): number =>
    Math.min(...Array.from({ length: times }, () => cost(() => orLimit(() => run(size)))));
  const small = Math.max(LEAST, shortest(SIZE, 3));
  const first = shortest(SIZE * FACTOR, 1) / small;
  return first < MAX_GROWTH ? first : Math.min(first, shortest(SIZE * FACTOR, 2) / small);
}

const things = Object.entries<Sized>(SIZED);

describe('the time of an import', () => {
  it.each(things)('grows with the size of %s, or the message names the limit', (_name, make) => {
    expect(growth((size) => importIt(make(size, 0)))).toBeLessThan(MAX_GROWTH);
  });
});

describe('the time of a comparison', () => {
  it.each(things)('grows with the size of %s, or the message names the limit', (_name, make) => {
    expect(growth((size) => compareIt(make(size, 0), make(size, 1)))).toBeLessThan(MAX_GROWTH);
  });
});

const lines = (size: number, line: (i: number) => string): string =>
  Array.from({ length: size }, (_, i) => line(i)).join('');

describe('the time of reading YAML', () => {
  it.each<[string, (size: number) => string]>([
    ['a flow mapping', (size) => `{${lines(size, (i) => `k${i}: ${i}, `)}}`],
    ['a block mapping', (size) => lines(size, (i) => `k${i}: ${i}\n`)],
    ['a key that is repeated', (size) => lines(size, () => 'k: 1\n')],
    ['anchors with an alias each', (size) => lines(size, (i) => `k${i}: &a${i} x\nj${i}: *a${i}\n`)],
    ['merge keys', (size) => `a: &a {x: 1}\n${lines(size, (i) => `b${i}: {<<: *a}\n`)}`],
    [
      'aliases of aliases',
      (size) => `a0: &a0 [x, x]\n${lines(size, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`)}`,
    ],
    ['a flow sequence', (size) => `[${lines(size, (i) => `${i}, `)}]`],
    ['brackets', (size) => '['.repeat(size)],
    ['comments', (size) => lines(size, (i) => `# c\nk${i}: 1\n`)],
    ['a folded text', (size) => `a: >\n${lines(size, () => '  word\n\n   word\n')}`],
  ])('grows with the size of %s, or the message names the limit', (_name, make) => {
    expect(growth((size) => readDocument(make(size * 20)))).toBeLessThan(MAX_GROWTH);
  });
});

describe('a limit', () => {
  const message = (thing: string, size: number): string => {
    for (const run of [
      (): unknown => planOf(SIZED[thing]!(size, 0)),
      (): void => compareIt(SIZED[thing]!(size, 0), {}),
    ])
      try {
        run();
      } catch (error) {
        return (error as Error).message;
      }
    return 'no limit';
  };

  it.each([
    'a chain of references',
    'a chain of properties',
    'a chain of allOf',
    'a chain of parameters',
    'a chain of paths',
  ])('reports a limit for %s of 20,000 references', (thing) => {
    expect(message(thing, 20_000)).toMatch(
      /^openapi\.json: #\/\S+ refers to others through more than 500 references, one in another, which is the limit\.$/,
    );
  });

  it.each(['objects in objects', 'lists of lists', 'oneOf in oneOf', 'not in not', 'a deep example'])(
    'reports a limit for %s',
    (thing) => {
      expect(message(thing, 2000)).toBe('openapi.json: values nest more than 500 levels deep, which is the limit.');
    },
  );

  it('reports a limit for parameters of a path', () => {
    expect(message('parameters of a path', 2000)).toBe(
      'openapi.json: the path /{p0}/{p1}/{p2}/{p3}/{p4}/{p5}/{p6}/{p7}/{p8}/{p9}... has more than 500 segments, which is the limit.',
    );
  });

  it.each([
    ['allOf that doubles', 'combines more than 50000 schemas, each counted as often as it is referred to'],
    ['conditions that double', 'combines more than 50000 schemas, each counted as often as it is referred to'],
  ])('reports a limit for %s of 1,500', (thing, limit) => {
    const text = message(thing, 1500);
    expect(text).toMatch(/^openapi\.json: #\/\S+ /);
    expect(text).toContain(`${limit}, which is the limit.`);
  });

  it.each(['a ring', 'any references'])('accepts %s of 2,500', (thing) => {
    expect(() => importIt(SIZED[thing]!(2500, 0))).not.toThrow();
    expect(() => compareIt(SIZED[thing]!(2500, 0), SIZED[thing]!(2500, 1))).not.toThrow();
  });

  const definitionErrors = (count: number, definition: (i: number) => object): [string, string[]] => {
    const definitions = Array.from({ length: count }, (_, i) => ({
      path: `D${i}.json`,
      text: JSON.stringify(definition(i)),
    }));
    const files = [{ path: 'a@get.ts', text: '/**\n * A.\n * @returns {D0} A\n */\nexport default () => 1;' }];
    const { diagnostics } = compileOperations({ files, definitions });
    return [diagnostics[0]!.message, [...new Set(diagnostics.map(({ code }) => code))]];
  };
  const to = (i: number): object => ({ $ref: `#/components/schemas/D${i}` });

  it('reports combined schemas in definitions too, and counts what these lead to as used', () => {
    expect(definitionErrors(60, (i) => (i === 59 ? { type: 'object' } : { allOf: [to(i + 1), to(i + 1)] }))).toEqual([
      expect.stringContaining('combines more than 50000 schemas, each counted as often as it is referred to'),
      ['size-limit'],
    ]);
    expect(definitionErrors(1200, (i) => (i === 1199 ? { type: 'object' } : to(i + 1)))[1]).toEqual(['size-limit']);
  });

  it('reports references in definitions too', () => {
    const definitions = Array.from({ length: 2000 }, (_, i) => ({
      path: `D${i}.json`,
      text: i === 1999 ? '{"type":"string"}' : `{"$ref":"#/components/schemas/D${i + 1}"}`,
    }));
    const files = [{ path: 'a@get.ts', text: '/**\n * A.\n * @returns {D0} A\n */\nexport default () => 1;' }];
    const { diagnostics } = compileOperations({ files, definitions });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toEqual(['size-limit', 'size-limit', 'size-limit']);
    expect(errors[0]!.message).toContain('refers to others through more than 500 references, one in another');
  });

  it('reports aliases, even those that add up to many values', () => {
    const many = readDocument(lines(3000, (i) => `k${i}: &a${i} x\nj${i}: *a${i}\n`));
    expect(many).toMatchObject({ faults: [{ reason: 'a text can have at most 5000 anchors and aliases' }] });
  });
});

describe('the version of an enum of 20,000 values', () => {
  it('compares an enum of 20,000 values with the other by their sets', () => {
    const [before, after] = [0, 1].map((version) =>
      contractOfDocuments(documentOf(SIZED['values of an enum']!(20_000, version))),
    );
    const ids = diffContracts(before!, after!).map(({ id }) => id);
    expect(ids).toContain('request-body-enum-value-removed');
  });
});
