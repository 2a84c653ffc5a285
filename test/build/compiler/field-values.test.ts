import { describe, expect, it } from 'vitest';
import { compile, textAt } from './compile.ts';

const DOCUMENT = `
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
`;
const COMMENT = `
/**
 * Some.
 * @security token
 * @security none
 * @param {integer} org
 * @param {string} [q]
 * @param {string|null} [r] (style: json)
 * @param {string[]} [tags]
 * @param {string} [header.X-Key]
 * @param {boolean} [cookie.beta]
 */
`;

/** The comparisons of some files with one operation that are never true. */
function found(
  files: Record<string, string>,
  path = 'orgs/{org}@get.js',
  handler = '() => {}',
  modules: Record<string, string> = {},
): string[] {
  const operation = `${COMMENT}export default ${handler};\n`;
  const { diagnostics } = compile(
    { [path]: operation, ...files },
    { definitions: [{ path: 'openapi.yaml', text: DOCUMENT }], readFile: (file) => modules[file] },
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics
    .filter(({ code }) => code === 'unset-auth' || code === 'unset-input')
    .map(({ code, at, message }) => `${code} ${textAt(at)}: ${/(?:never|always) [^.,]*/.exec(message)![0]}`);
}

const inHandler = (body: string): string[] => found({}, undefined, `(ctx) => { ${body} }`);
const inAuthorize = (code: string): string[] => found({ 'orgs/_middleware.js': code });

describe('A comparison with null', () => {
  it.each([
    ['if (ctx.auth.token === null) ctx.throw(401);', 'unset-auth ctx.auth.token'],
    ['if (null === ctx.auth?.token) ctx.throw(401);', 'unset-auth ctx.auth?.token'],
    ['const { token } = ctx.auth; if (token !== null) return 1; ctx.throw(401);', 'unset-auth token'],
    ['const user = ctx.auth.token, copy = user; if (copy === null) ctx.throw(401);', 'unset-auth copy'],
    ['switch (ctx.auth.token) { case null: ctx.throw(401); }', 'unset-auth ctx.auth.token'],
    ["if (ctx.input.header['X-Key'] === null) ctx.throw(401);", "unset-input ctx.input.header['X-Key']"],
    ['if (ctx.input.query.q === null) ctx.throw(401);', 'unset-input ctx.input.query.q'],
    ['const { query: { q } } = ctx.input; if (q === null) ctx.throw(401);', 'unset-input q'],
    ['if (ctx.input.cookie.beta === null) ctx.throw(401);', 'unset-input ctx.input.cookie.beta'],
    ['if (ctx.params.org === null) ctx.throw(401);', 'unset-input ctx.params.org'],
  ])('Warns in a handler: %s', (body, expected) => {
    expect(inHandler(body)).toEqual([`${expected}: never null`]);
  });

  it.each([
    'export const authorize = (ctx) => ctx.auth.token !== null;',
    'export const authorize = ({ auth: { token } }) => token !== null;',
    'export const authorize = ({ auth }) => auth.token !== null;',
    'export default async (ctx, next) => { await next(); if (ctx.auth.token === null) ctx.throw(401); };',
    'const isIn = (ctx) => ctx.auth.token !== null;\nexport const authorize = (ctx) => isIn(ctx);',
  ])('Warns in a guard: %s', (code) => {
    expect(inAuthorize(code).map((each) => each.replace(/\S*token/, 'token'))).toEqual([
      'unset-auth token: never null',
    ]);
  });

  it.each([
    'if (ctx.auth.token === undefined) ctx.throw(401);',
    'if (ctx.auth.token == null) ctx.throw(401);',
    'if ((ctx.auth.token ?? null) === null) ctx.throw(401);',
    'const user = ctx.auth.token ?? null; if (user === null) ctx.throw(401);',
    'const { token = null } = ctx.auth; if (token === null) ctx.throw(401);',
    'let user = ctx.auth.token; user = null; if (user === null) ctx.throw(401);',
    'if (ctx.auth.token?.org === null) ctx.throw(401);',
    'ctx.auth.token = null; if (ctx.auth.token === null) ctx.throw(401);',
    'if (ctx.auth.other === null) ctx.throw(401);',
    'if (ctx.input.query.r === null) ctx.throw(401);',
    'if (ctx.input.body === null || ctx.input.body.id === null) ctx.throw(401);',
    'if (ctx.state.auth.token === null) ctx.throw(401);',
    'if ([null, undefined].includes(ctx.auth.token)) ctx.throw(401);',
    'const isIn = ({ auth }) => auth.token !== null; return isIn(session);',
  ])('Accepts %s', (body) => {
    expect(inHandler(body).filter((each) => !each.startsWith('unset-auth other'))).toEqual([]);
  });

  it('Warns in a module that a guard imports', () => {
    const guard = "import { isIn } from '../guard.js';\nexport const authorize = (ctx) => isIn(ctx);";
    const module = 'export const isIn = (ctx) => ctx.auth.token !== null;';
    expect(found({ '_middleware.js': guard }, undefined, undefined, { 'app/guard.js': module })).toEqual([
      'unset-auth ctx.auth.token: never null',
    ]);
  });

  it('Accepts null if an operation allows it', () => {
    const other = `/**\n * Some.\n * @param {string|null} [q] (style: json)\n */\nexport default () => {};`;
    const authorize = 'export const authorize = (ctx) => ctx.input.query.q !== null;';
    expect(found({ '_middleware.js': authorize, 'other@get.js': other })).toEqual([]);
  });
});

describe('A comparison with a value of another type', () => {
  it.each([
    ["if (ctx.input.path.org === '1') ctx.throw(403);", 'ctx.input.path.org: always a number here'],
    ["if (new Set(['1', '2']).has(ctx.input.path.org)) ctx.throw(403);", 'ctx.input.path.org: always a number here'],
    [
      "const ids = ['1']; if (ids.includes(ctx.input.path.org)) ctx.throw(403);",
      'ctx.input.path.org: always a number here',
    ],
    ["switch (ctx.input.path.org) { case '1': ctx.throw(403); }", 'ctx.input.path.org: always a number here'],
    ["if (ctx.input.cookie.beta === 'true') ctx.throw(403);", 'ctx.input.cookie.beta: always true or false here'],
    ["if (ctx.input.query.tags === 'a') ctx.throw(403);", 'ctx.input.query.tags: always a list here'],
    ['if (ctx.input.query.q === 1) ctx.throw(403);', 'ctx.input.query.q: always a text here'],
    ['if (ctx.params.org === 1) ctx.throw(403);', 'ctx.params.org: always a text here'],
  ])('Warns: %s', (body, expected) => {
    expect(inHandler(body)).toEqual([`unset-input ${expected}`]);
  });

  it.each([
    'if (ctx.input.path.org === 1) ctx.throw(403);',
    "if (ctx.input.path.org == '1') ctx.throw(403);",
    "if (ctx.params.org === '1') ctx.throw(403);",
    "if ([1, '1'].includes(ctx.input.path.org)) ctx.throw(403);",
    "if (String(ctx.input.path.org) === '1') ctx.throw(403);",
    "if (ctx.input.query.tags.includes('a')) ctx.throw(403);",
    'if (closed.has(ctx.input.path.org)) ctx.throw(403);',
    'const closed = { 1: true }; if (closed[ctx.input.path.org]) ctx.throw(403);',
    "if (ctx.auth.token === 'admin') ctx.throw(403);",
  ])('Accepts %s', (body) => {
    expect(inHandler(body)).toEqual([]);
  });

  it('Accepts the type of another operation', () => {
    const other = `/**\n * Some.\n * @param {string} org\n */\nexport default () => {};`;
    const authorize = "export const authorize = (ctx) => ctx.input.path.org !== '1';";
    expect(found({ '_middleware.js': authorize })).toEqual(['unset-input ctx.input.path.org: always a number here']);
    expect(found({ '_middleware.js': authorize, 'others/{org}@get.js': other })).toEqual([]);
  });
});

describe('A comparison of a list in ctx.query', () => {
  const MESSAGE = /lacks the values that clients send with brackets, such as "tags\[\]=/;
  const inMiddleware = (code: string): string[] => {
    const guard = `export default (ctx, next) => { ${code} return next(); };`;
    const { diagnostics } = compile({
      'orgs/_middleware.js': guard,
      'orgs/{org}@get.js': `${COMMENT.replaceAll(/.*@security.*\n/g, '')}export default () => {};\n`,
    });
    return diagnostics.map(({ code: each, at, message }) => {
      expect(message).toMatch(MESSAGE);
      return `${each} ${textAt(at)}`;
    });
  };

  it.each([
    ["if (ctx.query.tags === 'secret') ctx.throw(403);", 'ctx.query.tags'],
    ["if (ctx.query.tags?.includes('secret')) ctx.throw(403);", 'ctx.query.tags'],
    ["if ((ctx.query.tags ?? []).includes('secret')) ctx.throw(403);", 'ctx.query.tags ?? []'],
    ["if (['secret', 'top'].includes(ctx.request.query.tags)) ctx.throw(403);", 'ctx.request.query.tags'],
    ["const { tags } = ctx.query; if (tags === 'secret') ctx.throw(403);", 'tags'],
  ])('Warns of %s', (code, at) => {
    expect(inMiddleware(code)).toEqual([`unset-input ${at}`]);
  });

  it.each([
    "if (ctx.query.q === 'secret') ctx.throw(403);",
    "if (ctx.query.other === 'secret') ctx.throw(403);",
    "if (ctx.query.r?.includes('secret')) ctx.throw(403);",
    'if (ctx.query.tags === undefined) ctx.throw(403);',
    "ctx.query = {}; if (ctx.query.tags === 'secret') ctx.throw(403);",
  ])('Reports nothing for %s', (code) => {
    expect(inMiddleware(code)).toEqual([]);
  });
});
