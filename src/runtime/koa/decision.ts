import { isResponse } from './response/platform-bodies.ts';
import { isError } from './response/http-error.ts';
import { isMadeOfNothing } from './missing-name.ts';

/**
 * Checks the result of a function of the app that decides about a request. An error that is returned counts as thrown: a forgotten `throw` doesn't let a
 * request pass.
 *
 * @param maker The function, for the message.
 * @throws {unknown} The result, if it is an error.
 * @throws {TypeError} If it is a `Response` or a function, which decide nothing.
 */
export function checkDecision<T>(result: T, maker: string): T {
  if (isError(result)) throw result;
  const wrong = isResponse(result) ? 'a Response' : typeof result === 'function' ? 'a function' : undefined;
  if (wrong === undefined) return result;
  throw new TypeError(`${maker} returned ${wrong}, so the request was refused. To refuse a request, throw a problem.`);
}

/**
 * Checks the result of a function that finds the caller. Libraries often return something truthy if there is none: an empty list, the session of a stranger,
 * `{ active: false }` (RFC 7662, 2.2), or `Object.prototype`, which is the property `__proto__` of every plain object.
 *
 * @throws {TypeError} If it cannot be the identity of one caller.
 */
export function checkIdentity<T>(result: T, maker: string): T {
  checkDecision(result, maker);
  const wrong = typeof result === 'object' && result !== null ? foundIn(result) : faultOfScalar(result);
  if (wrong === undefined) return result;
  throw new TypeError(
    `${maker} returned ${wrong}, which doesn't identify a caller, so the request was refused. Return the row or object of the caller, or undefined.`,
  );
}

/** The position of an unknown name is -1, also in a list of keys. */
function faultOfScalar(value: unknown): string | undefined {
  if (typeof value === 'number' && value < 0) return 'a negative number';
  return typeof value === 'string' && (isMadeOfNothing(value) || value === 'false') ? `"${value}"` : undefined;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isFalse = (value: unknown): boolean => value === false;
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === false;
const isCount = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';
const isAny = (): boolean => true;

/** Results of libraries that are not callers, by their fields. The first one has the type. */
const RESULTS = [
  // pg, SQL Server, Neo4j, Cosmos DB, D1, DynamoDB, Firestore, Supabase, and queries that haven't run.
  ...resultsOf('a query or its result', Array.isArray, [
    'rows',
    'recordset',
    'records summary',
    'resources',
    'results meta',
  ]),
  ...resultsOf('a query or its result', isAny, ['$metadata', 'data error']),
  ...resultsOf('a query or its result', isFunction, ['data exists', 'execute']),
  ...resultsOf('a query or its result', isCount, ['took hits']),
  // SQLite, Kysely, TypeORM, MySQL, MongoDB. Prisma's count is the only field.
  ...resultsOf('the result of a write', isCount, [
    'changes lastInsertRowid',
    'numUpdatedRows',
    'numDeletedRows',
    'affectedRows',
  ]),
  ...resultsOf('the result of a write', isAny, ['affected raw', 'lastErrorObject']),
  ...resultsOf('the result of a write', isBoolean, ['acknowledged']),
  // koa-session, cookie-session, express-session, iron-session.
  ...resultsOf('a session', isBoolean, ['populated isNew', 'isPopulated']),
  ...resultsOf('a session', isFunction, ['regenerate', 'updateConfig']),
  // Axios, Elasticsearch, Zod, Clerk and others.
  ...resultsOf('a response', isAny, ['config headers']),
  ...resultsOf('a failure', isFalse, [
    'success',
    'ok',
    'valid',
    'isValid',
    'authenticated',
    'isAuthenticated',
    'isSignedIn',
    'authorized',
    // An unconfirmed account has such a field too.
    'verified payload',
    // RFC 7662, 2.2, with more than it has to have.
    'active sub',
    'active scope',
    'active client_id',
    'active exp',
  ]),
  ...resultsOf('a failure', Boolean, ['error', 'err']),
  ...resultsOf('a failure', isNothing, ['user message', 'user info', 'user reason']),
];

interface Result {
  readonly words: string;
  readonly type: (value: unknown) => boolean;
  readonly fields: readonly string[];
}

function resultsOf(words: string, type: Result['type'], names: readonly string[]): Result[] {
  return names.map((each) => ({ words, type, fields: each.split(' ') }));
}

function foundIn(result: object): string | undefined {
  if (Array.isArray(result)) return 'a list';
  if (Symbol.iterator in result || Symbol.asyncIterator in result) return 'an iterable';
  if (result instanceof Date) return 'a date';
  if (result instanceof ArrayBuffer || ArrayBuffer.isView(result)) return 'bytes';
  if (holdsNothing(result)) return 'an object without a value';
  // `{ user: findUser(token) }` without `await`.
  if (Object.values(result).some((each) => isFunction((each as PromiseLike<unknown> | null | undefined)?.then)))
    return 'an object with a promise';
  const values = result as { readonly [name: string]: unknown };
  return RESULTS.find(({ type, fields }) => fields.every((field) => field in values) && type(values[fields[0]!]))
    ?.words;
}

/** Whether it is an object of no class in which nothing is set: `Object.prototype`, `{}`, `{ user: null, roles: [] }`, `{ active: false }`, `{ count: 0 }`. */
function holdsNothing(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  return Object.entries(value).every(([name, each]) => {
    if (typeof each === 'object' && each !== null) return Array.isArray(each) ? each.length === 0 : holdsNothing(each);
    return isNothing(each) || (name === 'count' && each === 0);
  });
}
