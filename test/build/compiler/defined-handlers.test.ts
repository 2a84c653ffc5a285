import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { readDefinitions } from '../../../src/build/project/files.ts';
import { readOperations } from '../../../src/build/project/sources.ts';
import { compile } from './compile.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/bad');

/** Trees whose files aren't compiled alone. */
const hasOthers = (name: string): boolean =>
  ['app/versions', 'package.json'].some((other) => existsSync(join(fixtures, name, other)));

/** A file whose handler is given to `defineOperation`; undefined if it isn't a function, or not the end of the file. */
function defined(text: string): string | undefined {
  const [, before, handler] = /^([^]*?\n)?export default ((?:async )?(?:function\b|\()[^]*?);?\s*$/.exec(text) ?? [];
  if (handler === undefined) return undefined;
  const written = `${before ?? ''}export default defineOperation(${handler});\nimport { defineOperation } from 'unplugin-operations/koa';\n`;
  return parseSync('one.ts', written).errors.length === 0 ? written : undefined;
}

it.each(readdirSync(fixtures).filter((name) => !hasOthers(name)))(
  'the fixture %s has the same diagnostics with defineOperation',
  (name) => {
    const app = join(fixtures, name, 'app');
    const files =
      readOperations({ directory: `${app}/operations`, webhooks: `${app}/webhooks`, events: `${app}/events` }, []) ??
      [];
    const definitions = readDefinitions(join(app, 'definitions'));
    const codes = (texts: Record<string, string>): string[] =>
      compile(texts, { definitions })
        .diagnostics.map(({ code, at }) => `${code} ${at.source.file}`)
        .sort();
    const plain = Object.fromEntries(files.map(({ path, text }) => [path, text]));
    const changed = Object.fromEntries(files.map(({ path, text }) => [path, defined(text) ?? text]));
    expect(codes(changed)).toEqual(codes(plain));
  },
);

describe('the body of a handler', () => {
  const IMPORT = "import { defineOperation, problem } from 'unplugin-operations/koa';\n";
  const COMMENT = '/**\n * Some.\n * @security token\n * @security none\n */\n';
  const openapi =
    'components: { securitySchemes: { token: { type: http, scheme: bearer }, key: { type: http, scheme: basic } } }';
  const FORMS: readonly ((parameters: string, body: string) => string)[] = [
    (parameters, body) => `async function run(${parameters}) { ${body} }`,
    (parameters, body) => `defineOperation(async function run(${parameters}) { ${body} })`,
    (parameters, body) => `defineOperation(async (${parameters}) => { ${body} })`,
    (parameters, body) =>
      `defineOperation(/** @satisfies {Handler} */ (async function run(${parameters}) { ${body} }))`,
  ];
  const STREAMS: typeof FORMS = [
    (parameters, body) => `async function* run(${parameters}) { ${body} yield ''; }`,
    (parameters, body) => `defineOperation(async function* run(${parameters}) { ${body} yield ''; })`,
    (parameters, body) => `function* run(${parameters}) { ${body.replace('await ', '')} yield ''; }`,
  ];

  it.each([
    ['ineffective-guard', 'ctx', "if (!ctx.get('x')) ctx.status = 403; await deleteAll();"],
    ['ineffective-guard', '{ response }', 'if (!isAdmin()) response.status = 403; await deleteAll();'],
    ['ineffective-guard', 'ctx, user = requireUser(ctx)', 'return user;'],
    ['unset-auth', 'ctx', 'if (!ctx.auth) throw problem(401);'],
    ['unset-auth', '{ auth }', "if (auth.key?.role === 'guest') throw problem(403);"],
    ['unset-input', 'ctx', 'if (blocked.has(ctx.input.query.org)) throw problem(403);'],
    ['unset-body', 'ctx', "if (ctx.request.body?.role === 'x') throw problem(403);"],
    ['early-read', 'ctx', 'if (ctx.body?.amount > 10) throw problem(403);'],
  ])('gives %s for (%s) => { %s } in each form', (code, parameters, body) => {
    const outer = `${IMPORT}const blocked = new Set<string>();\nfunction requireUser(ctx: any) { if (!ctx.get('x')) throw problem(401); return 1; }\n`;
    for (const form of [...FORMS, ...STREAMS]) {
      const comment = FORMS.includes(form)
        ? COMMENT
        : COMMENT.replace('Some.', 'Some.\n * @returns {Stream<string>} 200 application/jsonl');
      const text = `${outer}${comment}export default ${form(parameters, body)};`;
      const { diagnostics } = compile({ 'one.ts': text }, { definitions: [{ path: 'openapi.yaml', text: openapi }] });
      const codes = diagnostics.map((each) => each.code);
      expect({ text, codes }).toEqual({ text, codes: expect.arrayContaining([code]) as string[] });
    }
  });
});
