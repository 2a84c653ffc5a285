export { accessWithoutVariables } from './access-without-variables.ts';
export type { AccessOptions, Caller } from './access-options.ts';
export { type Access, measureAccess } from './measure-access.ts';
