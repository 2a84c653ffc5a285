import { readBlocks, readPage } from '../examples.ts';

/** The project of cors-and-rate-limits.md with its limits in Redis, as the page says. */
export function withRedis(files: Record<string, string>): Record<string, string> {
  const lines = readBlocks(readPage('cors-and-rate-limits.md')).find(({ title }) => title === 'lines for Redis')!.text;
  const [, api = ''] = lines.split(/^\/\/ .*\n/m);
  const server = files['server.ts']!.replace(/^const app = [\s\S]*?^app\.use.*\n/m, api);
  const imports = "import { redis } from 'unplugin-operations/redis';\nimport { openRedis } from './app/redis.ts';\n";
  return { ...files, 'server.ts': `${imports}${server}` };
}
