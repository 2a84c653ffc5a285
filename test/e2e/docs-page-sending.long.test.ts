import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { listen } from '../runtime/koa/serve.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const SERVER = `import operations from 'virtual:operations';
import { docs } from 'virtual:operations/docs';
import { createApp } from 'unplugin-operations/koa';
const security = { login: (_ctx, token) => token === 'the-token' && 'Ada' };
const app = createApp(operations, { security });
app.use(docs({ oauth: { clientId: 'docs', scopes: ['read'] } }));
const server = app.listen(Number(process.env.PORT), () => console.log('http://localhost:' + server.address().port));
`;

const operation = (...lines: readonly string[]): string => `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;

const OPERATIONS = {
  'app/operations/photos@post.ts': `${operation(
    'Adds a photo.',
    '@consumes multipart/form-data',
    '@param {file} photo',
    '@param {string} [caption]',
    '@returns {{name: string, size: integer, caption: string}} 201 - It',
  )}export default function addPhoto(ctx) {
  const { photo, caption = '' } = ctx.input.body;
  return { name: photo.name, size: photo.size, caption };
}
`,
  'app/operations/raw@put.ts': `${operation('Stores bytes.', '@consumes application/octet-stream', '@param {file} body', '@returns {integer} The size')}export default function putRaw(ctx) {
  return ctx.input.body.length;
}
`,
  'app/definitions/User.yaml': `type: object
required: [id, name, password]
properties:
  id: { type: integer, readOnly: true }
  name: { type: string }
  password: { type: string, writeOnly: true }
`,
  'app/operations/users@post.ts': `${operation('Adds a user.', '@param {User} body - It', '@returns {User} 201 - It')}export default function addUser(ctx) {
  return { ...ctx.input.body, id: 7 };
}
`,
  'app/operations/me.ts': `${operation('Gets the user.', '@security login read', '@returns {string} The name')}export default function getMe(ctx) {
  return ctx.auth.login;
}
`,
};

const schemes = (origin: string): string => `components:
  securitySchemes:
    login:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: ${origin}/authorize
          tokenUrl: ${origin}/token
          scopes: { read: Read, write: Write }
`;

/** The requests to an authorization server. */
interface Login {
  readonly origin: string;
  readonly authorized: URLSearchParams[];
  readonly exchanged: URLSearchParams[];
}

/** An authorization server that lets everybody in, if the verifier fits the challenge: RFC 7636. */
async function startLogin(): Promise<Login> {
  const authorized: URLSearchParams[] = [];
  const exchanged: URLSearchParams[] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url!, 'http://localhost');
    res.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*');
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    if (pathname === '/authorize') {
      authorized.push(searchParams);
      const target = new URL(searchParams.get('redirect_uri')!);
      target.search = new URLSearchParams({ code: 'a-code', state: searchParams.get('state')! }).toString();
      return void res.writeHead(302, { Location: target.href }).end();
    }
    const form = new URLSearchParams(Buffer.concat(await req.toArray()).toString());
    exchanged.push(form);
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isValid = form.get('code') === 'a-code' && challenge === authorized.at(-1)?.get('code_challenge');
    const body = isValid ? { access_token: 'the-token', token_type: 'bearer' } : { error: 'invalid_grant' };
    res.writeHead(isValid ? 200 : 400, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  const { url } = await listen((req, res) => void answer(req, res));
  return { origin: url, authorized, exchanged };
}

