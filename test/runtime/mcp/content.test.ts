import { describe, expect, it } from 'vitest';
import { until } from '../koa/serve.ts';
import { serveTools } from './serve.ts';

const FILES: Readonly<Record<string, string>> = {
  'image@get.ts': `/** A picture.
 * @tool
 * @returns {file} 200 image/png
 */
export default (ctx) => { ctx.type = 'image/png'; return Buffer.from([1, 2, 3]); };`,
  'csv@get.ts': `/** A table.
 * @tool
 * @returns {file} 200 text/csv
 */
export default (ctx) => { ctx.attachment('a.csv'); ctx.type = 'text/csv'; return Buffer.from('a,b'); };`,
  'pdf@get.ts': `/** A document.
 * @tool
 * @returns {file} 200 application/pdf
 */
export default (ctx) => { ctx.type = 'application/pdf'; return Buffer.from('%PDF'); };`,
  'photo@post.ts': `import { buffer } from 'node:stream/consumers';
/** Takes a photo.
 * @tool
 * @consumes multipart/form-data
 * @param {file} photo - The photo
 * @param {string} title - Its title
 * @returns {object} Its size
 */
export default async (ctx) => {
  const { photo, title } = ctx.input.body;
  return { size: (await photo.bytes()).length, title };
};`,
};

describe('files', () => {
  it('sends files as content by their kind', async () => {
    const { call, url } = await serveTools(FILES);
    expect((await call('get_image')).content[1]).toEqual({ type: 'image', data: 'AQID', mimeType: 'image/png' });
    expect((await call('get_csv')).content[1]).toEqual({
      type: 'resource',
      resource: { uri: `${url}/csv`, mimeType: 'text/csv', text: 'a,b' },
    });
    expect((await call('get_pdf')).content[1]).toEqual({
      type: 'resource_link',
      uri: `${url}/pdf`,
      name: 'pdf',
      mimeType: 'application/pdf',
      size: 4,
    });
  });

  it('sends files as Base64 up to the limit', async () => {
    const { call } = await serveTools(FILES, { runtime: { bodyLimit: 1000 } });
    const photo = (size: number): string => Buffer.alloc(size).toString('base64');
    expect(await call('post_photo', { photo: photo(500), title: 'T' })).toMatchObject({
      structuredContent: { size: 500, title: 'T' },
    });
    const { isError, content } = await call('post_photo', { photo: photo(1500), title: 'T' });
    expect([isError, content[0]!.text]).toEqual([
      true,
      'The upload has 1500 bytes, and tools take at most 1000. Send it by HTTP instead: POST /photo',
    ]);
    expect((await call('post_photo', { photo: '!', title: 'T' })).content[0]!.text).toMatch(/as Base64/);
  });
});

const STREAMS: Readonly<Record<string, string>> = {
  'count@get.ts': `/** Counts.
 * @tool
 * @param {integer} [to=3] - Where to end
 * @returns {Stream<object>} The numbers
 */
export default async function* (ctx) {
  try {
    for (let i = 1; i <= ctx.input.query.to; i++) { yield { i }; await new Promise((resolve) => setTimeout(resolve, 1)); }
  } finally { globalThis.countEnded = (globalThis.countEnded ?? 0) + 1; }
}`,
  'events@get.ts': `/** Events.
 * @tool
 * @returns {Stream<object>} 200 text/event-stream
 */
export default async function* () { yield { progress: 0, total: 100 }; yield { progress: 50, total: 100 }; }`,
  'slow@get.ts': `/** Waits.
 * @tool
 * @returns {object} Never
 */
export default (ctx) => new Promise((resolve) => {
  ctx.signal.addEventListener('abort', () => { globalThis.slow = 'left'; resolve({}); });
  globalThis.slow = 'begun';
});`,
};

describe('streams', () => {
  it('sends progress, then the items', async () => {
    const { send } = await serveTools(STREAMS);
    const { headers, body } = await send('tools/call', {
      name: 'get_events',
      arguments: {},
      _meta: { progressToken: 'p' },
    });
    expect(headers['content-type']).toBe('text/event-stream');
    const messages = body
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.split('data: ')[1]!) as object);
    expect(messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 0, total: 100 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 50, total: 100 } },
      { id: 1, result: { structuredContent: { items: [{ progress: 0 }, { progress: 50 }], isComplete: true } } },
    ]);
  });

  it('end at the limit, and without a stream of events the items come at once', async () => {
    const { send } = await serveTools(STREAMS, { streamItems: 2 });
    const ended = (globalThis as { countEnded?: number }).countEnded ?? 0;
    const params = { name: 'get_count', arguments: { to: 1_000_000 } };
    const { json } = await send('tools/call', params, { accept: 'application/json' });
    expect(json).toMatchObject({ result: { structuredContent: { items: [{ i: 1 }, { i: 2 }], isComplete: false } } });
    await until(() => (globalThis as { countEnded?: number }).countEnded === ended + 1);
  });

  it('cancels calls if the client closes the response', async () => {
    const { url } = await serveTools(STREAMS, { streamItems: 1_000_000 });
    const state = globalThis as { countEnded?: number; slow?: string };
    const ended = state.countEnded ?? 0;
    const controller = new AbortController();
    const call = (name: string, args: object): Promise<Response> =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        signal: controller.signal,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args, _meta: { progressToken: 1 } },
        }),
      });
    const response = await call('get_count', { to: 1_000_000 });
    await response.body!.getReader().read();
    const slow = call('get_slow', {}).catch(() => 'left');
    await until(() => state.slow === 'begun');
    controller.abort();
    expect(await slow).toBe('left');
    await until(() => state.countEnded === ended + 1 && state.slow === 'left');
  });
});
