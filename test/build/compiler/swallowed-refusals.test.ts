import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const CHECKS: Readonly<Record<string, string>> = {
  check: "async (ctx: any) => { if (ctx.get('x') !== 'k') throw problem(403); }",
  checkNow: "(ctx: any) => { if (ctx.get('x') !== 'k') ctx.throw(401); }",
  checkUser:
    'async (ctx: any) => { const user = await db.users.find(ctx.ip); if (!user) throw problem(401); return user; }',
  checkBoth: 'async (ctx: any) => { console.log(ctx.ip); await check(ctx); }',
  load: 'async (ctx: any) => { const user = await db.find(ctx.ip); if (!user) throw problem(401); ctx.state.user = user; }',
  loadOther: 'async (ctx: any) => { await load(ctx); }',
  touch: 'async (ctx: any) => { if (!ctx.ip) throw problem(401); await db.touch(ctx.ip); }',
  getUser: 'async (ctx: any) => { const user = await getSession(ctx); if (!user) throw problem(401); return user; }',
  verifyToken:
    "async (ctx: any) => { const { payload } = await jwtVerify(ctx.get('x'), key); if (payload.role !== 'admin') throw problem(403); }",
  signedIn: "async (ctx: any) => { if (!(await client.introspect(ctx.get('x'))).active) throw problem(401); }",
  audited: "async (ctx: any) => { ctx.ip && (await audit(ctx.ip)); if (ctx.get('x') !== 'k') throw problem(401); }",
  start: "async (ctx: any) => { const id = await createSession(ctx.get('x')); if (!id) throw problem(401); }",
  open: 'async (ctx: any) => { if (!ctx.get("x")) throw problem(404); }',
};
const NAMES = Object.keys(CHECKS);
const HEAD =
  "import { problem } from 'unplugin-operations/koa';\nimport { audit, client, createSession, db, getSession, jwtVerify, key, log, logger } from 'elsewhere';\n";
const OWN = NAMES.map((name) => `const ${name} = ${CHECKS[name]};\n`).join('');
const MODULE = `${HEAD}${OWN}export { ${NAMES.join(', ')} };`;

/** What a check finds in middleware with guards of its file, and in one with the same guards of another module. */
function found(body: string): string[][] {
  return [OWN, `import { ${NAMES.join(', ')} } from '../guards.ts';\n`].map((guards) => {
    const files = {
      'one.ts': '/** Some. */\nexport default () => {};',
      '_middleware.ts': `${HEAD}${guards}export default async (ctx: any, next: any) => { ${body} };`,
    };
    return compile(files, { readFile: () => MODULE })
      .diagnostics.filter(({ code }) => code === 'ineffective-guard')
      .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
  });
}

const inTry = (checked: string, handled: string, after = 'return next();'): string =>
  `try { ${checked} } catch (error) { ${handled} } ${after}`;

