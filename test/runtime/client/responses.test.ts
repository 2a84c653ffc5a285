import { describe, expect, it } from 'vitest';
import { createClient, iterate, iterateRecords } from '../../../src/runtime/client/index.ts';
import type { PendingPage } from '../../../src/runtime/client/types.ts';
import { clientModule } from './client.ts';

const OPERATIONS = {
  'GET /pets': { id: 'listPets' },
  'DELETE /pets': {},
  'GET /empty': { types: ['application/json', ''] },
  'GET /table': { types: ['text/csv', 'application/json'] },
  'GET /photo': { types: ['image/*'] },
  'GET /any': { types: ['*/*'] },
  'GET /feed': { stream: 'values' },
  'GET /rows': { stream: 'values', types: ['application/jsonl'] },
} as const;

const PAGE = `<!doctype html>\n<title>Sign in</title>${' '.repeat(300)}`;

/** Calls an operation, which receives a response. */
function call(operation: string, response: Response, url = ''): PendingPage<any, any> {
  Object.defineProperty(response, 'redirected', { value: url !== '' });
  Object.defineProperty(response, 'url', { value: url });
  const options = { baseUrl: 'http://localhost', fetch: async () => response, iterate, iterateRecords };
  const client = createClient(OPERATIONS, options);
  return (client as unknown as { request(operation: string): PendingPage<any, any> }).request(operation);
}

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const answer = (body: string | Uint8Array<ArrayBuffer> | null, type?: string, status = 200): Response => {
  const response = new Response(body, { status });
  response.headers.delete('Content-Type');
  if (type !== undefined) response.headers.set('Content-Type', type);
  return response;
};

describe('a response with a 2xx status', () => {
  it.each(['GET /pets', 'DELETE /pets', 'GET /empty', 'GET /table', 'GET /photo'])(
    'refuses a page that the operation does not declare: %s',
    async (operation) => {
      const error = await call(operation, answer(PAGE, 'text/html; charset=utf-8')).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'ResponseError', operation, status: 200, body: PAGE, problem: undefined });
      expect((error as Error).message).toContain('but got text/html: <!doctype html>');
      expect((error as Error).message).not.toContain(PAGE.slice(0, 201));
    },
  );

  it.each(['GET /feed', 'GET /rows'])("refuses a response that isn't a stream: %s", async (operation) => {
    await expect(all(call(operation, answer(PAGE, 'text/html')))).rejects.toMatchObject({
      name: 'ResponseError',
      message: expect.stringContaining('but got text/html: <!doctype html>'),
      operation,
      status: 200,
      body: PAGE,
    });
  });

  it('names the URL that it was redirected to', async () => {
    const pending = call('GET /pets', answer(PAGE, 'text/html'), 'https://login.example/?next=pets');
    await expect(pending).rejects.toThrow(
      /^GET \/pets failed with status 200: .+ \(https:\/\/login\.example\/\?next=pets\)$/s,
    );
    await expect(call('GET /pets', answer('x', 'text/plain')).response).resolves.toMatchObject({ status: 200 });
  });

  it('accepts any JSON type if one is declared, and no other type', async () => {
    expect(await call('GET /pets', answer('[1]', 'application/vnd.api+json'))).toEqual([1]);
    expect(await call('GET /table', answer('[1]', 'application/problem+json'))).toEqual([1]);
    // A Response of text has this type, unless it is given another one.
    await expect(call('GET /pets', new Response('[1]'))).rejects.toThrow(
      'GET /pets failed with status 200: Expected application/json but got text/plain: [1]',
    );
  });

  it('reads a response without a Content-Type as declared', async () => {
    expect(await call('GET /pets', answer('[1]'))).toEqual([1]);
    expect(await call('GET /table', answer('1,2'))).toBe('1,2');
    expect(await all(call('GET /feed', answer('data: 1\n\n')))).toEqual([1]);
    expect(await all(call('GET /rows', answer('1\n2\n')))).toEqual([1, 2]);
    expect(await ((await call('GET /photo', answer('x'))) as Blob).text()).toBe('x');
  });

  it('reads a response of a declared range', async () => {
    expect(await ((await call('GET /photo', answer('x', 'image/png'))) as Blob).text()).toBe('x');
    expect(await ((await call('GET /any', answer('{}', 'application/json'))) as Blob).text()).toBe('{}');
  });

  it('refuses invalid JSON', async () => {
    for (const text of ['{"name":"Ad', '', '<p>'])
      await expect(call('GET /pets', answer(text, 'application/json'))).rejects.toMatchObject({
        name: 'ResponseError',
        message: `GET /pets failed with status 200: Invalid JSON: ${text}`,
        body: text,
      });
    await expect(all(call('GET /rows', answer('1\n{"a', 'application/jsonl')))).rejects.toMatchObject({
      name: 'ResponseError',
      message: 'GET /rows failed with status 200: Invalid JSON: {"a',
    });
    await expect(all(call('GET /feed', answer('data: 1\n\ndata: {\n\n', 'text/event-stream')))).rejects.toMatchObject({
      message: 'GET /feed failed with status 200: Invalid JSON: {',
    });
  });

  it('accepts a response without a body where the contract has none', async () => {
    expect(await call('GET /empty', answer('', 'application/json'))).toBeUndefined();
    expect(await call('DELETE /pets', answer(null, undefined, 204))).toBeUndefined();
  });

  it('reads the response of an unknown operation by its type', async () => {
    expect(await call('GET /unknown', answer(PAGE, 'text/html'))).toBe(PAGE);
    expect(await call('GET /unknown', answer('[1]', 'application/json'))).toEqual([1]);
  });
});

it('the types of successes are those of the contract', async () => {
  const operation = (...lines: readonly string[]): string =>
    `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport default () => 1;\n`;
  const { createClient: create } = await clientModule({
    'pets@get.ts': operation('@returns {string} x'),
    'pets@delete.ts': operation('@returns {void} 204'),
    'pets@put.ts': operation('@returns {void} 202'),
    'table@get.ts': operation('@returns {string} 200 Text/CSV', '@returns {string} 201', '@returns {void} 204'),
  });
  const ask = (name: string, response: Response): Promise<unknown> =>
    create({ baseUrl: 'http://localhost', fetch: async () => response })
      .request(name)
      .then();
  expect(await ask('PUT /pets', answer('', undefined, 202))).toBeUndefined();
  expect(await ask('GET /table', answer('1', 'text/csv'))).toBe('1');
  expect(await ask('GET /table', answer('"1"', 'application/json'))).toBe('1');
  for (const name of ['GET /pets', 'DELETE /pets', 'PUT /pets', 'GET /table'])
    await expect(ask(name, answer(PAGE, 'text/html'))).rejects.toThrow('but got text/html');
});
