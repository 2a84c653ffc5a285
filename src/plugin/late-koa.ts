import type { UnpluginOptions } from 'unplugin';
import { lateRequires } from '../build/compiler/module/late-requires.ts';

/** The packages that most requests do without, by the file of Koa or of its dependency that requires them. */
const LATE: readonly (readonly [file: RegExp, packages: readonly string[]])[] = [
  [
    /[\\/]koa[\\/]lib[\\/](?:context|request|response)\.js$/,
    ['accepts', 'content-disposition', 'cookies', 'destroy', 'mime-types', 'node:assert', 'type-is'],
  ],
  [/[\\/]http-assert[\\/]index\.js$/, ['deep-equal', 'http-errors']],
];

/** Evaluates dependencies of Koa at their first use: they take a third of a server's start, and most requests never need them. */
export function lateKoaPlugin(): UnpluginOptions {
  return {
    name: 'unplugin-operations:late-koa',
    enforce: 'pre',
    transform: {
      filter: { id: LATE.map(([file]) => file) },
      handler(code, id) {
        const packages = LATE.find(([file]) => file.test(id))![1];
        return { code: lateRequires(code, packages), map: null };
      },
    },
  };
}
