import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const found = (line: string): readonly unknown[] =>
  compile({ 'one.ts': `/**\n * One.\n *\n * ${line}\n */\nexport default () => {};` }).diagnostics.map(brief);

it.each(['@x-plan: pro', '@x-plan : pro', '@x-plan:'])(
  'An extension has no colon, which would hide its value: %s',
  (line) => {
    expect(found(line)).toEqual([['invalid-yaml', ':']]);
  },
);

it.each(['@x-plan pro', '@x-plan', '@x-plan { a: pro }'])('An extension has a value of YAML, or none: %s', (line) => {
  expect(found(line)).toEqual([]);
});

const HANDLER = 'export default () => {};';
const spelled = (...lines: string[]): readonly unknown[] => {
  const files = Object.fromEntries(lines.map((line, i) => [`p${i}.ts`, `/**\n * It.\n * ${line}\n */\n${HANDLER}`]));
  return compile({
    'a/_middleware.ts': '/** @x-plan free */',
    'a/b.ts': `/** B. */\n${HANDLER}`,
    ...files,
  }).diagnostics.map((each) => [each.code, each.severity, each.at.source.file, each.fix?.edits[0]?.text]);
};

it('An extension in another letter case than most others is a warning with an edit', () => {
  expect(spelled('@x-Plan pro', '@x-plan pro')).toEqual([
    ['unknown-directive', 'warning', expect.stringMatching(/p0\.ts$/), 'x-plan'],
  ]);
});

it('The lines of a directory count as others, and lower case is the usual one of two', () => {
  expect(spelled('@x-Plan pro')).toHaveLength(1);
  expect(spelled('@x-plan pro', '@x-planned')).toEqual([]);
});

describe('a lost extension that middleware may read', () => {
  const READS =
    "export default (ctx, next) => (ctx.operation.extensions?.['x-plan'] === 'pro' ? ctx.throw(402) : next());";
  const contract = (line: string): string => `/**\n * It.\n * ${line}\n */\n${HANDLER}`;
  const lost = (files: Record<string, string>): readonly unknown[] =>
    compile({ 'sales/_middleware.ts': '/** @x-plan pro */', 'sales/a@get.ts': contract('@tags a'), ...files })
      .diagnostics.filter(({ code }) => /^(?:passed-contract|unguarded-path)$/.test(code))
      .map(({ code, severity, at }) => [code, severity, at.source.file.replace(/.*operations\//, '')]);

  it.each([
    ['a file beside the directory', 'sales.csv@get.ts'],
    ['a file of the same path', 'sales@get.ts'],
    ['a parameter that takes the name of the directory', '{x}/b@get.ts'],
    ['a rest', '{rest...}@get.ts'],
  ])('warns of %s', (_name, path) => {
    expect(lost({ '_middleware.ts': READS, [path]: contract('@tags a') })).toEqual([
      ['unguarded-path', 'warning', path],
    ]);
    expect(lost({ '_middleware.ts': READS, [path]: contract('@x-plan free') })).toEqual([]);
    expect(lost({ [path]: contract('@tags a') })).toEqual([]);
  });

  it('warns of a file that passes on the operation, or calls its handler', () => {
    const passed = "/** @operationId b */\nexport { default } from '../sales/a@get.ts';";
    const called = "import a from '../sales/a@get.ts';\n/** B. */\nexport default (ctx) => a(ctx);";
    for (const text of [passed, called])
      expect(lost({ '_middleware.ts': READS, 'pub/b@get.ts': text })).toEqual([
        ['passed-contract', 'warning', 'pub/b@get.ts'],
      ]);
    expect(lost({ '_middleware.ts': READS, 'pub/b@get.ts': passed.replace('*/', '\n * @x-plan free\n */') })).toEqual(
      [],
    );
  });

  it('warns of a file for HEAD', () => {
    const files = { '_middleware.ts': READS, 'r@get.ts': contract('@x-plan pro'), 'r@head.ts': contract('@tags a') };
    expect(lost(files)).toEqual([['unguarded-path', 'warning', 'r@head.ts']]);
    expect(lost({ ...files, 'r@get.ts': contract('@x-codeSamples [{ lang: js, source: a }]') })).toEqual([]);
  });
});
