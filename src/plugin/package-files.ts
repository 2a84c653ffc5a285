/** Matches the files of packages. */
export const PACKAGE_FILES: RegExp = /[\\/]node_modules[\\/]/;
