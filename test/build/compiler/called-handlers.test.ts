import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const OPENAPI = {
  path: 'openapi.yaml',
  text: 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }',
};
const GUARD = 'export const authorize = (ctx: any) => ctx.get("x") === "a";\n';
const OTHER = '/** It. */\nexport default function removeBook(ctx: any) { ctx.body = 1; }\n';
const SECURED = OTHER.replace('It.', 'It.\n * @security token\n');
const MIDDLEWARE = 'export default (ctx: any, next: any) => { if (!ctx.get("x")) ctx.throw(403); return next(); };\n';

/** What an operation is warned of that calls the handler of `admin/@delete.ts`. */
function found(files: Readonly<Record<string, string>>, text: string): string[] {
  return compile({ ...files, 'one.ts': text }, { definitions: [OPENAPI] })
    .diagnostics.filter(({ code }) => code !== 'unused-scheme')
    .map((diagnostic) => [diagnostic.severity, ...brief(diagnostic)].join(' | '));
}

const IMPORT = "import removeBook from './admin/@delete.ts';\n";
const CALLS = `${IMPORT}/** One. */\nexport default (ctx: any) => removeBook(ctx);`;
const WARNING = 'warning | passed-contract | removeBook | ';

describe('a handler that calls the handler of another operation', () => {
  it.each([
    CALLS,
    `${IMPORT}/** One. */\nexport default async (ctx: any) => { ctx.log(); return await removeBook(ctx); };`,
    `${IMPORT}/** One. */\nexport default (ctx: any) => removeBook.call(null, ctx);`,
    "import { default as removeBook } from './admin/@delete';\n/** One. */\nexport default (ctx: any) => removeBook(ctx);",
    "import * as removeBook from './admin/@delete.js';\n/** One. */\nexport default (ctx: any) => removeBook.default(ctx);",
  ])('The guards of the other one do not run: %s', (text) => {
    const [one, ...more] = [
      found({ 'admin/@delete.ts': OTHER, 'admin/_middleware.ts': GUARD }, text),
      found({ 'admin/@delete.ts': OTHER, 'admin/_middleware.ts': MIDDLEWARE }, text),
      found({ 'admin/@delete.ts': `${GUARD}${OTHER}` }, text),
      found({ 'admin/@delete.ts': SECURED }, text),
    ].map((each) => each.map((line) => line.split(' | ').slice(0, 2)));
    expect(one).toEqual([['warning', 'passed-contract']]);
    expect(more).toEqual([one, one, one]);
  });

  it('The same goes for another export of the handler', () => {
    const other = SECURED.replace('export default ', 'export ') + 'export default removeBook;\n';
    const text =
      "import { removeBook } from './admin/@delete.ts';\n/** One. */\nexport default (ctx: any) => removeBook(ctx);";
    expect(found({ 'admin/@delete.ts': other }, text)).toEqual([`${WARNING}token`]);
  });

  it("The other's own authorize is not one for its directory", () => {
    const files = { 'admin/@delete.ts': `${GUARD}${OTHER}`, 'admin/_middleware.ts': MIDDLEWARE };
    const taken = "export { authorize } from './admin/@delete.ts';\n";
    expect(found(files, taken + CALLS)).toHaveLength(1);
    expect(found({ 'admin/@delete.ts': `${GUARD}${OTHER}` }, taken + CALLS)).toEqual([]);
    expect(found(files, GUARD + CALLS)).toEqual([]);
  });

  it('The warning is at the import, and its note at the guard', () => {
    expect(found({ 'admin/@delete.ts': `${GUARD}${OTHER}` }, CALLS)).toEqual([`${WARNING}${GUARD.trim()}`]);
    expect(found({ 'admin/@delete.ts': OTHER.replace('It.', 'It.\n * @rate-limit 5 per minute') }, CALLS)).toEqual([
      `${WARNING}@rate-limit`,
    ]);
  });

  it.each([
    ['The other one has no guard', { 'admin/@delete.ts': OTHER }, CALLS],
    ['A directory is around both', { 'admin/@delete.ts': OTHER, '_middleware.ts': GUARD }, CALLS],
    [
      'It has an authorize for that of the directory',
      { 'admin/@delete.ts': OTHER, 'admin/_middleware.ts': GUARD },
      `${GUARD}${CALLS}`,
    ],
    [
      'Its contract requires the same',
      { 'admin/@delete.ts': SECURED },
      CALLS.replace('/** One. */', '/**\n * One.\n * @security token\n */'),
    ],
    [
      'Its directory requires the same',
      { 'admin/@delete.ts': SECURED, '_middleware.ts': '/** @security token */\n' },
      CALLS,
    ],
    [
      'It is for everybody',
      { 'admin/@delete.ts': `${GUARD}${SECURED}` },
      CALLS.replace('/** One. */', '/**\n * One.\n * @security none\n */'),
    ],
    [
      'It only takes the type',
      { 'admin/@delete.ts': `${GUARD}${OTHER}` },
      `${IMPORT}/** One. */\nexport default (ctx: any) => ctx as ReturnType<typeof removeBook>;`,
    ],
    [
      'It calls another function of the file',
      { 'admin/@delete.ts': `${GUARD}export const load = () => 1;\n${OTHER}` },
      "import { load } from './admin/@delete.ts';\n/** One. */\nexport default () => load();",
    ],
  ])('%s', (_, files, text) => {
    expect(found(files, text)).toEqual([]);
  });

  it('The authorize of a directory around both does not replace that of the other one', () => {
    const files = { 'admin/@delete.ts': `${GUARD}${OTHER}`, '_middleware.ts': GUARD };
    expect(found(files, CALLS)).toEqual([`${WARNING}${GUARD.trim()}`]);
  });

  it.each([MIDDLEWARE, 'import log from "log";\nexport default log();\n'])(
    'The middleware of a directory around both does not replace that of the other one: %s',
    (around) => {
      const files = { 'admin/@delete.ts': OTHER, 'admin/_middleware.ts': MIDDLEWARE, '_middleware.ts': around };
      expect(found(files, CALLS)).toHaveLength(1);
    },
  );
});
