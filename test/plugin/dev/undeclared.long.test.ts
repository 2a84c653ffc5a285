import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDev, VITES } from './server.ts';

const FILES = {
  'app/definitions/Pet.yaml': 'type: object\nproperties: { name: { type: string } }\n',
  'app/operations/pets/@get.ts':
    '/** @returns {Pet[]} All */\nexport default () => [{ name: "Ada", secret: 1 }, { name: "Bo", secret: 2 }];\n',
  'app/operations/pets/@post.ts':
    '/**\n * @param {Pet} body - It\n * @returns {any} It\n */\nexport default (ctx) => ctx.input.body;\n',
};
const APP = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
export default createApp(operations);
`;

describe.each(VITES)('the dev server of %s', (_name, vite) => {
  it.each([
    ['its own app', {}, {}],
    ['your app', { 'app/api.ts': APP }, { app: 'app/api.ts' }],
  ])('names undeclared properties of requests and responses once, with %s', async (_title, files, options) => {
    const spy = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => spy.mockRestore());
    const dev = await startDev(vite, { ...FILES, ...files }, options);
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"Cy","secret":3}' };
    for (let i = 0; i < 2; i++) {
      expect(JSON.parse((await dev.ask('/pets')).body)).toEqual([{ name: 'Ada' }, { name: 'Bo' }]);
      expect(JSON.parse((await dev.ask('/pets', post)).body)).toEqual({ name: 'Cy' });
    }
    expect(dev.log).toEqual([
      'pets/@get.ts: left out of the response, because the contract does not declare it: /0/secret',
      'pets/@post.ts: left out of the request, because the contract does not declare it: /secret',
    ]);
    // Node prints two lines for a warning of its own, with a hint that leads nowhere.
    expect(spy).not.toHaveBeenCalled();
  });

  it('names the line of a guard that reads a field of the operation too early, if no text shows its name', async () => {
    const api = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { guard } from './guard.ts';
export default createApp(operations).use(guard);
`;
    const guard = `interface Guarded {
  readonly [name: string]: { readonly tags?: readonly string[] } | undefined;
}
const FIELD = ['opera', 'tion'].join('');

export function guard(ctx: Guarded, next: () => unknown): unknown {
  if (ctx[FIELD]?.tags?.includes('admin')) throw new Error('no');
  return next();
}
`;
    const files = { ...FILES, 'app/api.ts': api, 'app/guard.ts': guard };
    const dev = await startDev(vite, files, { app: 'app/api.ts' });
    for (let i = 0; i < 2; i++) expect((await dev.ask('/pets')).status).toBe(200);
    expect(dev.log.filter((line) => line.includes('ctx.operation'))).toEqual([
      expect.stringMatching(/^ctx\.operation is always undefined here, .*\n {4}at guard \(app\/guard\.ts:7:7\)$/),
    ]);
  });

  it('prints columns that many operations leave out once', async () => {
    const rows = (more: string): string =>
      `/** @returns {Pet[]} All */\nexport default () => [{ name: "Ada", secret: 1${more} }];\n`;
    const dev = await startDev(vite, {
      'app/definitions/Pet.yaml': FILES['app/definitions/Pet.yaml'],
      'app/operations/cats/@get.ts': rows(''),
      'app/operations/dogs/@get.ts': rows(''),
      'app/operations/owls/@get.ts': rows(', age: 2'),
      'app/operations/rats/@get.ts': rows(', age: 3'),
    });
    for (const path of ['cats', 'dogs', 'cats', 'owls', 'rats', 'dogs'])
      expect(JSON.parse((await dev.ask(`/${path}`)).body)).toEqual([{ name: 'Ada' }]);
    expect(dev.log).toEqual([
      'cats/@get.ts: left out of the response, because the contract does not declare it: /0/secret',
      expect.stringMatching(/^owls\/@get\.ts: left out of the response, .*: \/0\/secret, \/0\/age$/),
    ]);
    // The page of the requests has those of each operation.
    const shown = JSON.parse((await dev.ask('/__operations/requests')).body) as { leftOut: number }[];
    expect(shown.map(({ leftOut }) => leftOut)).toEqual([1, 2, 2, 1, 1, 1]);
  });

  it('reports the place of an undeclared object, list or text, as the built server does', async () => {
    const dev = await startDev(vite, {
      'app/operations/object.js':
        '/** @returns {{pets: {name: string}[]}} It */\nexport default () => ({ pets: [{ name: { first: 1 } }] });\n',
      'app/operations/list.js': '/** @returns {{name: string}} It */\nexport default () => ({ name: [1] });\n',
      'app/operations/whole.js': '/** @returns {string} 200 */\nexport default () => ({ name: "x" });\n',
      'app/operations/text.js': '/** @returns {{pets: object[]}} It */\nexport default () => ({ pets: "none" });\n',
      'app/operations/promise.js':
        '/** @returns {{name: string}} It */\nexport default () => ({ name: Promise.resolve("x") });\n',
    });
    for (const path of ['object', 'list', 'whole', 'text', 'promise'])
      expect([path, (await dev.ask(`/${path}`)).status]).toEqual([path, 500]);
    const text = (name: string, rest: string): string =>
      `GET /${name} failed (${name}.js)\nUndeclaredKind: ${name}.js sent status 200 with ${rest}`;
    const remedy = ', but its contract does not declare one there: return the declared type, or declare "any"';
    expect(dev.log).toEqual([
      text('object', `an object at /pets/0/name${remedy}`),
      text('list', `an array at /name${remedy}`),
      text('whole', `an object as its body${remedy}`),
      text('text', `a string at /pets${remedy}`),
      text('promise', 'a promise at /name: await it'),
    ]);
  });

  it('warns once of a response past Koa without a status', async () => {
    const write = (lines: string): string => `/** @returns {string} x */\nexport default (ctx) => { ${lines} };\n`;
    const dev = await startDev(vite, {
      'app/operations/raw.ts': write("ctx.res.end('x')"),
      'app/operations/set.ts': write("ctx.status = 200; ctx.res.end('x')"),
      'app/operations/head.ts': write("ctx.res.writeHead(201); ctx.res.end('x')"),
      'app/operations/own.ts': write("ctx.respond = false; ctx.res.end('x')"),
      'app/operations/gone.ts': write("ctx.status = 404; ctx.res.end('x')"),
    });
    const statuses: number[] = [];
    for (const path of ['raw', 'raw', 'set', 'head', 'own', 'gone']) statuses.push((await dev.ask(`/${path}`)).status);
    expect(statuses).toEqual([404, 404, 200, 201, 404, 404]);
    expect(dev.log.filter((line) => line.includes('ctx.res'))).toEqual([
      'raw.ts: wrote to "ctx.res", whose status is 404 until you set one. Return the value instead, or set "ctx.status" first.',
    ]);
  });

  it('warns at the first error of each status that a contract lacks', async () => {
    const spy = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => spy.mockRestore());
    const dev = await startDev(vite, {
      'app/operations/_middleware.ts': '/** @throws 409 - Moving */\nexport default (ctx, next) => next();\n',
      'app/operations/pets/{code}.ts':
        '/**\n * @param {integer} code\n * @returns {string}\n * @throws 404 - x\n */\n' +
        'export default (ctx) => ctx.throw(ctx.input.path.code);\n',
      'app/operations/toys/{code}.ts':
        '/**\n * @param {integer} code\n * @returns {string}\n * @throws 4XX - x\n */\n' +
        'export default (ctx) => ctx.throw(ctx.input.path.code);\n',
    });
    const statuses: number[] = [];
    for (const path of ['pets/418', 'pets/418', 'pets/503', 'pets/404', 'pets/409', 'pets/400', 'pets/500', 'pets/x'])
      statuses.push((await dev.ask(`/${path}`)).status);
    for (const path of ['toys/418', 'toys/503']) statuses.push((await dev.ask(`/${path}`)).status);
    expect(statuses).toEqual([418, 418, 503, 404, 409, 400, 500, 400, 418, 503]);
    const text = (path: string, status: number): string =>
      `${path}: threw an error with status ${status}, which the contract does not declare. Add "@throws ${status} - ..." to its comment.`;
    expect(dev.log.filter((line) => line.includes('threw'))).toEqual([
      text('pets/{code}.ts', 418),
      text('pets/{code}.ts', 503),
      text('toys/{code}.ts', 503),
    ]);
  });

  it('names the status that the project sends in place of one', async () => {
    const dev = await startDev(vite, {
      'app/definitions/openapi.yaml': 'x-problem: { status: { 400: 422 } }\n',
      'app/operations/books.js':
        "import { problem } from 'unplugin-operations/koa';\n" +
        '/** @returns {string} */\nexport default () => {\n  throw problem(400);\n};\n',
    });
    expect((await dev.ask('/books')).status).toBe(400);
    expect(dev.log.filter((line) => line.includes('threw'))).toEqual([
      'books.js: threw an error with status 400, which the contract does not declare. Throw 422, which this project sends in place of 400, or add "@throws 400 - ..." to its comment.',
    ]);
  });

  it('warns once of a thrown problem that violates its contract', async () => {
    const dev = await startDev(vite, {
      'app/definitions/OnLoan.ts':
        'export interface OnLoan {\n  code: "on_loan";\n  until: string;\n  [name: string]: unknown;\n}\n',
      'app/operations/books/{id}.js':
        "import { problem } from 'unplugin-operations/koa';\n" +
        '/**\n * @param {integer} id\n * @returns {string}\n * @throws {OnLoan} 409 application/problem+json\n * @throws 404 - None\n */\n' +
        'export default (ctx) => {\n  const { id } = ctx.input.path;\n' +
        "  if (id === 1) throw problem(409, { code: 'on_loan', until: '2026-01-01' });\n" +
        "  if (id === 2) throw problem(409, { code: 'onloan', until: 3 });\n" +
        "  if (id === 3) ctx.throw(409, 'On loan');\n" +
        "  throw problem(404, { any: 'member' });\n};\n",
    });
    const asked: unknown[] = [];
    for (const id of [1, 4, 2, 2, 3]) asked.push((await dev.ask(`/books/${id}`)).status);
    expect(asked).toEqual([409, 404, 409, 409, 409]);
    expect((await dev.ask('/books/2')).body).toContain('"until":3');
    expect(dev.log.filter((line) => line.includes('threw'))).toEqual([
      'books/{id}.js: threw a problem with status 409 that violates its contract: /code must be "on_loan"; /until must be a string',
    ]);
  });

  it('warns once of a problem whose status has another media type', async () => {
    const dev = await startDev(vite, {
      'app/operations/loans/{id}.js':
        "import { problem } from 'unplugin-operations/koa';\n" +
        '/**\n * @param {integer} id\n * @returns {string}\n * @throws {{taken: string}} 409 - Taken\n * @throws {void} 410\n */\n' +
        "export default (ctx) => {\n  throw problem(ctx.input.path.id, { taken: 'Dust' });\n};\n",
    });
    for (const path of ['/loans/409', '/loans/409', '/loans/410']) await dev.ask(path);
    expect((await dev.ask('/loans/409')).type).toContain('problem+json');
    expect(dev.log.filter((line) => line.includes('threw'))).toEqual([
      'loans/{id}.js: threw a problem with status 409, for which the contract declares application/json. Write "application/problem+json" after 409 in its comment, or set "ctx.status" and return the body.',
    ]);
  });

  it('warns once of a body whose operation declares no response', async () => {
    const dev = await startDev(vite, {
      'app/operations/open.ts': '/** Opens. */\nexport default () => [{ id: 1 }];\n',
      'app/operations/set.ts': '/** Sets. */\nexport default (ctx) => {\n  ctx.body = "x";\n};\n',
      'app/operations/empty.ts':
        '/** Empties. */\nexport default (ctx) => {\n  ctx.status = 200;\n  ctx.body = "";\n};\n',
      'app/operations/none.ts': '/** Does. */\nexport default () => {};\n',
      'app/operations/away.ts': '/** Redirects. */\nexport default (ctx) => ctx.redirect("/open");\n',
      'app/operations/fails.ts': '/** Fails. */\nexport default (ctx) => ctx.throw(404);\n',
      'app/operations/declared.ts': '/** @returns {any} It */\nexport default () => ({});\n',
    });
    const statuses: number[] = [];
    for (const name of ['open', 'open', 'set', 'empty', 'none', 'away', 'fails', 'declared'])
      statuses.push((await dev.ask(`/${name}`, { redirect: 'manual' })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 204, 302, 404, 200]);
    expect(dev.log.filter((line) => line.includes('no "@returns"'))).toEqual(
      ['open.ts', 'set.ts'].map((file) =>
        expect.stringMatching(
          new RegExp(`^${file}: sent a body, but its contract has no "@returns", so .* Add "@returns`),
        ),
      ),
    );
  });
});
