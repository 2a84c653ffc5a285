import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { generateDeclarations } from '../../../src/build/codegen/declarations/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe.each(KINDS)('texts that are changed before they are checked, $name', ({ create }) => {
  const serveOne = async (comment: string, definitions: Readonly<Record<string, string>> = {}) => {
    const file = comment.includes('{id}') ? 'it/{id}@post.ts' : 'it@post.ts';
    return serve(create(await compileTree({ [file]: `/** ${comment.replace('{id}', '')} */` }, { definitions })));
  };

  it('trims white space at the ends of texts, in every place', async () => {
    const { ask } = await serveOne(`{id}
      @param {string} id (trim: true, maxLength: 3) - x
      @param {string} query.q (trim: true, minLength: 1) - x
      @param {string[]} [query.tag] - x
      @param {string} [header.X-Name] (trim: true, lowercase: true) - x
      @param {string} [cookie.session] (trim: true) - x
      @param {string} title (trim: true, minLength: 2) - x
      @param {string} [plain] - x`);
    const answer = await ask('POST /it/%20abc%20?q=%20a%20&tag=%20b', {
      headers: { ...JSON_BODY, 'X-Name': 'ADA', cookie: 'session=%20s%20' },
      body: JSON.stringify({ title: '\t ab\n', plain: ' c ' }),
    });
    expect(answer.json).toEqual({
      path: { id: 'abc' },
      query: { q: 'a', tag: [' b'] },
      header: { 'X-Name': 'ada' },
      cookie: { session: 's' },
      body: { title: 'ab', plain: ' c ' },
    });
    const refused = await ask('POST /it/abcd?q=%20', { headers: JSON_BODY, body: JSON.stringify({ title: ' a ' }) });
    expect((refused.json as { detail: string }).detail).toMatch(/^id must have at most 3 characters/);
    expect((refused.json as { errors: { name: string; keyword: string }[] }).errors).toMatchObject([
      { name: 'id', keyword: 'maxLength' },
      { name: 'q', keyword: 'minLength' },
      { name: 'title', keyword: 'minLength' },
    ]);
  });

  it('changes texts for guards of directories and for limits, too', async () => {
    const handler = 'export default (ctx) => [ctx.params.org, ctx.input.path.org];';
    const { ask } = await serve(
      create(
        await compileTree({
          'p/{org}/_middleware.ts': `/** @param {string} path.org (lowercase: true, trim: true) - x */
            export default (ctx, next) => {
              if (ctx.params.org === 'internal') ctx.throw(403);
              return next();
            };`,
          'p/{org}/notes.ts': `/** @returns {string[]} x */\n${handler}`,
          'o/{org}/a.ts': `/** @rate-limit 1 per hour per tenant
            * @param {string} org (lowercase: true, trim: true) - x
            * @returns {string[]} x */\n${handler}`,
        }),
        { rateLimits: { keyOf: (ctx) => ctx.params['org'] } },
      ),
    );
    for (const org of ['internal', 'INTERNAL', '%69nternal', 'Internal%20', '%09internal'])
      expect([org, (await ask(`GET /p/${org}/notes`)).status]).toEqual([org, 403]);
    expect((await ask('GET /p/%20ACME/notes')).json).toEqual(['acme', 'acme']);
    const statuses = [];
    for (const org of ['acme', 'ACME', '%20acme', 'aCme%09', 'other'])
      statuses.push((await ask(`GET /o/${org}/a`)).status);
    expect(statuses).toEqual([200, 429, 429, 429, 200]);
  });

  it('never become the literal text of another path', async () => {
    const files = {
      'users/admin/@get.ts': '/** @returns {string} x */\nexport default () => "ADMIN";',
      'users/{name}/@get.ts':
        '/** @param {string} name (lowercase: true) - x\n * @returns {string} x */\nexport default (ctx) => ctx.input.path.name;',
      'files/{a}.{b}.ts':
        '/** @param {string} a (lowercase: true) - x\n * @param {string} b (trim: true) - x\n * @returns {string} x */\nexport default (ctx) => ctx.input.path.a + ctx.input.path.b;',
    };
    const { ask } = await serve(create(await compileTree(files)));
    expect((await ask('GET /users/ADMIN')).status).toBe(404);
    expect((await ask('GET /users/Ada')).json).toBe('ada');
    expect((await ask('GET /users/Ada%2F%C3%9C')).json).toBe('ada/ü');
    expect((await ask('GET /files/A%20.b%20')).json).toBe('a b');
  });

  it('never are the literal text of another path, whose reserved characters a client escapes', async () => {
    const file = (name: string): string =>
      `/** @param {string} ${name} - x\n * @returns {string} x */\nexport default () => "open";`;
    const files = {
      'teams/@staff/members@get.ts': '/** @returns {string} x */\nexport default () => "PRIVATE";',
      'teams/{name}/members@get.ts': file('name'),
      'docs/a:b@get.ts': '/** @returns {string} x */\nexport default () => "PRIVATE";',
      'docs/{path...}@get.ts': file('path'),
    };
    const { ask } = await serve(create(await compileTree(files)));
    for (const path of ['/teams/%40staff/members', '/teams/%40st%61ff/members', '/docs/a%3Ab', '/docs/a%3ab'])
      expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, 404]);
    expect((await ask('GET /teams/@staff/members')).json).toBe('PRIVATE');
    for (const path of ['/teams/%40other/members', '/docs/a%3Ac', '/docs/x/a%3Ab'])
      expect([path, (await ask(`GET ${path}`)).json]).toEqual([path, 'open']);
  });

  it('never become the literal text of another path in a rest', async () => {
    const open = '/** @returns {string} x */\nexport default () => "PRIVATE";';
    const files = {
      'files/secret@get.ts': open,
      'files/private/plan@get.ts': open,
      'files/{path...}@get.ts':
        '/** @param {string} path (lowercase: true, trim: true) - x\n * @returns {string} x */\nexport default (ctx) => ctx.input.path.path;',
    };
    const { ask } = await serve(create(await compileTree(files)));
    for (const path of ['SECRET', '%20secret', 'PRIVATE/plan', 'private%2FPLAN', 'private/plan%20', '%20private/PLAN'])
      expect([path, (await ask(`GET /files/${path}`)).status]).toEqual([path, 404]);
    expect((await ask('GET /files/Public/Plan')).json).toBe('public/plan');
    expect((await ask('GET /files/Public%2FPLAN%20')).json).toBe('public/plan');
    expect((await ask('GET /files/%C3%9C/A%20b')).json).toBe('ü/a b');
  });

  it('changes texts in definitions, lists, unions and forms, and coerces no other value', async () => {
    const definitions = {
      'users.ts': `
        /**
         * @trim
         * @lowercase
         * @format email
         */
        export type Email = string;
        export interface Person { kind: 'person'; /** @trim */ name: string; email?: Email | null; friends?: Person[] }
        export interface Firm { kind: 'firm'; name: string }
        export type Client = Person | Firm;
      `,
    };
    const json = await serveOne('@param {Client[]} clients - x', definitions);
    const post = async (client: object): Promise<unknown> => {
      const { status, json: told } = await json.ask('POST /it', {
        headers: JSON_BODY,
        body: JSON.stringify({ clients: [client] }),
      });
      return status === 200
        ? (told as { body: { clients: unknown[] } }).body.clients[0]
        : (told as { detail: string }).detail;
    };
    const person = {
      kind: 'person',
      name: ' Ada ',
      email: ' Ada@Example.com ',
      friends: [{ kind: 'person', name: ' B ' }],
    };
    expect(await post(person)).toEqual({
      kind: 'person',
      name: 'Ada',
      email: 'ada@example.com',
      friends: [{ kind: 'person', name: 'B' }],
    });
    expect(await post({ kind: 'firm', name: ' Co ' })).toEqual({ kind: 'firm', name: ' Co ' });
    expect(await post({ kind: 'person', name: 1 })).toBe('body/clients/0/name must be a string');
    expect(await post({ kind: 'person', name: 'a', email: null })).toEqual({ kind: 'person', name: 'a', email: null });
    const form = await serveOne(`@consumes application/x-www-form-urlencoded
      @param {string} name (trim: true, minLength: 1) - x
      @param {integer} [n] - x`);
    expect((await form.ask('POST /it', { headers: FORM, body: 'name=+a+&n=1' })).json).toMatchObject({
      body: { name: 'a', n: 1 },
    });
    expect((await form.ask('POST /it', { headers: FORM, body: 'name=+++' })).status).toBe(400);
    expect((await form.ask('POST /it', { headers: FORM, body: 'name=a&n=+1' })).status).toBe(400);
  });

  it('reads on as true for a checkbox, if its boolean declares so', async () => {
    const { ask } = await serveOne(`@consumes application/x-www-form-urlencoded
      @param {boolean} [news=false] (checkbox: true) - x
      @param {boolean} [other] - x`);
    const post = async (body: string): Promise<unknown> => {
      const { status, json } = await ask('POST /it', { headers: FORM, body });
      return status === 200 ? (json as { body: unknown }).body : (json as { detail: string }).detail;
    };
    expect(await post('news=on')).toEqual({ news: true });
    expect(await post('news=true&other=false')).toEqual({ news: true, other: false });
    expect(await post('other=true')).toEqual({ news: false, other: true });
    expect(await post('news=yes')).toBe('body/news must be true or false');
    expect(await post('other=on')).toBe('body/other must be true or false');
    expect(await post('news=on&news=on')).toBe('body/news must be given only once');
  });
});

it('the facets of texts are extensions of the document, and nothing in types', () => {
  const text =
    '/** @param {string} [q] (trim: true, lowercase: true) - x\n@param {boolean} [b] (checkbox: true) - x */';
  const { operations, schemas, document, diagnostics } = compileOperations({
    files: [{ path: 'it@get.ts', text: `${text}\nexport default () => {};` }],
  });
  expect(diagnostics).toEqual([]);
  expect(operations[0]!.contract.parameters.map(({ schema }) => schema)).toEqual([
    { type: 'string', 'x-trim': true, 'x-lowercase': true },
    { type: 'boolean', 'x-checkbox': true },
  ]);
  const types = generateDeclarations({ operations: operations.map(({ contract }) => contract), schemas, document });
  expect(types).toMatch(/q\?: string;/);
  expect(types).not.toMatch(/trim|checkbox/);
});

it('the facets of texts belong to texts and to booleans', () => {
  const text = '/** @param {integer} [n] (trim: true) - x\n@param {string} [b] (checkbox: true) - x */';
  const { diagnostics } = compileOperations({
    files: [{ path: 'it@get.ts', text: `${text}\nexport default () => {};` }],
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(['facet-type', 'facet-type']);
});
