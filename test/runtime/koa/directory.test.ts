import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const DEFINITIONS = {
  'openapi.yaml': 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }',
};

describe.each(KINDS)('the contract of a directory by $name', ({ create }) => {
  it('holds for each operation below', async () => {
    const manifest = await compileTree(
      {
        '_middleware.ts': '/**\n * @security key\n * @param {integer} [header.X-Tenant=1] (minimum: 1)\n */\n',
        'open.ts': '/**\n * It.\n * @security none\n * @returns {object} It\n */',
        'pets/{id}/_middleware.ts':
          '/**\n * @param {integer} path.id\n * @param {boolean} query.full\n */\nexport default async (ctx, next) => {\n  await next();\n  ctx.set("X-Id", `${ctx.input.path.id}`);\n};\n',
        'pets/{id}/@get.ts': '/** @returns {object} It */',
        'pets/{id}/@put.ts':
          '/**\n * It.\n * @param {string} name\n * @param {string} [query.full] (weaker: true)\n * @returns {object} It\n */',
      },
      { definitions: DEFINITIONS },
    );
    const { ask } = await serve(create(manifest, { security: { key: (_, key) => key === 'a' } }));
    const headers = { 'X-Key': 'a' };
    expect(await ask('GET /open')).toMatchObject({
      status: 200,
      body: '{"path":{},"query":{},"header":{"X-Tenant":1},"cookie":{}}',
    });
    expect(await ask('GET /pets/7?full=true')).toMatchObject({ status: 401 });
    expect(await ask('GET /pets/7?full=true', { headers })).toMatchObject({
      status: 200,
      headers: { 'x-id': '7' },
      body: '{"path":{"id":7},"query":{"full":true},"header":{"X-Tenant":1},"cookie":{}}',
    });
    const refused = await ask('GET /pets/x', { headers: { ...headers, 'X-Tenant': '0' } });
    expect(refused.status).toBe(400);
    expect((JSON.parse(refused.body) as { errors: { name: string }[] }).errors.map(({ name }) => name)).toEqual([
      'id',
      'full',
      'X-Tenant',
    ]);
    const json = { ...headers, 'Content-Type': 'application/json' };
    expect(await ask('PUT /pets/7?full=no', { headers: json, body: '{"name":"Ada"}' })).toMatchObject({
      status: 200,
      body: '{"path":{"id":7},"query":{"full":"no"},"header":{"X-Tenant":1},"cookie":{},"body":{"name":"Ada"}}',
    });
  });
});
