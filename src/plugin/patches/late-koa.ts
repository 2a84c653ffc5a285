import { lateRequires } from '../../build/compiler/module/late-requires.ts';
import type { Patch } from './patch.ts';

/** The packages that most requests do without, by the file of Koa or of its dependency that requires them. */
const LATE: readonly (readonly [file: RegExp, packages: readonly string[]])[] = [
  [
    /[\\/]koa[\\/]lib[\\/](?:context|request|response)\.js$/,
    ['accepts', 'content-disposition', 'cookies', 'destroy', 'mime-types', 'node:assert', 'type-is'],
  ],
  [/[\\/]http-assert[\\/]index\.js$/, ['deep-equal', 'http-errors']],
];

/** Evaluates dependencies of Koa at their first use: they take a third of a server's start, and most requests never need them. */
export const LATE_REQUIRES: Patch = {
  files: LATE.map(([file]) => file),
  apply: (code, id) => lateRequires(code, LATE.find(([file]) => file.test(id))![1]),
};
