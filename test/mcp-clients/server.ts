import operations from 'virtual:operations';
import { mcp } from 'virtual:operations/mcp';
import { createApp } from 'unplugin-operations/koa';

const server = createApp(operations)
  .use(mcp())
  .listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => process.send?.(server.address()));
