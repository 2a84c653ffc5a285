import { describe, expect, it } from 'vitest';
import { linkPackages } from '../bundlers/project.ts';
import type { Dev } from './server.ts';
import { startDev, VITES } from './server.ts';

// With the option "app", and below a base, the dev server answers as the built server does. What the app leaves unanswered is Vite's.

const HTML = { headers: { accept: 'text/html' } };

const OPERATIONS = {
  'app/operations/pets/{id}.js':
    '/** @param {string} id - It\n * @returns {string} It */\nexport default (ctx) => ctx.params.id;\n',
  'app/operations/@vite/client.js': '/** @returns {string} It */\nexport default () => "mine";\n',
  'app/operations/@me/here.js': '/** @returns {string} Me */\nexport default () => "me";\n',
};

const FRONT_END = {
  'index.html': '<!doctype html><title>The front end</title><script type="module" src="/src/main.ts"></script>',
  'about.html': '<!doctype html><title>About</title>',
  'src/main.ts': "import './site.css';\nimport logo from './logo.svg';\nconst n: number = 1;\nconsole.log(n, logo);\n",
  'src/site.css': 'body { color: red }\n',
  'src/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  'public/robots.txt': 'User-agent: *\n',
};

/** The module of an app with middleware. */
const api = (middleware: string): string => `import { createApp } from 'unplugin-operations/koa';
export default (operations) => {
  const app = createApp(operations);
  ${middleware}
  return app;
};
`;

const CATCH_ALL = "app.use((ctx) => { ctx.set('X-App', 'yes'); ctx.body = 'the app'; });";

