/** @type {import('unplugin-operations/koa').DirectiveRuntime<string, import('acme-permission').PermissionOption>} */
const runtime = (option) => {
  if (option === undefined)
    throw new TypeError('@permission needs the option { directives: { permission: { permissionsOf } } }.');
  return (values) => ({
    async admit(ctx) {
      const granted = await option.permissionsOf(ctx);
      ctx.permissions = granted;
      ctx.set('X-Permissions', granted.join(' '));
      return values.every((value) => granted.includes(value));
    },
  });
};

export default runtime;
