import Koa from 'koa';
import { createRouter } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
import { announce, port } from './api.ts';
import { useStack } from './koa-stack.mjs';

const app = new Koa();
await useStack(app);
app.use(createRouter(operations).routes());
app.listen(port, announce);
