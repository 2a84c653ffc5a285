import { describe, expect, it, vi } from 'vitest';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const SCHEMES = {
  'openapi.yaml': `components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
`,
};
const security = { key: (_ctx: unknown, name: string | undefined) => (name === undefined ? undefined : { name }) };
const CALLER = { headers: { 'x-key': 'ada' } };

/** A handler that sets a value of `Cache-Control`. */
const setting = (value: string, field = 'Cache-Control'): string =>
  `export default (ctx) => { ctx.set('${field}', '${value}'); return 1; };`;

describe.each(KINDS)('responses of guarded operations, in $name,', ({ create }) => {
  const serveTree = async (files: Record<string, string>, options: object = {}) =>
    serve(
      create(
        await compileTree(files, { definitions: SCHEMES, warnings: ['shared-cache', 'unused-scheme'], ...options }),
        {
          security,
        } as RuntimeOptions,
      ),
    );
  const controlsOf = async (
    { ask }: Awaited<ReturnType<typeof serveTree>>,
    requests: readonly string[],
  ): Promise<readonly (number | string | undefined)[][]> =>
    Promise.all(
      requests.map(async (request) => {
        const { status, headers } = await ask(request, CALLER);
        return [status, headers['cache-control'] as string | undefined];
      }),
    );

  it('keeps them out of shared caches, whatever the handler sets', async () => {
    const line = '/** @security key */\n';
    const served = await serveTree({
      'plain.ts': `${line}export default () => 1;`,
      'age.ts': line + setting('max-age=60'),
      'public.ts': line + setting('Public, S-MaxAge=9,proxy-revalidate, max-age=60, stale-if-error=5'),
      'fields.ts': line + setting('private="set-cookie, x-a", max-age=60'),
      'expires.ts': line + setting('Wed, 01 Jan 2098 00:00:00 GMT', 'Expires'),
      'own.ts': line + setting('max-age=60, private'),
      'never.ts': line + setting('no-store'),
      'checked.ts': line + setting('no-cache'),
      'response.ts': `${line}export default () => new Response('1', { headers: { 'Cache-Control': 'max-age=60' } });`,
      'empty.ts': `/** @security key\n * @returns {void} */\nexport default (ctx) => ctx.set('Cache-Control', 'max-age=60');`,
      'gone.ts': `${line}export default (ctx) => { ctx.set('Cache-Control', 'max-age=60'); ctx.status = 410; ctx.body = 'x'; };`,
      'optional.ts': `/** @security key\n * @security none */\n${setting('max-age=60')}`,
    });
    expect(
      await controlsOf(served, [
        'GET /plain',
        'HEAD /age',
        'GET /age',
        'GET /public',
        'GET /fields',
        'GET /expires',
        'GET /own',
        'GET /never',
        'GET /checked',
        'GET /response',
        'GET /empty',
        'GET /gone',
        'GET /optional',
      ]),
    ).toEqual([
      [200, 'private'],
      [200, 'private, max-age=60'],
      [200, 'private, max-age=60'],
      [200, 'private, max-age=60, stale-if-error=5'],
      [200, 'private, private="set-cookie, x-a", max-age=60'],
      [200, 'private'],
      [200, 'max-age=60, private'],
      [200, 'no-store'],
      [200, 'no-cache'],
      [200, 'private, max-age=60'],
      [204, 'private, max-age=60'],
      [410, 'private, max-age=60'],
      [200, 'private, max-age=60'],
    ]);
  });

  it('keeps those of streams out of shared caches, also if their first item sets the header', async () => {
    const body = `async function* (ctx) { ctx.set('Cache-Control', 'max-age=60'); yield 1; }`;
    const served = await serveTree({
      '_middleware.ts': '/** @security key */',
      'lines.ts': `/** @returns {Stream<integer>} 200 application/jsonl */\nexport default ${body};`,
      'list.ts': `import { Readable } from 'node:stream';\n/** @returns {integer[]} All */\nexport default (ctx) => Readable.from((${body})(ctx));`,
      'bytes.ts': `import { Readable } from 'node:stream';
/** @returns {string} 200 text/csv */
export default (ctx) => Readable.from((async function* () { ctx.set('Cache-Control', 'max-age=60'); yield Buffer.from('1'); })(), { objectMode: false });`,
    });
    expect(await controlsOf(served, ['GET /lines', 'GET /list', 'GET /bytes'])).toEqual([
      [200, 'private, max-age=60'],
      [200, 'private, max-age=60'],
      [200, 'private, max-age=60'],
    ]);
  });

  it('keeps those below authorize and a _middleware that sets the header out of shared caches', async () => {
    const served = await serveTree({
      'a/_middleware.ts': `export const authorize = () => true;
export default async (ctx, next) => { await next(); ctx.set('Cache-Control', 'public, max-age=60'); };`,
      'a/x.ts': '/** It */\nexport default () => 1;',
      'b.ts': `/** It */\nexport default () => 1;\nexport const authorize = () => true;`,
    });
    expect(await controlsOf(served, ['GET /a/x', 'GET /b'])).toEqual([
      [200, 'private, max-age=60'],
      [200, 'private'],
    ]);
  });

  it.each([
    ['CDN-Cache-Control', 'public, max-age=60'],
    ['Cloudflare-CDN-Cache-Control', 'max-age=60'],
    ['Vercel-CDN-Cache-Control', 's-maxage=60'],
    ['Netlify-CDN-Cache-Control', 'public, durable, s-maxage=60'],
    ['X-LiteSpeed-Cache-Control', 'public, max-age=60'],
    ['Surrogate-Control', 'max-age=60'],
    ['Edge-Control', 'cache-maxage=60s'],
    ['X-Accel-Expires', '60'],
  ])('leaves out %s, which shared caches read in the place of Cache-Control', async (field, value) => {
    const { ask } = await serveTree({
      'own.ts': `/** @security key */
${setting(value, field)}`,
      'checked.ts': `/** @security key */
export default (ctx) => { ctx.set({ '${field}': '${value}', 'Cache-Control': 'no-cache' }); return 1; };`,
      'never.ts': `/** @security key */
${setting('no-store', field)}`,
      'same.ts': `/** @security key\n * @cache public, max-age=60 (same for everyone) */
${setting(value, field)}`,
      'open.ts': `/** It */
${setting(value, field)}`,
      'dns.ts': `/** @security key */
${setting('off', 'X-DNS-Prefetch-Control')}`,
    });
    const fieldsOf = async (path: string): Promise<unknown[]> => {
      const { headers } = await ask(`GET ${path}`, CALLER);
      return [headers['cache-control'], headers[field.toLowerCase()]];
    };
    expect(await fieldsOf('/own')).toEqual(['private', undefined]);
    expect(await fieldsOf('/checked')).toEqual(['no-cache', undefined]);
    expect(await fieldsOf('/never')).toEqual(['private', 'no-store']);
    expect(await fieldsOf('/same')).toEqual(['public, max-age=60', value]);
    expect(await fieldsOf('/open')).toEqual([undefined, value]);
    expect((await ask('GET /dns', CALLER)).headers['x-dns-prefetch-control']).toBe('off');
  });

  it('leaves responses that are the same for everyone, those of open operations, and those of writes', async () => {
    const served = await serveTree({
      'same.ts': '/** @security key\n * @cache public, max-age=60 (same for everyone) */\nexport default () => 1;',
      'own.ts': `/** @security key\n * @cache public, max-age=60 (same for everyone) */\n${setting('public, max-age=5')}`,
      'policy.ts': `/** @security key\n * @cache private, max-age=60 */\n${setting('public, max-age=5')}`,
      'open.ts': `/** It */\n${setting('max-age=5')}`,
      'plain.ts': '/** It */\nexport default () => 1;',
      'x@post.ts': `/** @security key */\n${setting('max-age=5')}`,
    });
    expect(
      await controlsOf(served, ['GET /same', 'GET /own', 'GET /policy', 'GET /open', 'GET /plain', 'POST /x']),
    ).toEqual([
      [200, 'public, max-age=60'],
      [200, 'public, max-age=5'],
      [200, 'private, max-age=5'],
      [200, 'max-age=5'],
      [200, undefined],
      [200, 'max-age=5'],
    ]);
  });

  it('reports a header that it changes once, in the dev server', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const served = await serveTree(
      {
        'a.ts': `/** @security key */\n${setting('max-age=60')}`,
        'b.ts': '/** @security key */\nexport default () => 1;',
        'c.ts': `/** @security key */\n${setting('max-age=60', 'CDN-Cache-Control')}`,
      },
      { isDev: true },
    );
    await controlsOf(served, ['GET /a', 'GET /a', 'GET /b']);
    await controlsOf(served, ['GET /c']);
    const texts = warned.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.toLowerCase().includes('cache-control'));
    warned.mockRestore();
    expect(texts).toEqual([
      expect.stringContaining('a.ts: "Cache-Control: max-age=60" is sent as "private, max-age=60"'),
      expect.stringContaining('c.ts: "cdn-cache-control: max-age=60" isn\'t sent'),
    ]);
    expect(texts[0]).toContain('declare "@cache max-age=60 (same for everyone)"');
  });
});
