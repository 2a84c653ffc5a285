import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';

const server = (imports: string, options: string): string => `import { createApp } from 'unplugin-operations/koa';
${imports}
import operations from 'virtual:operations';
const pool = { query: async () => ({ rows: [] }) };
createApp(operations, ${options}).listen(0);
`;

async function build(text: string): Promise<string> {
  const root = scratch(afterAll);
  await writeTree(root, {
    'package.json': '{"type":"module"}',
    'server.ts': text,
    'app/operations/a.ts': "/** It. */\nexport default () => 'a';\n",
  });
  return readFileSync(await viteBuild(root, join(root, 'dist')), 'utf8');
}

const sizeOf = async (text: string): Promise<number> => {
  const { code } = await transform(text, { minify: true, format: 'esm' });
  return gzipSync(code).length;
};

const MARKS = ['operations_event', 'webhook-signature', 'aes-256-gcm', 'BlockList', 'whsec_', 'row_of'];
/** Marks of what only createEvents needs. */
const SENDING = ['operations_event', 'aes-256-gcm', 'BlockList'];

/** The most that events add to a bundle with PostgreSQL, in bytes, minified and gzipped. */
const BUDGET = 9_600;

describe('a bundle', () => {
  it('carries nothing of events unless it imports them, with the stores of PostgreSQL too', async () => {
    const postgres = "import { postgres } from 'unplugin-operations/postgres';";
    const create = "import { createEvents } from 'unplugin-operations/events';";
    const [plain, stored, sending] = await Promise.all([
      build(server('', '{}')),
      build(server(postgres, '{ ...postgres(pool) }')),
      build(server(`${postgres}\n${create}`, '{ events: createEvents(operations, { store: postgres(pool).events }) }')),
    ]);
    for (const text of [plain, stored]) expect(MARKS.filter((mark) => text.includes(mark))).toEqual([]);
    expect(MARKS.filter((mark) => !sending.includes(mark))).toEqual([]);
    const added = (await sizeOf(sending)) - (await sizeOf(stored));
    console.log(`Events add ${added} bytes to a bundle with PostgreSQL.`);
    expect(added).toBeGreaterThan(1_000);
    expect(added).toBeLessThan(BUDGET);
  });

  it('a bundle that verifies webhooks carries nothing else of events', async () => {
    const text = await build(
      server("import { verifyWebhook } from 'unplugin-operations/events';", '{ dispose: () => verifyWebhook }'),
    );
    expect(text).toContain('webhook-signature'.replace('webhook-', ''));
    expect(SENDING.filter((mark) => text.includes(mark))).toEqual([]);
  });
});
