import type { Files } from './project.ts';
import { operation, packageJson } from './project.ts';

/** A project with a guard, a header and a directive that is only in the document. */
export const SHOP: Files = {
  'package.json': packageJson(),
  'server.ts': `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';

const permission = { permissionsOf: (ctx) => ctx.get('x-granted').split(' ').filter(Boolean) };
const security = { key: (_ctx, key) => key === 'good' };
createApp(operations, { directives: { permission }, security }).listen(Number(process.env.PORT), function () {
  console.log('http://localhost:' + this.address().port);
});
`,
  'app/definitions/openapi.json': JSON.stringify({
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  }),
  'app/operations/_middleware.ts': '/**\n * @audit shop\n * @owner shop\n */\nexport default (_ctx, next) => next();\n',
  'app/operations/admin/_middleware.ts':
    '/** @permission shop:admin */\nexport const authorize = (ctx) => ctx.get("x-block") === "";\n',
  'app/operations/admin/{id}@get.ts': `/**
 * @security key
 * @permission shop:read
 * @param {integer} id - The number
 * @returns {{permissions: string[], audit: string}} 200 - They
 * @throws 404 - Unknown
 */
export default (ctx) => {
  if (ctx.input.path.id === 404) ctx.throw(404);
  ctx.set('X-Handler', '1');
  return { permissions: ctx.permissions, audit: ctx.auditId };
};
`,
  'app/operations/open@get.ts': operation('Everyone gets it.', '@owner billing'),
};

/** A request, and its status. */
const headers = { 'x-key': 'good', 'x-granted': 'shop:admin shop:read' };
export const REQUESTS: readonly (readonly [path: string, headers: Readonly<Record<string, string>>, status: number])[] =
  [
    ['/admin/1', headers, 200],
    ['/admin/1', {}, 401],
    ['/admin/x', headers, 400],
    ['/admin/1', { ...headers, 'x-granted': 'shop:read' }, 403],
    ['/admin/1', { ...headers, 'x-granted': 'shop:admin' }, 403],
    ['/admin/1', { ...headers, 'x-granted': 'shop:read:x shop:admin' }, 403],
    ['/admin/1', { ...headers, 'x-block': '1' }, 403],
    ['/admin/404', headers, 404],
    ['/admin/1', { ...headers, 'x-reason': 'because it is far too long' }, 400],
    // Ways around it that other servers have had.
    ['/admin/1/', { 'x-key': 'good' }, 403],
    ['/%61dmin/1', { 'x-key': 'good' }, 403],
    ['/admin/%31', { 'x-key': 'good' }, 403],
    ['//admin/1', { 'x-key': 'good' }, 404],
    ['/admin//1', { 'x-key': 'good' }, 404],
    ['/ADMIN/1', { 'x-key': 'good' }, 404],
    ['/open/%2e%2e/admin/1', { 'x-key': 'good' }, 403],
    ['/admin/1?x-granted=shop:admin', { 'x-key': 'good' }, 403],
    ['/open', {}, 200],
  ];
