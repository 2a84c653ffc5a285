// The client with streams in the packages of `operations client` whose operations take bytes. It is built into one file.
export * from './standalone-streams.ts';
export { encodeBytes } from './index.ts';
