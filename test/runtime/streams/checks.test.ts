import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from '../koa/compiled.ts';
import { serve } from '../koa/serve.ts';
import { collectWarnings, EVENT, TREE } from './checks.ts';

const PROBLEM = 'event: problem\ndata: {"type":"about:blank","title":"Internal Server Error","status":500}\n\n';

describe('items', () => {
  it('checks items like responses', async () => {
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

  it('requires events if the contract declares events, and refuses others', async () => {
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

  it('accepts bytes, text, nothing, or another body instead of items', async () => {
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
