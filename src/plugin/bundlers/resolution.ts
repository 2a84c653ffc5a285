/** Of a dependency of Koa's, its own edition without eval: what it wraps are warnings of deprecation. */
export const DEPD: { readonly request: RegExp; readonly replacement: string } = {
  request: /^depd$/,
  replacement: 'depd/lib/browser/index.js',
};

/** What a request may leave out at its end. */
export const EXTENSIONS: string[] = ['.js', '.mjs', '.ts', '.mts', '.json'];
