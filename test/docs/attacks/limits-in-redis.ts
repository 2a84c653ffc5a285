import { readBlocks, readPage } from '../examples.ts';

/** The project of cors-and-rate-limits.md with its limits in Redis, as the page says. */
export function withRedis(files: Record<string, string>): Record<string, string> {
  const lines = readBlocks(readPage('cors-and-rate-limits.md')).find(({ title }) => title === 'lines for Redis')!.text;
  const [, api = '', middleware = ''] = lines.split(/^\/\/ .*\n/m);
  const server = files['server.ts']!.replace(/^const app = [\s\S]*?^app\.use.*\n/m, api);
  return {
    ...files,
    'server.ts': `import { openRedis } from './app/redis.ts';\nimport { limitIn } from './app/redis-limits.ts';\n${server}`,
    'app/operations/session/_middleware.ts': `import type { Middleware } from 'koa';\nimport { limitIn } from '../../redis-limits.ts';\n${middleware}`,
  };
}
