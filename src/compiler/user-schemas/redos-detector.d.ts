// The ES module of the package: its main file is CommonJS, which takes Node ten times as long to load.
declare module 'redos-detector/dist/redos-detector.mjs' {
  export * from 'redos-detector';
}
