import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { startDev, VITES } from '../../plugin/dev/server.ts';
import { compileTree } from '../koa/compiled.ts';
import { serve } from '../koa/serve.ts';

const EVENT = `import { event } from 'unplugin-operations/koa';`;
const TREE = {
  'first.ts': '/** @returns {Stream<integer>} */\nexport default function* first() { yield "one"; }',
  'later.ts':
    '/** @returns {Stream<{ n: integer }>} 200 text/event-stream */\nexport default function* later() { yield { n: 1, more: 1 }; yield { n: "2" }; yield { n: 3 }; }',
  'named.ts': `${EVENT}
/** @returns {Stream<ServerSentEvent<'tick', { n: integer }>>} 200 text/event-stream */
export default function* named() { yield event('tick', { n: 1, more: 1 }); yield event('tock', { n: 2 }); }`,
  'status.ts':
    '/** @returns {Stream<integer>} 201 */\nexport default function* status(ctx) { ctx.status = 200; yield 1; }',
  'fine.ts': '/** @returns {Stream<integer|null>} */\nexport default () => [1, undefined];',
};
const PROBLEM = 'event: problem\ndata: {"type":"about:blank","title":"Internal Server Error","status":500}\n\n';

function collectWarnings(): string[] {
  const warnings: string[] = [];
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
  onTestFinished(() => spy.mockRestore());
  return warnings;
}

describe('items', () => {
  it('are checked like responses', async () => {
    const warnings = collectWarnings();
    const { ask, errors } = await serve(createApp(await compileTree(TREE, { responses: true })));
    expect((await ask('GET /first')).status).toBe(500);
    expect((await ask('GET /later')).body).toBe(`data: {"n":1}\n\n${PROBLEM}`);
    expect((await ask('GET /named')).body).toBe(`event: tick\ndata: {"n":1}\n\n${PROBLEM}`);
    expect((await ask('GET /status')).status).toBe(500);
    expect((await ask('GET /fine')).body).toBe('1\nnull\n');
    expect(errors.map(({ message }) => message)).toEqual([
      'first.ts sent an item that violates its contract: it must be an integer',
      'later.ts sent an item that violates its contract: /n must be an integer',
      expect.stringMatching(/^named\.ts sent an item that violates its contract: \/event must be/),
      'status.ts sent status 200, but its contract declares 201',
    ]);
    expect(warnings).toEqual([
      'later.ts: left out of the response, because the contract does not declare it: /more',
      'named.ts: left out of the response, because the contract does not declare it: /data/more',
    ]);
  });

  it('must be events if the contract declares events, and no others', async () => {
    const { ask, errors } = await serve(
      createApp(
        await compileTree({
          'value.ts':
            "/** @returns {Stream<ServerSentEvent<'tick', integer>>} 200 text/event-stream */\nexport default () => [1];",
          'event.ts': `${EVENT}\n/** @returns {Stream<integer>} 200 text/event-stream */\nexport default () => [event('tick', 1)];`,
          'line.ts': `${EVENT}\n/** @returns {Stream<integer>} */\nexport default () => [event('message', 1)];`,
          'one.ts': '/** @returns {Stream<integer>} */\nexport default () => 1;',
          'none.ts': '/** @returns {Stream<integer>} */\nexport default () => null;',
        }),
      ),
    );
    for (const path of ['value', 'event', 'line', 'one', 'none']) expect((await ask(`GET /${path}`)).status).toBe(500);
    expect(errors.map(({ message }) => message)).toEqual([
      'value.ts yielded a value, but its contract declares events. Yield "event(\'name\', data)".',
      expect.stringMatching(/^event\.ts yielded the event "tick", but its contract declares events without a name\./),
      'line.ts yielded an event, but its contract declares application/jsonl. Declare "text/event-stream".',
      'one.ts returned a value of type number, but its contract declares a stream: write a generator, or return an AsyncIterable',
      'none.ts returned null, but its contract declares a stream: write a generator, or return an AsyncIterable',
    ]);
  });

  it('can be replaced by bytes, text, nothing, or a body of its own', async () => {
    const { ask } = await serve(
      createApp(
        await compileTree({
          'bytes.ts': '/** @returns {Stream<integer>} */\nexport default () => Buffer.from("1\\n");',
          'text.ts': '/** @returns {Stream<integer>} */\nexport default () => "2\\n";',
          'nothing.ts':
            '/** @returns {Stream<integer>} 200\n * @returns {void} 204 */\nexport default () => undefined;',
          'other.ts':
            '/** @returns {Stream<integer>} */\nexport default (ctx) => { ctx.type = "application/json-seq"; return [3]; };',
          'own.ts': '/** @returns {Stream<integer>} */\nexport default (ctx) => { ctx.body = "4"; };',
        }),
      ),
    );
    expect((await ask('GET /bytes')).body).toBe('1\n');
    expect(await ask('GET /text')).toMatchObject({ body: '2\n', headers: { 'content-type': 'application/jsonl' } });
    expect((await ask('GET /nothing')).status).toBe(204);
    expect((await ask('GET /other')).body).toBe('\x1e3\n');
    expect((await ask('GET /own')).body).toBe('4');
  });
});

it.each(VITES)('the dev server of %s streams, checks items and takes edits', async (_name, vite) => {
  const warnings = collectWarnings();
  const files = Object.fromEntries(Object.entries(TREE).map(([path, text]) => [`app/operations/${path}`, text]));
  const dev = await startDev(vite, files);
  const [tick, problem = ''] = (await dev.ask('/named')).body.split('\n\n');
  expect(tick).toBe('event: tick\ndata: {"n":1}');
  expect(problem).toMatch(/^event: problem\ndata: \{.*"status":500,"detail":"named\.ts sent an item that violates/);
  expect((await dev.ask('/fine')).body).toBe('1\nnull\n');
  expect([...warnings, ...dev.log].filter((text) => text.includes('left out'))).toHaveLength(1);
  const edited = '/** @returns {Stream<integer>} */\nexport default async function* first() { yield 1; yield 2; }\n';
  await dev.write({ 'app/operations/first.ts': edited });
  await dev.until('/first', (status, body) => status === 200 && body === '1\n2\n');
  // A stream becomes a value.
  await dev.write({ 'app/operations/first.ts': '/** @returns {integer} One */\nexport default () => 1;\n' });
  await dev.until('/first', (_status, body) => body === '1');
});
