/** Replaces depd, a dependency of Koa that prints deprecation warnings, with its browser edition, which does not use eval. */
export const DEPD: { readonly request: RegExp; readonly replacement: string } = {
  request: /^depd$/,
  replacement: 'depd/lib/browser/index.js',
};

/** The extensions that an import may omit. */
export const EXTENSIONS: string[] = ['.js', '.mjs', '.ts', '.mts', '.json'];
