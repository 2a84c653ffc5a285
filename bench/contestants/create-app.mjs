import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
import { announce, port } from './api.ts';
import { useStack } from './koa-stack.mjs';

const app = createApp(operations);
await useStack(app);
app.listen(port, announce);
