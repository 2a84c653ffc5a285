import { operation } from './declarations.ts';

/** Definitions with properties that travel one way. */
export const DEFINITIONS: string = `export interface User {
  /** @readOnly true */
  id: number;
  name: string;
  /** @default 1 */
  level?: number;
  /** @writeOnly true */
  password: string;
  /** @readOnly true */
  friends: User[];
}
/** A definition whose name a face would have. */
export interface UserRequest { user: User }
`;

/** A definition with maps and lists whose values travel one way. */
const APPS = `/**
 * Only clients send it.
 * @writeOnly true
 */
export type Secret = string;
/**
 * Only the server sets it.
 * @readOnly true
 */
export type Role = string;
export interface App { env: Record<string, Secret>; keys: Secret[]; roles: Record<string, Role>; groups: Role[] }
`;

/** Operations that use them. */
export const TREE: Readonly<Record<string, string>> = {
  'app/definitions/users.ts': DEFINITIONS,
  'app/definitions/apps.ts': APPS,
  'app/operations/users/@post.ts': operation('@param {User} body - It', '@returns {User} 201 - It').replace(
    '_',
    'addUser',
  ),
  'app/operations/users/@put.ts': operation('@param {UserRequest} body - It', '@returns {UserRequest} It').replace(
    '_',
    'putUser',
  ),
  'app/operations/apps/@put.ts': operation('@param {App} body - It', '@returns {App} It').replace('_', 'putApp'),
  'app/operations/users/@get.ts': operation('@returns {Stream<User>} All').replace('_', 'streamUsers'),
};