describe.skipIf(!hasChromium)(`requests of the docs page (need Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  const open = async (origin: string): Promise<{ page: Page; url: string; faults: string[] }> => {
    const root = scratch();
    await writeTree(root, {
      'package.json': '{ "type": "module" }',
      'server.ts': SERVER,
      'app/definitions/openapi.yaml': schemes(origin),
      ...OPERATIONS,
    });
    await linkPackages(root, ['koa', '@koa']);
    const file = await viteBuild(root, join(root, 'dist'));
    const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    onTestFinished(() => void served.stop('SIGKILL'));
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const faults: string[] = [];
    const page = await context.newPage();
    // A hint of Chromium about Swagger UI's form is of another type.
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    await page.goto(`${served.url}/docs`);
    await page.waitForSelector('.opblock');
    return { page, url: served.url, faults };
  };

  const execute = async (page: Page, id: string, fill: (block: string) => Promise<unknown>): Promise<string[]> => {
    const block = `[id="operations-Operations-${id}"]`;
    await page.click(`${block} .opblock-summary-control`);
    await page.click(`${block} .try-out__btn`);
    await fill(block);
    await page.click(`${block} .execute`);
    const response = `${block} .live-responses-table .response`;
    const status = await page.textContent(`${response} .response-col_status`);
    const body = await page.textContent(`${response} .microlight, ${response} code`);
    return [status!.trim(), body!.replaceAll(/\s+/g, ' ').trim()];
  };

  it('upload files, in a form and as a body', async () => {
    const { page, faults } = await open('http://localhost:1');
    const photo = { name: 'ada.png', mimeType: 'image/png', buffer: Buffer.from('12345') };
    const added = await execute(page, 'addPhoto', async (block) => {
      await page.setInputFiles(`${block} input[type=file]`, photo);
      await page.fill(
        `${block} tr[data-property-name=caption] input, ${block} tr[data-param-name=caption] input`,
        'Ada',
      );
    });
    expect(added[0]).toBe('201');
    expect(JSON.parse(added[1]!)).toEqual({ name: 'ada.png', size: 5, caption: 'Ada' });
    const put = await execute(page, 'putRaw', (block) => page.setInputFiles(`${block} input[type=file]`, photo));
    expect(put).toEqual(['200', '5']);
    expect(faults).toEqual([]);
  });

  it('suggest the properties that a request has, and show those of the response', async () => {
    const { page, faults } = await open('http://localhost:1');
    let suggested = '';
    const [status, body] = await execute(page, 'addUser', async (block) => {
      suggested = await page.inputValue(`${block} textarea.body-param__text`);
      const responses = await page.textContent(`${block} .responses-inner .model-example, ${block} .responses-inner`);
      expect([responses?.includes('"id"'), responses?.includes('"password"')]).toEqual([true, false]);
    });
    expect(Object.keys(JSON.parse(suggested) as object)).toEqual(['name', 'password']);
    expect([status, JSON.parse(body!)]).toEqual(['201', { id: 7, name: 'string' }]);
    expect(faults).toEqual([]);
  });

  it('authorize by OAuth with PKCE, without a secret, and forget the token with the page', async () => {
    const login = await startLogin();
    const { page, url, faults } = await open(login.origin);
    expect((await execute(page, 'getMe', () => Promise.resolve()))[0]).toBe('401');
    await page.click('.btn.authorize');
    expect(await page.inputValue('#client_id_authorizationCode')).toBe('docs');
    expect(await page.isChecked('#read-authorizationCode-checkbox-login')).toBe(true);
    expect(await page.isChecked('#write-authorizationCode-checkbox-login')).toBe(false);
    const popup = page.waitForEvent('popup');
    await page.click('.auth-container .btn.authorize');
    await page.waitForSelector('.auth-container :text("Logout")');
    const opened = await popup;
    await expect.poll(() => opened.isClosed()).toBe(true);
    await page.click('.auth-container .btn-done');

    const [asked] = login.authorized;
    expect(Object.fromEntries(asked!)).toMatchObject({
      response_type: 'code',
      client_id: 'docs',
      scope: 'read',
      redirect_uri: `${url}/docs/oauth2-redirect.html`,
      code_challenge_method: 'S256',
    });
    const [sent] = login.exchanged;
    expect(Object.fromEntries(sent!)).toMatchObject({ grant_type: 'authorization_code', code: 'a-code' });
    expect(sent!.get('code_verifier')!.length).toBeGreaterThanOrEqual(43);
    expect(sent!.has('client_secret') && sent!.get('client_secret') !== '').toBe(false);

    await page.click('[id="operations-Operations-getMe"] .execute');
    await page.waitForSelector('.live-responses-table .response-col_status:has-text("200")');
    await page.goto('about:blank');
    await page.goto(`${url}/docs`);
    await page.waitForSelector('.opblock');
    expect((await execute(page, 'getMe', () => Promise.resolve()))[0]).toBe('401');
    expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([]);
  });
});
