import type { Patch } from './patch.ts';

/**
 * Keeps Koa in ASCII: minifiers write the replacement character of encodeurl as it is, and V8 stores a bundle with one such character in two
 * bytes per character.
 */
export const ASCII: Patch = {
  files: /[\\/]encodeurl[\\/]index\.js$/,
  // Minifiers evaluate String.fromCharCode.
  apply: (code) => code.replaceAll(String.raw`'\uFFFD'`, 'String.fromCodePoint(0xfffd)'),
};
