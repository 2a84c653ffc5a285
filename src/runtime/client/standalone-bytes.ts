// The client in the packages of `operations client` whose operations take bytes. It is built into one file.
export * from './standalone.ts';
export { encodeBytes } from './index.ts';
