import type { UnpluginOptions } from 'unplugin';

/**
 * Keeps Koa in ASCII: minifiers write the replacement character of encodeurl as it is, and V8 stores a bundle with one such character in two
 * bytes per character.
 */
export function asciiPlugin(): UnpluginOptions {
  return {
    name: 'unplugin-operations:ascii',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]encodeurl[\\/]index\.js$/ },
      // Minifiers evaluate String.fromCharCode.
      handler: (code) => ({ code: code.replaceAll(String.raw`'\uFFFD'`, 'String.fromCodePoint(0xfffd)'), map: null }),
    },
  };
}
