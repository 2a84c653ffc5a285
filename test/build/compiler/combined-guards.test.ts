import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const RULES = `
export const isAdmin = async (ctx: any) => ctx.get('x') === 'a';
export const isLocal = (ctx: any) => ctx.ip === '';
`;

/** What a check finds in a file with an \`authorize\` that a combinator makes: with all in the file, and with all in another module. */
function found(combinator: string, made: string): string[][] {
  const guards = `${RULES}export ${combinator}\n`;
  const name = /(?:const|function) (\w+)/.exec(combinator)![1]!;
  const imported = `import { isAdmin, isLocal, ${name} } from '../guards.ts';\nimport * as guards from '../guards.ts';\n`;
  return [guards.replaceAll('export ', ''), imported].map((head) => {
    const files = {
      'one.ts': '/** Some. */\nexport default () => {};',
      '_middleware.ts': `${head}export const authorize = ${made};`,
    };
    return compile(files, { readFile: (file) => (file === 'app/guards.ts' ? guards : undefined) })
      .diagnostics.filter(({ code }) => code === 'ineffective-guard')
      .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
  });
}

const WITHOUT_AWAIT = [
  'const all = (...rules: any[]) => (ctx: any) => rules.every((rule) => rule(ctx));',
  'const all = (...rules: any[]) => (ctx: any) => { return rules.some((rule) => !rule(ctx)); };',
  'const all = (...rules: any[]) => async (ctx: any) => rules.filter((rule) => rule(ctx)).length > 0;',
  'const all = (...rules: any[]) => (ctx: any) => rules.find((rule) => rule(ctx)) !== undefined;',
  'function all(...rules: any[]) { return (ctx: any) => { for (const rule of rules) if (!rule(ctx)) return false; return true; }; }',
  'const all = (first: any, second: any) => (ctx: any) => first(ctx) && second(ctx);',
  'const all = (one: any, other: any) => (ctx: any) => !one(ctx) || !other(ctx);',
];
const WITH_AWAIT = [
  'const all = (...rules: any[]) => async (ctx: any) => { for (const rule of rules) if (!(await rule(ctx))) return false; return true; };',
  'const all = (...rules: any[]) => async (ctx: any) => (await Promise.all(rules.map((rule) => rule(ctx)))).every(Boolean);',
  'const all = (...rules: any[]) => rules.length;',
];

describe('a combinator of rules', () => {
  it.each(WITHOUT_AWAIT)('It does not wait for a rule: %s', (combinator) => {
    expect(found(combinator, 'all(isAdmin, isLocal)')).toEqual([['error isAdmin'], ['error isAdmin']]);
    expect(found(combinator, 'all(isLocal, isLocal)')).toEqual([[], []]);
  });

  it.each(WITH_AWAIT)('It waits for each rule, or calls none: %s', (combinator) => {
    expect(found(combinator, 'all(isAdmin, isLocal)')).toEqual([[], []]);
  });

  it.each([
    'const all = (test: any, run: any) => (ctx: any) => test(ctx) ? run(ctx) : undefined;',
    'const all = (test: any, ...runs: any[]) => (ctx: any) => test(ctx) && runs.forEach((run) => run(ctx));',
  ])('It only tests the first one: %s', (combinator) => {
    expect(found(combinator, 'all(isLocal, isAdmin)')).toEqual([[], []]);
    expect(found(combinator, 'all(isAdmin, isLocal)')).toEqual([['error isAdmin'], ['error isAdmin']]);
  });

  it('Two in one file have parameters of the same names', () => {
    const [all] = WITHOUT_AWAIT;
    const other = all!.replace('all', 'any').replace('every', 'some');
    expect(found(`${all}\nexport ${other}`, 'all(isLocal, isAdmin)')).toEqual([['error isAdmin'], ['error isAdmin']]);
  });

  it('It gets a list, a function without a name, or rules of a namespace', () => {
    const list = 'const all = (rules: any[]) => (ctx: any) => rules.every((rule) => rule(ctx));';
    expect(found(list, 'all([isLocal, isAdmin])')).toEqual([['error isAdmin'], ['error isAdmin']]);
    expect(found(WITHOUT_AWAIT[0]!, "all(async (ctx: any) => ctx.ip === '')")[0]).toEqual([
      "error async (ctx: any) => ctx.ip === ''",
    ]);
    expect(found(WITHOUT_AWAIT[0]!, 'guards.all(guards.isLocal, guards.isAdmin)')[1]).toEqual(['error guards.isAdmin']);
  });
});
