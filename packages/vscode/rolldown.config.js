// One file with the library of the protocol: the extension installs no packages.
module.exports = {
  input: 'src/extension.ts',
  platform: 'node',
  external: ['vscode'],
  output: { file: 'dist/extension.js', format: 'cjs', minify: true },
};
