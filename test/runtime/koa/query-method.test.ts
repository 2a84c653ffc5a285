import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../src/runtime/client/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

interface UntypedClient {
  request(operation: string, input: { readonly body: unknown }): Promise<unknown>;
}

const SEARCH = `/**
 * @param {string} text (minLength: 1)
 * @param {integer} [limit=10] (maximum: 50)
 * @param {string} [query.lang]
 * @returns {object} 200 - The input
 */
export default (ctx) => ctx.input;`;

const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

describe.each(KINDS)('QUERY by $name', ({ create }) => {
  it('takes a body as POST does, and the query next to it', async () => {
    const { ask } = await serve(create(await compileTree({ 'search@query.js': SEARCH })));
    const answer = await ask('QUERY /search?lang=en', json({ text: 'sea' }));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ query: { lang: 'en' }, body: { text: 'sea', limit: 10 } });
    expect(answer.headers['accept-query']).toBe('application/json');
  });

  it('refuses a body that is invalid, missing or of another type', async () => {
    const { ask } = await serve(create(await compileTree({ 'search@query.js': SEARCH })));
    expect(await ask('QUERY /search', json({ text: '', limit: 51 }))).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/text' }, { pointer: '/limit' }] },
    });
    expect((await ask('QUERY /search')).status).toBe(400);
    const other = await ask('QUERY /search', { headers: { 'content-type': 'text/plain' }, body: 'sea' });
    expect(other.status).toBe(415);
    expect(other.headers['accept-query']).toBe('application/json');
  });

  it('lists QUERY in Allow, with its media types', async () => {
    const files = { 'search@query.js': SEARCH, 'search@get.js': '/** @returns {string} 200 - x */' };
    const { ask } = await serve(create(await compileTree(files)));
    const options = await ask('OPTIONS /search');
    expect(options.status).toBe(204);
    expect(options.headers['allow']).toBe('GET, HEAD, OPTIONS, QUERY');
    expect(options.headers['accept-query']).toBe('application/json');
    const refused = await ask('PUT /search');
    expect(refused.status).toBe(405);
    expect(refused.headers['accept-query']).toBe('application/json');
    expect((await ask('QUERY /unknown')).status).toBe(404);
  });

  it('answers 405 where a path has other methods only', async () => {
    const { ask } = await serve(create(await compileTree({ 'pets@get.js': '/** @returns {string} 200 - x */' })));
    const answer = await ask('QUERY /pets');
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect(answer.headers).not.toHaveProperty('accept-query');
  });
});

it('QUERY is sent by the client', async () => {
  const received: unknown[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    received.push(req.method, JSON.parse(Buffer.concat(chunks).toString()));
    res.setHeader('Content-Type', 'application/json').end('[]');
  }).listen(0);
  onTestFinished(() => void server.close());
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  // The operations of the bookshop type every client here.
  const client = createClient({ 'QUERY /search': {} }, { baseUrl }) as unknown as UntypedClient;
  await client.request('QUERY /search', { body: { text: 'sea' } });
  expect(received).toEqual(['QUERY', { text: 'sea' }]);
});
