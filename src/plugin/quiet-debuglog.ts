import type { UnpluginOptions } from 'unplugin';

const CALL = /(=\s*)((?:\w+\.)?debuglog)\(/g;

/**
 * Keeps `util.debuglog` in packages silent unless `NODE_DEBUG` is set, as it is in Node: workerd ignores that variable and prints everything, such
 * as a line for each `app.use` of Koa.
 */
export function quietPlugin(): UnpluginOptions {
  return {
    name: 'unplugin-operations:quiet',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]node_modules[\\/].*\.[cm]?js$/, code: 'debuglog(' },
      handler: (code) => ({ code: quietDebuglog(code), map: null }),
    },
  };
}

/** Replaces assigned loggers, such as `const debug = util.debuglog('koa')`, by empty functions for processes without `NODE_DEBUG`. */
export function quietDebuglog(code: string): string {
  return code.replaceAll(CALL, '$1(globalThis.process?.env.NODE_DEBUG ? $2 : () => () => {})(');
}
