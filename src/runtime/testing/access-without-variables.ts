import { syncBuiltinESMExports } from 'node:module';
import type { Access } from './measure-access.ts';
import { briefly } from './measured-callers.ts';

/** Variables of Node.js, of the test runner and of the system, which no guard compares. */
const OF_SYSTEM =
  /^(?:NODE_(?:ENV|OPTIONS|PATH|DEBUG|NO_WARNINGS|EXTRA_CA_CERTS|V8_COVERAGE|CHANNEL_FD|UNIQUE_ID)|VITEST(?:_\w+)?|npm_(?:config|package|lifecycle|command|execpath|node_execpath)\w*|PATH|HOME|PWD|SHELL|TERM|TZ|TMPDIR|TEMP|LANG|CI)$/;

/**
 * Measures access again as if variables of the environment weren't set, or were empty, and lists the callers that get in only then. An app that doesn't start
 * without a variable refuses all of them.
 *
 * It first measures with all variables, and remembers those that your code reads. Then it measures without each of them, with an empty text in its place, and
 * without all of those that the app starts without. Refused callers send one request each, and try no other ways.
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
  // Undefined if the app doesn't start.
  const openedBy = async (changed: readonly string[], value: '' | undefined): Promise<Access | undefined> => {
    let access: Access;
    try {
      access = await measureIn(withValue(changed, value), measure);
    } catch {
      return undefined;
    }
    return widerIn(access, allowed, `${value === undefined ? 'without' : 'with an empty'} ${changed.join(' and ')}`);
  };
  const opened: Access = {};
  const optional: string[] = [];
  // One by one, because a variable without which every caller is refused would hide the others.
  for (const name of read) {
    const [unset, empty] = [await openedBy([name], undefined), await openedBy([name], '')];
    if (unset !== undefined) optional.push(name);
    for (const [operation, callers] of [unset, empty].flatMap((each) => Object.entries(each ?? {})))
      opened[operation] = [opened[operation] ?? [], callers].flat().join('; ');
  }
  return optional.length < 2 ? opened : { ...(await openedBy(optional, undefined)), ...opened };
}

/** Measures while `process.env` is another object, also for code that imports `env` of `node:process`. */
async function measureIn(environment: NodeJS.ProcessEnv, measure: () => PromiseLike<Access>): Promise<Access> {
  const { env } = process;
  replaceEnvironment(environment);
  try {
    return await briefly(measure);
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

/** The environment with another value of some variables, which they keep if code such as dotenv sets them. */
function withValue(names: readonly string[], value: '' | undefined): NodeJS.ProcessEnv {
  const isChanged = (name: string | symbol): boolean => typeof name === 'string' && names.includes(name);
  const changed = value === undefined ? undefined : { value, configurable: true, enumerable: true, writable: true };
  return new Proxy(process.env, {
    get: (env, name) => (isChanged(name) ? value : Reflect.get(env, name)),
    has: (env, name) => (isChanged(name) ? value !== undefined : Reflect.has(env, name)),
    set: (env, name, given) => isChanged(name) || Reflect.set(env, name, given),
    ownKeys: (env) => Reflect.ownKeys(env).filter((name) => value !== undefined || !isChanged(name)),
    getOwnPropertyDescriptor: (env, name) => (isChanged(name) ? changed : Reflect.getOwnPropertyDescriptor(env, name)),
  });
}

/** The callers that get in only according to the first of two lists. */
function widerIn(access: Access, allowed: Access, change: string): Access {
  const rows = Object.entries(access).flatMap(([operation, callers]) => {
    const known = (allowed[operation] ?? '').split(', ');
    const others = callers.split(', ').filter((each) => !known.includes(each) && !/^none$|\(\d{3}\)$/.test(each));
    return others.length === 0 ? [] : [[operation, `${others.join(', ')} ${change}`] as const];
  });
  return Object.fromEntries(rows);
}