describe('a refusal that code handles, and goes on', () => {
  it.each([
    [inTry('await check(ctx);', 'console.error(error);'), 'check(ctx)'],
    [inTry('await check(ctx);', ''), 'check(ctx)'],
    [inTry('checkNow(ctx);', 'log(error);'), 'checkNow(ctx)'],
    [inTry('await checkUser(ctx);', 'logger.warn(error);'), 'checkUser(ctx)'],
    [inTry('const user = await checkUser(ctx);', 'ctx.log.error(error);'), 'checkUser(ctx)'],
    [inTry('await checkBoth(ctx);', 'if (error.status !== 401) console.error(error);'), 'checkBoth(ctx)'],
    [inTry("if (ctx.ip !== 'a') await check(ctx);", ''), 'check(ctx)'],
    [inTry('await verifyToken(ctx);', 'console.error(error);'), 'verifyToken(ctx)'],
    [inTry('await signedIn(ctx);', 'console.error(error);'), 'signedIn(ctx)'],
    [inTry('await check(ctx); console.log(ctx.ip);', ''), 'check(ctx)'],
    [inTry('await check(ctx);', 'console.error(error); return next();'), 'check(ctx)'],
    [inTry('await check(ctx); return next();', 'console.error(error); return next();', ''), 'check(ctx)'],
    [inTry('if (!ctx.ip) throw problem(401);', 'console.error(error);'), 'throw problem(401);'],
    [inTry('if (!ctx.ip) { log(ctx.ip); ctx.throw(403); }', 'console.error(error);'), 'ctx.throw(403)'],
    [inTry('ctx.assert(ctx.ip, 401);', 'console.error(error);'), 'ctx.assert(ctx.ip, 401)'],
    [inTry("await ctx.rateLimits.consume('a', 5);", 'log(error);'), "ctx.rateLimits.consume('a', 5)"],
    ['await check(ctx).catch(log); return next();', 'check(ctx)'],
    ['await check(ctx).catch(console.error); return next();', 'check(ctx)'],
    ['check(ctx).catch(() => {}); return next();', 'check(ctx)'],
    ['await check(ctx).catch(() => null); return next();', 'check(ctx)'],
    ['await check(ctx).catch((error) => { log(error); return undefined; }); return next();', 'check(ctx)'],
    ['await check(ctx).then(log, log); return next();', 'check(ctx)'],
    ['await check(ctx).then(log).catch(log); return next();', 'check(ctx)'],
    ['await check(ctx).catch(log).finally(log); return next();', 'check(ctx)'],
    ['return check(ctx).then(next, next);', 'check(ctx)'],
    ['await checkUser(ctx).then(() => next(), () => next());', 'checkUser(ctx)'],
    ['return check(ctx).then(next, (error) => { log(error); return next(); });', 'check(ctx)'],
    ['return check(ctx).then(next).catch(next);', 'check(ctx)'],
    ['return check(ctx).catch(next);', 'check(ctx)'],
    ['return check(ctx).catch(log).then(next);', 'check(ctx)'],
    ['return check(ctx).catch(() => {}).then(() => next());', 'check(ctx)'],
  ])('warns of %s', (body, span) => {
    expect(found(body)).toEqual([[`warning ${span}`], [`warning ${span}`]]);
  });

  it.each([
    'return check(ctx).then(() => true, () => true);',
    'const ok = await check(ctx).then(() => true, (error) => { log(error); return true; }); if (ok) return next();',
    'return check(ctx).then(() => 1).catch(() => 1);',
    'try { await check(ctx); return true; } catch (error) { log(error); return true; }',
    'return check(ctx).then(log).then(() => true, () => true);',
    'return check(ctx).catch(log).then(() => true);',
    'const user = await check(ctx).catch(() => {}).then(() => load(ctx)); return user;',
    "await check(ctx).catch(log).then(() => ctx.set('X-A', '1')); return next();",
    "await check(ctx).catch((error) => ctx.app.emit('error', error, ctx)); return next();",
    "return check(ctx).catch((error) => { ctx.app.emit('error', error, ctx); }).then(next);",
    'try { await check(ctx); return next(); } catch (error) { log(error); } return next();',
    'try { await check(ctx); return true; } catch (error) { log(error); } return true;',
  ])('warns of a value that an error has too: %s', (body) => {
    expect(found(body)).toEqual([['warning check(ctx)'], ['warning check(ctx)']]);
  });

  it.each([
    'return check(ctx).then(() => true, () => false);',
    'return check(ctx).then(() => true, () => { ctx.throw(401); });',
    'return check(ctx).then(() => true, () => { ctx.state.no = 1; return true; });',
    'return check(ctx).then(load, () => true);',
    'return check(ctx).catch(() => undefined).then((user) => user !== undefined);',
    'return check(ctx).catch(() => ctx.throw(403)).then(() => true);',
    'return load(ctx).catch(log).then(() => true);',
    'return check(ctx).then().catch((error) => { throw error; });',
    'return load(ctx).then(() => true, () => true);',
    'return open(ctx).then(() => true, () => true);',
    'try { await check(ctx); return true; } catch (error) { log(error); return false; }',
    'try { await check(ctx); return true; } catch (error) { log(error); } return false;',
    'try { await check(ctx); return next(); } catch (error) { log(error); } ctx.throw(403);',
    'try { await check(ctx); return next(); } catch (error) { log(error); throw error; } return next();',
    "await check(ctx).catch((error) => ctx.app.emit('check', error, ctx)); return next();",
    'try { await check(ctx); return true; } catch (error) { ctx.state.no = 1; return true; }',
    'try { await load(ctx); return true; } catch (error) { return true; }',
  ])('accepts a value that an error has not: %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });

  it.each([
    'try { await check(ctx); } finally { await next(); }',
    'try { await check(ctx); } finally { return next(); }',
    'return check(ctx).finally(next);',
    'await check(ctx).finally(() => next());',
  ])('warns of an operation that runs before the error ends the request: %s', (body) => {
    expect(found(body)).toEqual([['warning check(ctx)'], ['warning check(ctx)']]);
  });

  it.each([
    ['try { if (!ctx.ip) ctx.throw(403); } finally { return next(); }', 'warning ctx.throw(403)'],
    [
      'try { if (!ctx.ip) { throw problem(401); } } finally { log(ctx.ip); return next(); }',
      'warning throw problem(401);',
    ],
    ['try { if (!ctx.ip) ctx.throw(403); } finally { return; }', 'warning ctx.throw(403)'],
    ['try { await check(ctx); } finally { return; }', 'warning check(ctx)'],
    [
      'try { await check(ctx); } catch (error) { log(error); throw error; } finally { return next(); }',
      'warning check(ctx)',
    ],
    ['try { await run(ctx); } catch (error) { ctx.throw(403); } finally { return next(); }', 'warning ctx.throw(403)'],
    ['try { if (!ctx.ip) throw problem(403); } finally { await next(); }', 'warning throw problem(403);'],
    ['try { if (!ctx.ip) ctx.throw(403); ctx.state.ok = true; } finally { await next(); }', 'warning ctx.throw(403)'],
    [
      'try { await run(ctx); } catch (error) { throw problem(401); } finally { await next(); }',
      'warning throw problem(401);',
    ],
  ])('A block "finally" makes it late or drops it: %s', (body, expected) => {
    expect(found(body)).toEqual([[expected], [expected]]);
  });

  it.each([
    // Somebody may be signed in.
    'try { if (!ctx.ip) throw problem(401); ctx.state.user = await db.find(ctx.ip); } finally { return next(); }',
    'let ok = false; try { if (!ctx.ip) throw problem(401); ok = true; } finally { return ok; }',
    'try { if (!ctx.ip) throw problem(401); } finally { log(ctx.ip); }',
    'try { await next(); } finally { return; }',
    'try { if (!ctx.ip) throw problem(404); } finally { return next(); }',
    'try { if (!ctx.ip) throw problem(404); } finally { await next(); }',
    'try { if (!ctx.ip) throw problem(401); } finally { if (ctx.ip) await next(); }',
    'try { if (!ctx.ip) throw problem(401); } catch (error) { ctx.throw(401); } finally { log(ctx.ip); } return next();',
    'try { if (!ctx.ip) throw problem(401); } catch (error) { ctx.state.error = error; } finally { return next(); }',
    inTry('await load(ctx);', 'console.error(error);'),
    inTry('await loadOther(ctx);', ''),
    inTry('await getUser(ctx);', ''),
    inTry('ctx.state.user = await checkUser(ctx);', ''),
    inTry('ctx.state.user = await checkUser(ctx);', 'ctx.state.user = null;'),
    inTry('if (!ctx.ip) throw problem(401); ctx.state.user = await db.find(ctx.ip);', 'log(error);'),
    'ctx.state.user = await checkUser(ctx).catch(() => null); return next();',
    'const user = await checkUser(ctx).catch(log); ctx.state.user = user; return next();',
    'return load(ctx).then(next, next);',
    'await load(ctx).catch(() => {}); return next();',
    // The check has another effect.
    inTry('await touch(ctx);', 'console.error(error);'),
    inTry('await check(ctx); ctx.state.isAdmin = true;', ''),
    inTry('await check(ctx);', 'ctx.state.isAdmin = false;'),
    'await check(ctx).then(() => { ctx.state.isAdmin = true; }).catch(log); return next();',
    'await check(ctx).then(() => { ctx.state.isAdmin = true; }, log); return next();',
    inTry('const user = await checkUser(ctx); ctx.state.user = user;', ''),
    // It ends the request.
    inTry('await check(ctx);', 'console.error(error); throw error;'),
    inTry('await check(ctx);', 'console.error(error); return;'),
    inTry('await check(ctx);', 'console.error(error); ctx.throw(403);'),
    inTry('await check(ctx);', 'if (error.status !== 404) throw error;'),
    inTry('await check(ctx);', 'fail(ctx, error);'),
    inTry('await check(ctx);', 'ctx.error(error);'),
    inTry('await check(ctx);', 'logOut(ctx);'),
    inTry('await check(ctx); return next();', 'console.error(error);', ''),
    inTry('await check(ctx); await next();', 'console.error(error);', ''),
    'await check(ctx).then(next).catch(log);',
    'return check(ctx).then(next, log);',
    'await check(ctx).then(() => next(), log);',
    'await check(ctx).catch((error) => { log(error); throw error; }); return next();',
    'const ok = await check(ctx).then(() => true, () => false); if (ok) return next(); ctx.throw(403);',
    inTry('await start(ctx);', 'console.error(error);'),
    inTry('await audited(ctx);', 'console.error(error);'),
    // It refuses nobody.
    inTry('await open(ctx);', 'console.error(error);'),
    inTry('if (!ctx.ip) throw problem(404);', 'console.error(error);'),
    inTry('if (!ctx.ip) throw new Error();', 'console.error(error);'),
    inTry('await logger.flush(ctx);', 'console.error(error);'),
    'return open(ctx).then(next, next);',
    'try { await open(ctx); } finally { await next(); }',
    'try { await check(ctx); } finally { log(ctx.ip); } return next();',
    'return db.find(ctx.ip).finally(next);',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });

  it.each([
    'export const authorize = async (ctx: any) => { try { await check(ctx); } catch (error) { log(error); } return true; };',
    'export const authorize = async (ctx: any) => { await check(ctx).catch(log); return true; };',
    'export const authorize = async (ctx: any) => { try { await check(ctx); return true; } catch (error) { log(error); return true; } };',
  ])('warns of an authorize: %s', (text) => {
    const files = {
      'one.ts': `${HEAD}const check = ${CHECKS.check};\n${text}\n/** Some. */\nexport default () => {};`,
    };
    const reported = compile(files).diagnostics.map((each) => [each.severity, ...brief(each)]);
    expect(reported).toEqual([['warning', 'ineffective-guard', 'check(ctx)']]);
  });
});
