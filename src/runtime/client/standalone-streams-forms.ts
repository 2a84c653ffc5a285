// The client with streams in the packages of `operations client` whose operations take forms. It is built into one file.
export * from './standalone-streams.ts';
export { encodeForm } from './index.ts';
