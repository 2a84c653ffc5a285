import { describe, expect, it } from 'vitest';
import { serveTools } from './serve.ts';

describe('a tool with a limit', () => {
  it('counts calls as requests, and sends the model the time to wait', async () => {
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

  it('counts lists of tools, which would reveal for any password whether it is valid', async () => {
    const { send } = await serveTools(
      {
        'a@get.ts':
          '/** It.\n * @tool\n * @security login\n * @rate-limit 3 per day per address\n * @returns {string} It */\nexport default () => "a";',
      },
      {
        tree: {
          definitions: {
            'openapi.yaml': 'components: {securitySchemes: {login: {type: http, scheme: basic}}}',
          },
        },
        runtime: {
          security: {
            login: (_ctx: unknown, { password }: { password: string }) => password === 'right' && {},
          } as never,
        },
      },
    );
    const guess = async (password: string): Promise<number> => {
      const authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
      return (await send('tools/list', {}, { authorization })).status;
    };
    expect([await guess('a'), await guess('b'), await guess('c')]).toEqual([401, 401, 401]);
    expect(await guess('right')).toBe(429);
  });
});
