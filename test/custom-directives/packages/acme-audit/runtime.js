/** The entries, for tests. */
export const entries = (globalThis.auditEntries ??= []);

export default () =>
  ([log]) => ({
    enter(ctx) {
      ctx.auditId = `${log}-${ctx.method}`;
      ctx.set('X-Audit-Id', ctx.auditId);
    },
    async around(ctx, next) {
      const value = await next();
      entries.push(`${ctx.auditId} handled`);
      return value;
    },
    finish(ctx) {
      entries.push(`${ctx.auditId} ${ctx.status}`);
    },
  });
