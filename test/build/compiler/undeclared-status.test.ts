import { describe, expect, it } from 'vitest';
import { compile, textAt } from './compile.ts';

const IMPORT = "import { problem } from 'unplugin-operations/koa';\n";
const found = (text: string, comment = '@returns {string} 200 - x', others = {}, path = 'a.ts'): string[] =>
  compile({ [path]: `${text.replace('/**/', `/** ${comment} */`)}\n`, ...others })
    .diagnostics.filter(({ code }) => code === 'undeclared-status')
    .map(({ at }) => textAt(at));

describe('a literal status that the file throws', () => {
  it.each([
    [`${IMPORT}/**/ export default () => { throw problem(418); };`],
    [`${IMPORT}const fail = () => problem(418);\n/**/ export default () => { throw fail(); };`],
    [
      `import { problem as fail } from 'unplugin-operations/koa';\n/**/ export default () => { throw fail(418, 'x'); };`,
    ],
    ['/**/ export default (ctx) => ctx.throw(418);'],
    ['/**/ export default function a(context) { context.throw(418, "x", { y: 1 }); }'],
    ['/**/ export default (ctx) => { ctx.assert(ctx.state.user, 418, "x"); };'],
    ['function check(ctx) { ctx.throw(418); }\n/**/ export default (ctx) => check(ctx);'],
  ])('warns of a status: %s', (text) => expect(found(text)).toEqual(['418']));

  it('warns of a status in a CommonJS file', () => {
    const text = `const { problem } = require('unplugin-operations/koa');\n/**/\nmodule.exports = () => { throw problem(418); };`;
    expect(found(text, undefined, {}, 'a.cjs')).toEqual(['418']);
  });

  it.each([
    ['another function', 'const problem = (x) => x;\n/**/ export default () => { throw problem(418); };'],
    ['another object', '/**/ export default (ctx) => { console.assert(ctx, 418); };'],
    ['another method', '/**/ export default (ctx) => ctx.redirect(418);'],
    ['a status that only runs know', '/**/ export default (ctx) => ctx.throw(ctx.state.code);'],
    ['no error', '/**/ export default (ctx) => ctx.throw(200);'],
    ['the status of an unexpected error', '/**/ export default (ctx) => ctx.throw(500);'],
    ['a handler that is not written yet', '/**/ export default (ctx) => ctx.throw(501);'],
    ['no contract at all', 'export default (ctx) => ctx.throw(418);'],
  ])('leaves %s alone', (_title, text) => expect(found(text)).toEqual([]));
});

describe('a status is declared', () => {
  const throwing = (status: number): string => `/**/ export default (ctx) => ctx.throw(${status});`;

  it.each(['@throws 418 - x', '@throws 4XX - x', '@throws default - x'])(
    'accepts a status declared by %s',
    (comment) => {
      expect(found(throwing(418), comment)).toEqual([]);
      expect(found(throwing(503), comment)).toEqual(comment.includes('default') ? [] : ['503']);
    },
  );

  it('accepts a status declared by the contract of a directory', () => {
    const directory = { '_middleware.ts': '/** @throws 418 - x */\nexport default (ctx, next) => next();\n' };
    expect(found(throwing(418), undefined, directory)).toEqual([]);
  });

  it('accepts a status that the server itself can answer', () => {
    expect(found(throwing(400))).toEqual(['400']);
    expect(found(throwing(400), '@param {string} [name] - x')).toEqual([]);
    expect(found(throwing(412), undefined, {}, 'a@put.ts')).toEqual(['412']);
    const get = { 'a@get.ts': '/** @etag */\nexport default () => "x";\n' };
    expect(found(throwing(412), undefined, get, 'a@put.ts')).toEqual([]);
  });

  it('accepts the status that openapi.yaml gives to the problems of the server', () => {
    const text = `${throwing(422).replace('/**/', '/** @param {string} [name] - x */')}`;
    const definitions = [{ path: 'openapi.yaml', text: 'x-problem: { status: { 400: 422 } }\n' }];
    expect(compile({ 'a.ts': text }, { definitions }).diagnostics).toEqual([]);
    expect(found(text)).toEqual(['422']);
  });
});
