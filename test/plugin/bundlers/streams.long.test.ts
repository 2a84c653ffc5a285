import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, isolate } from './project.ts';

const FILES = {
  'server.ts': `import operations from 'virtual:operations';
import { createClient } from 'virtual:operations/client';
import { createApp, stop } from 'unplugin-operations/koa';
const server = createApp(operations).listen(0, async () => {
  const client = createClient({ baseUrl: 'http://localhost:' + server.address().port });
  const items = [];
  for await (const item of client.count({ query: { to: 2 } })) items.push(item);
  try {
    for await (const item of client.watch()) items.push(item);
  } catch (error) {
    items.push(error.status);
  }
  console.log(JSON.stringify(items));
  await stop(server);
});
`,
  'app/operations/count.ts': `/**
 * @param {integer} to
 * @returns {Stream<{ n: integer }>}
 */
export default async function* count(ctx) {
  for (let n = 1; n <= ctx.input.query.to; n++) yield { n, secret: n };
}
`,
  'app/operations/watch.cjs': `const { event } = require('unplugin-operations/koa');
/** @returns {Stream<ServerSentEvent<'tick', integer>>} 200 text/event-stream */
module.exports = function* watch(ctx) {
  yield event('tick', 1, { id: 7 });
  ctx.throw(409);
};
`,
};

describe.each(BUNDLERS)('$name', (bundler) => {
  it('makes one file of streams and their client', async () => {
    await enterProject(FILES);
    const { file, said, isBuilt } = await bundler.build({ out: scratch() });
    expect([isBuilt, isBuilt ? '' : said]).toEqual([true, '']);
    const bundle = await isolate(file);
    const { stdout } = await promisify(execFile)(process.execPath, [bundle.file], { cwd: bundle.directory });
    expect(JSON.parse(stdout)).toEqual([{ n: 1 }, { n: 2 }, { event: 'tick', data: 1, id: '7' }, 409]);
  });
});
