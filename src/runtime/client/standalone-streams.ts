// The client in the packages of `operations client` whose operations stream. It is built into one file.
export * from './standalone.ts';
export { withStreams } from './iterate.ts';
