export { type Access, type AccessOptions, type Caller, measureAccess } from './measure-access.ts';
