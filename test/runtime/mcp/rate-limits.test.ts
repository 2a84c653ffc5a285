import { describe, expect, it } from 'vitest';
import { serveTools } from './serve.ts';

describe('a tool with a limit', () => {
  it('counts calls as requests, and tells the model how long to wait', async () => {
    const { call, ask } = await serveTools({
      'a@get.ts':
        '/** It.\n * @tool\n * @rate-limit 2 per day per all\n * @returns {string} It */\nexport default () => "a";',
    });
    expect((await call('get_a')).isError).not.toBe(true);
    expect((await ask('GET /a')).status).toBe(200);
    const { isError, content } = await call('get_a');
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(/Too many requests. Try again in \d+ hours/);
    expect((await ask('GET /a')).status).toBe(429);
  });
});
