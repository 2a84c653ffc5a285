import { syncBuiltinESMExports } from 'node:module';
import type { Access } from './measure-access.ts';

/** Variables of Node.js, of the test runner and of the system, which no guard compares. */
const OF_SYSTEM = /^(?:NODE_|VITEST|npm_|(?:PATH|HOME|PWD|SHELL|TERM|TZ|TMPDIR|TEMP|LANG|CI)$)/i;

/**
 * Measures access again as if variables of the environment weren't set, and lists the callers that get in only then. An app that doesn't start without a variable
 * lets no one in.
 *
 * It first measures with all variables, and remembers those that your code reads. Then it measures without each of them, and without all of them.
 *
 * @param measure Loads the modules of the app anew, and calls `measureAccess`.
 * @returns The callers by method and path, such as `{ 'GET /admin/sales': 'anonymous without ADMIN_KEY' }`; empty if no variable opens an operation.
 * @example
 * const opened = await accessWithoutVariables(async () => {
 *   vi.resetModules();
 *   const [{ default: operations }, { default: createApi }] = [await import('virtual:operations'), await import('./api.ts')];
 *   return measureAccess(operations, createApi, callers);
 * });
 * expect(opened).toEqual({});
 */
export async function accessWithoutVariables(measure: () => PromiseLike<Access>): Promise<Access> {
  const names = new Set<string>();
  const allowed = await measureIn(recording(names), measure);
  const read = [...names].filter((name) => !OF_SYSTEM.test(name)).toSorted();
  if (read.length === 0) return {};
  const openedWithout = async (hidden: readonly string[]): Promise<Access> => {
    let access: Access;
    try {
      access = await measureIn(hiding(hidden), measure);
    } catch {
      return {};
    }
    return widerIn(access, allowed, hidden.join(' and '));
  };
  const opened: Access = {};
  // A variable without which every caller is refused would hide the others.
  for (const name of read) {
    for (const [operation, callers] of Object.entries(await openedWithout([name])))
      opened[operation] = [opened[operation] ?? [], callers].flat().join('; ');
  }
  return read.length < 2 ? opened : { ...(await openedWithout(read)), ...opened };
}

/** Measures while `process.env` is another object, also for code that imports `env` of `node:process`. */
async function measureIn(environment: NodeJS.ProcessEnv, measure: () => PromiseLike<Access>): Promise<Access> {
  const { env } = process;
  replaceEnvironment(environment);
  try {
    return await measure();
  } finally {
    replaceEnvironment(env);
  }
}

function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  process.env = env;
  syncBuiltinESMExports();
}

/** The environment, which adds the names of set variables that code reads to a set. */
function recording(names: Set<string>): NodeJS.ProcessEnv {
  const record = (env: NodeJS.ProcessEnv, name: string | symbol): void => {
    if (typeof name === 'string' && env[name] !== undefined) names.add(name);
  };
  return new Proxy(process.env, {
    get: (env, name) => (record(env, name), Reflect.get(env, name)),
    has: (env, name) => (record(env, name), Reflect.has(env, name)),
    getOwnPropertyDescriptor: (env, name) => (record(env, name), Reflect.getOwnPropertyDescriptor(env, name)),
  });
}

/** The environment without some variables, which stay unset if code such as dotenv sets them. */
function hiding(hidden: readonly string[]): NodeJS.ProcessEnv {
  const isHidden = (name: string | symbol): boolean => typeof name === 'string' && hidden.includes(name);
  return new Proxy(process.env, {
    get: (env, name) => (isHidden(name) ? undefined : Reflect.get(env, name)),
    has: (env, name) => !isHidden(name) && Reflect.has(env, name),
    set: (env, name, value) => isHidden(name) || Reflect.set(env, name, value),
    ownKeys: (env) => Reflect.ownKeys(env).filter((name) => !isHidden(name)),
    getOwnPropertyDescriptor: (env, name) => (isHidden(name) ? undefined : Reflect.getOwnPropertyDescriptor(env, name)),
  });
}

/** The callers that get in only according to the first of two lists. */
function widerIn(access: Access, allowed: Access, variables: string): Access {
  const rows = Object.entries(access).flatMap(([operation, callers]) => {
    const known = (allowed[operation] ?? '').split(', ');
    const others = callers.split(', ').filter((each) => !known.includes(each) && !/^none$|\(\d{3}\)$/.test(each));
    return others.length === 0 ? [] : [[operation, `${others.join(', ')} without ${variables}`] as const];
  });
  return Object.fromEntries(rows);
}