async function asked(dev: Dev, paths: readonly string[], init?: RequestInit): Promise<Record<string, string>> {
  const answers = paths.map(async (path) => {
    const { status, body } = await dev.ask(path, init);
    return [path, `${status} ${/<title>(.*)<\/title>/.exec(body)?.[1] ?? body.split('\n')[0]}`] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

describe.each(VITES)('an app in the dev server of %s', (_name, vite) => {
  it('answers first, and leaves the rest to the front end', async () => {
    const middleware = `app.use(async (ctx, next) => {
    ctx.set('X-Powered-By', 'the app');
    ctx.cookies.set('seen', 'yes');
    if (ctx.path === '/hello') ctx.body = { hello: ctx.query.name };
    else if (ctx.path === '/refused') ctx.throw(403, 'No entry');
    else await next();
  });`;
    const files = { ...OPERATIONS, ...FRONT_END, 'app/api.js': api(middleware) };
    const dev = await startDev(vite, files, { app: 'app/api.js' });
    expect(
      await asked(dev, ['/hello?name=Ada', '/pets/7', '/@me/here', '/', '/about', '/nowhere', '/robots.txt']),
    ).toEqual({
      '/hello?name=Ada': '200 {"hello":"Ada"}',
      '/pets/7': '200 "7"',
      '/@me/here': '200 "me"',
      '/': '200 The front end',
      '/about': '200 About',
      '/nowhere': '200 The front end',
      '/robots.txt': '200 User-agent: *',
    });
    expect(await dev.ask('/refused')).toMatchObject({ status: 403, type: 'application/problem+json' });
    expect((await dev.ask('/src/main.ts')).body).toContain('const n = 1');
    const answered = await fetch(`${dev.url}/hello`);
    expect([answered.headers.get('x-powered-by'), answered.headers.get('set-cookie')]).toEqual([
      'the app',
      expect.stringContaining('seen=yes'),
    ]);
    // A page keeps the cookies of the app, but not its other headers, such as a content security policy.
    const page = await fetch(`${dev.url}/`);
    expect([page.headers.get('x-powered-by'), page.headers.get('set-cookie')]).toEqual([
      null,
      expect.stringContaining('seen=yes'),
    ]);
    expect(await dev.ask('/nowhere', { method: 'POST', body: '{}' })).toMatchObject({
      status: 404,
      type: 'application/problem+json',
    });
    expect((await fetch(`${dev.url}/nowhere`, { method: 'POST' })).headers.get('x-powered-by')).toBe('the app');
    expect(dev.log).toEqual([]);
  });

  it("leaves to Vite what is Vite's own, even if the app answers everything", async () => {
    const dev = await startDev(
      vite,
      { ...OPERATIONS, ...FRONT_END, 'app/api.js': api(CATCH_ALL) },
      { app: 'app/api.js' },
      { server: { port: 0, host: '127.0.0.1', proxy: { '/other': 'http://127.0.0.1:1' } } },
    );
    const apps = ['/', '/nowhere', '/about.html', '/robots.txt', '/src', '/src/missing.ts', '/pets', '/100%'];
    const answers = await asked(dev, apps, HTML);
    expect(answers).toEqual(Object.fromEntries(apps.map((path) => [path, '200 the app'])));
    expect((await dev.ask('/@vite/client')).body).toContain('HMRClient');
    expect((await dev.ask('/src/main.ts')).body).toContain('const n = 1');
    expect((await dev.ask('/src/main.ts?t=1700000000000')).body).toContain('const n = 1');
    expect((await dev.ask('/src/site.css')).body).toContain('updateStyle');
    expect((await dev.ask('/src/site.css', { headers: { accept: 'text/css' } })).body).toMatch(/^body \{/);
    expect((await dev.ask('/src/logo.svg?import')).body).toMatch(/^export default "/);
    expect((await dev.ask(`/@fs${dev.root}/src/site.css`)).body).toContain('updateStyle');
    expect((await dev.ask('/__open-in-editor')).body).toContain('launch-editor');
    expect((await dev.ask('/other/x')).status).toBeGreaterThanOrEqual(500);
    expect((await fetch(`${dev.url}/`, { headers: { accept: 'text/x-vite-ping' } })).status).toBe(204);
  });

  it('answers with its own 404 page, except for pages and files of the front end', async () => {
    const bodies =
      "app.use(async (ctx, next) => { await next(); if (ctx.status === 404) { ctx.status = 404; ctx.body = 'no such page'; } });";
    const thrown =
      'app.use(async (ctx, next) => { await next(); if (ctx.status === 404 && !ctx.body) ctx.throw(404); });';
    for (const [middleware, answer] of [
      [bodies, 'no such page'],
      [thrown, '{"type":"about:blank","title":"Not Found","status":404}'],
    ] as const) {
      const files = { ...OPERATIONS, ...FRONT_END, 'app/api.js': api(middleware) };
      const dev = await startDev(vite, files, { app: 'app/api.js' });
      const paths = ['/', '/about', '/about.html', '/robots.txt', '/src/logo.svg', '/nowhere'];
      expect(await asked(dev, paths, HTML)).toEqual({
        '/': '200 The front end',
        '/about': '200 About',
        '/about.html': '200 About',
        '/robots.txt': '200 User-agent: *',
        '/src/logo.svg': `200 ${FRONT_END['src/logo.svg']}`,
        '/nowhere': `404 ${answer}`,
      });
    }
  });

  it('answers with its own problem if there is no front end', async () => {
    const app = `import { createApp } from 'unplugin-operations/koa';
export default (operations) => createApp(operations, { formatProblem: ({ status }) => ({ code: status }) });
`;
    const files = { ...OPERATIONS, 'app/api.js': app, 'app/definitions/Problem.json': '{ "type": "object" }' };
    const dev = await startDev(vite, files, { app: 'app/api.js' });
    expect(await dev.ask('/nowhere')).toMatchObject({ status: 404, body: '{"code":404}' });
    expect(await dev.ask('/nowhere', { method: 'POST' })).toMatchObject({ status: 404, body: '{"code":404}' });
    expect(await dev.ask('/', HTML)).toMatchObject({
      status: 200,
      body: expect.stringContaining('/__operations/page.js'),
    });
  });

  it('gets everything below the base, and nothing of it is a page', async () => {
    const files = { ...OPERATIONS, ...FRONT_END, 'api/client.ts': 'export const n: number = 1;\n' };
    const dev = await startDev(vite, files, { base: '/api' });
    for (const path of ['/api', '/api/', '/api/petz', '/api/@vite/nothing', '/%61pi/petz', '/api/index.html'])
      expect([path, await dev.ask(path, HTML)]).toEqual([
        path,
        { status: 404, type: 'application/problem+json', body: expect.stringContaining('Not Found') },
      ]);
    expect((await dev.ask('/api/100%')).status).toBe(400);
    expect(await dev.ask('/api/pets/7')).toMatchObject({ status: 200, body: '"7"' });
    expect(await dev.ask('/api/pets/7', { method: 'PUT' })).toMatchObject({ status: 405 });
    expect((await dev.ask('/api/client.ts')).body).toContain('const n = 1');
    expect(await asked(dev, ['/', '/apis', '/pets/7'], HTML)).toEqual({
      '/': '200 The front end',
      '/apis': '200 The front end',
      '/pets/7': '200 The front end',
    });
  });

  it('gets everything first and keeps what is below the base, with both options', async () => {
    const middleware =
      "app.use((ctx, next) => { if (ctx.path.endsWith('/hello')) ctx.body = ctx.path; else return next(); });";
    const files = { ...OPERATIONS, ...FRONT_END, 'app/api.js': api(middleware) };
    const dev = await startDev(vite, files, { base: '/api', app: 'app/api.js' });
    expect(await asked(dev, ['/hello', '/api/hello', '/nowhere', '/api/pets/7'], HTML)).toEqual({
      '/hello': '200 /hello',
      '/api/hello': '200 /api/hello',
      '/nowhere': '200 The front end',
      '/api/pets/7': '200 "7"',
    });
    expect(await dev.ask('/api/nowhere', HTML)).toMatchObject({ status: 404, type: 'application/problem+json' });
  });

  it('keeps a plain Koa app that keeps itself over changes', async () => {
    const app = `import Koa from 'koa';
import { createRouter } from 'unplugin-operations/koa';
const app = new Koa();
let router;
app.use((ctx, next) => { ctx.set('X-Layers', String(app.middleware.length)); return router(ctx, next); });
export default (operations) => {
  router = createRouter(operations).routes();
  return app;
};
`;
    const dev = await startDev(vite, { ...OPERATIONS, ...FRONT_END, 'app/api.js': app }, { app: 'app/api.js' });
    await linkPackages(dev.root, ['koa']);
    const layers = async (): Promise<string | null> => (await fetch(`${dev.url}/pets/1`)).headers.get('x-layers');
    const before = await layers();
    expect(before).not.toBe(null);
    await dev.write({ 'app/operations/toys.js': '/** @returns {string} It */\nexport default () => "toys";\n' });
    await dev.until('/toys', (status, body) => status === 200 && body === '"toys"');
    expect(await layers()).toBe(before);
    expect((await dev.ask('/', HTML)).body).toContain('The front end');
  });

  it('serves the front end without an app that cannot be made', async () => {
    const files = { ...OPERATIONS, ...FRONT_END, 'app/api.js': "throw new Error('no database');\n" };
    const dev = await startDev(vite, files, { app: 'app/api.js' });
    expect((await dev.ask('/', HTML)).body).toContain('The front end');
    expect(await dev.ask('/pets/1')).toMatchObject({ status: 500, body: expect.stringContaining('no database') });
    expect(await dev.ask('/hello', { method: 'POST' })).toMatchObject({
      status: 500,
      body: expect.stringContaining('no database'),
    });
  });

  it("knows Vite's own below Vite's base", async () => {
    const files = { ...OPERATIONS, ...FRONT_END, 'app/api.js': api(CATCH_ALL) };
    const dev = await startDev(vite, files, { app: 'app/api.js' }, { base: '/shop/' });
    expect((await dev.ask('/shop/@vite/client')).body).toContain('HMRClient');
    expect((await dev.ask('/shop/src/main.ts')).body).toContain('const n = 1');
    expect((await dev.ask('/shop/')).body).toBe('the app');
  });
});
