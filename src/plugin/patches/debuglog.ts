import type { Patch } from './patch.ts';

const CALL = /(=\s*)((?:(\w+)\.)?debuglog)\(/g;

/** The names that `node:util` gives a module: `util = require('node:util')`, `import { debuglog } from 'util'`. */
const OF_UTIL = [
  /(?:const|let|var)\s+([^=;]+?)\s*=\s*require\(\s*['"](?:node:)?util['"]\s*\)/g,
  /import\s+([^;]+?)\s+from\s*['"](?:node:)?util['"]/g,
];

/**
 * Keeps the `util.debuglog` of Koa silent unless `NODE_DEBUG` is set, as it is in Node: workerd ignores that variable and prints everything, such
 * as a line for each `app.use` of Koa.
 */
export const DEBUGLOG: Patch = {
  files: /[\\/]node_modules[\\/](?:koa|@koa[\\/][^\\/]+)[\\/].*\.[cm]?js$/,
  marker: 'debuglog(',
  apply: quietDebuglog,
};

/** Replaces assigned loggers of `node:util`, such as `const debug = util.debuglog('koa')`, by empty functions for processes without `NODE_DEBUG`. */
export function quietDebuglog(code: string): string {
  const names = OF_UTIL.flatMap((pattern) => [...code.matchAll(pattern)]).flatMap(([, bound]) => bound!.match(/\w+/g)!);
  return code.replaceAll(CALL, (call, before: string, logger: string, object: string | undefined) =>
    names.includes(object ?? 'debuglog')
      ? `${before}(globalThis.process?.env.NODE_DEBUG ? ${logger} : () => () => {})(`
      : call,
  );
}
