import type { Context } from 'koa';
import { isMadeOfNothing } from './missing-name.ts';
import { refuseOwnResponse } from './own-response.ts';
import { isError } from './response/http-error.ts';
import { isResponse } from './response/platform-bodies.ts';

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
 * @param ctx The request, whose own parts can't identify a caller.
 * @param before The response before the function ran.
 * @throws {TypeError} If it cannot be the identity of one caller, or if the function has responded by itself.
 */
export function checkIdentity<T>(result: T, maker: string, ctx: Context, before: number): T {
  checkDecision(result, maker);
  if (result) refuseOwnResponse(ctx, before, maker);
  const wrong = typeof result === 'object' && result !== null ? faultOfObject(result, ctx) : faultOfScalar(result);
  if (wrong === undefined) return result;
  throw new TypeError(
    `${maker} returned ${wrong}, which doesn't identify a caller, so the request was refused. Return the row or object of the caller, or undefined.`,
  );
}

/** The properties of `ctx` that every request has. That of the query is parsed only if it is read. */
const PARTS = ['app', 'req', 'res', 'request', 'response', 'headers', 'params', 'operation'] as const;

function faultOfObject(result: object, ctx: Context): string | undefined {
  const isOfRequest = result === ctx || PARTS.some((part) => ctx[part] === result);
  return isOfRequest ? 'a part of the request' : foundIn(result);
}

/** The position of an unknown name is -1, also in a list of keys. */
function faultOfScalar(value: unknown): string | undefined {
  if (isCount(value) && value < 0) return 'a negative number';
  const isNobody =
    typeof value === 'string' && (isMadeOfNothing(value) || /^(?:\s+|false)$/.test(value) || FAILED.test(value));
  return isNobody ? `"${value}"` : undefined;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isFalse = (value: unknown): boolean => value === false;
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === false;
const isCount = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
/** Words for checks that failed, and statuses of errors. */
const FAILED = /^(?:[45]\d\d|error|fail(?:ed|ure)?|den(?:y|ied)|forbidden|invalid|unauthori[sz]ed|unauthenticated)$/i;
const isErrorStatus = (value: unknown): boolean => FAILED.test(String(value));
/** Databases return a count as a number, a bigint or a text. */
const isZero = (value: unknown): boolean => value === 0 || value === 0n || value === '0';
const isAny = (): boolean => true;

/** Results of libraries that are not callers: the words for them, and their fields, of which the first one has the type. */
const RESULTS: readonly (readonly [words: string, fields: readonly string[], type: (value: unknown) => boolean])[] = [
  // DynamoDB, Firestore, Supabase, and queries that haven't run.
  ['a query or its result', ['$metadata'], isAny],
  ['a query or its result', ['data', 'error'], isAny],
  ['a query or its result', ['data', 'exists'], isFunction],
  ['a query or its result', ['execute'], isFunction],
  // Deno KV, the Realtime Database of Firebase, and iterators.
  ['a query or its result', ['versionstamp', 'value'], isAny],
  ['a query or its result', ['exists', 'ref'], isBoolean],
  ['a query or its result', ['done', 'value'], isBoolean],
  // SQLite, Kysely, TypeORM, MySQL, MongoDB. Prisma's count is the only field.
  ['the result of a write', ['changes', 'lastInsertRowid'], isCount],
  ['the result of a write', ['numUpdatedRows'], isCount],
  ['the result of a write', ['numDeletedRows'], isCount],
  ['the result of a write', ['affected', 'raw'], isAny],
  ['the result of a write', ['affectedRows'], isCount],
  ['the result of a write', ['acknowledged'], isBoolean],
  ['the result of a write', ['lastErrorObject'], isAny],
  // koa-session, cookie-session, express-session, iron-session.
  ['a session', ['populated', 'isNew'], isBoolean],
  ['a session', ['isPopulated'], isBoolean],
  ['a session', ['regenerate'], isFunction],
  ['a session', ['updateConfig'], isFunction],
  // Axios, Elasticsearch, Zod, Clerk and others.
  ['a response', ['config', 'headers'], isAny],
  ['a query or its result', ['took', 'hits'], isCount],
  // An unconfirmed account has such a field too.
  ['a failure', ['verified', 'payload'], isFalse],
  ['a failure', ['verified', 'claims'], isFalse],
  // RFC 7662, 2.2, with more than it has to have.
  ['a failure', ['active', 'sub'], isFalse],
  ['a failure', ['active', 'scope'], isFalse],
  ['a failure', ['active', 'client_id'], isFalse],
  ['a failure', ['active', 'exp'], isFalse],
  ['a failure', ['active', 'iss'], isFalse],
  ['a failure', ['active', 'token_type'], isFalse],
  ['a failure', ['error'], Boolean],
  ['a failure', ['err'], Boolean],
  ['a failure', ['errors'], (value) => Object.keys(Object(value) as object).length > 0],
  ['a failure', ['status'], isErrorStatus],
  ['a failure', ['statusCode'], isErrorStatus],
  ['a failure', ['status_code'], isErrorStatus],
  ['a failure', ['code', 'message'], isErrorStatus],
  ['a failure', ['code', 'msg'], isErrorStatus],
  ['a failure', ['code', 'reason'], isErrorStatus],
  // Errors of gRPC, AWS, Okta and DigitalOcean.
  ['a failure', ['code', 'details'], isAny],
  ['a failure', ['__type'], isAny],
  ['a failure', ['errorCode'], Boolean],
  ['a failure', ['id', 'message'], isErrorStatus],
  ['a failure', ['name', 'message'], (value) => String(value).endsWith('Error')],
  ['a failure', ['access'], isErrorStatus],
  ['a failure', ['decision'], isErrorStatus],
  ['a failure', ['Effect'], isErrorStatus],
  // ctx.cookies.
  ['a part of the request', ['request', 'response'], isAny],
  // Promise.allSettled, fp-ts, Effect.
  ['a settled promise', ['status', 'reason'], (value) => value === 'rejected'],
  ['a settled promise', ['status', 'value'], (value) => value === 'fulfilled'],
  ['a failure', ['_tag'], (value) => /^(?:None|Left|Failure|Err(?:or)?)$/.test(String(value))],
  ['a failure', ['user', 'message'], isNothing],
  ['a failure', ['user', 'info'], isNothing],
  ['a failure', ['user', 'reason'], isNothing],
];

/** The same by their first fields. */
const ROWS = /* @__PURE__ */ byFirstField();

function byFirstField(): ReadonlyMap<string, typeof RESULTS> {
  return new Map(RESULTS.map(([, [first]]) => [first!, RESULTS.filter(([, [other]]) => other === first)]));
}

/** The fields of results that have failed if they are false, and of those that have failed if they are true. */
const OUTCOMES: readonly (readonly [failed: boolean, name: RegExp])[] = [
  [
    false,
    /^(?:is_?)?(?:success(?:ful)?|ok|valid|auth(?:enticated)?|authori[sz]ed|(?:signed|logged)_?in|allow(?:ed)?|permitted|granted|found)$/i,
  ],
  [true, /^(?:is_?)?(?:failed|failure|denied|rejected|forbidden|invalid|expired|unauthenticated|unauthori[sz]ed)$/i],
];

/** Whether a field only has the outcome of a check. */
const isFlag = (name: string): boolean => name === 'active' || OUTCOMES[0]![1].test(name);

/** The fields that can name the caller. If a lookup found none, its result can still have defaults, or credentials of the request. */
const CALLER =
  /^(?:_?id|[gu]?uid|sub|name|e?mail|login|subjectaltname|(?:user|account|member|principal|client|customer|subject|caller|person|key)(?:_?(?:id|uuid|name))?)$/i;

/** The fields of results of queries that have rows: pg, SQL Server, Neo4j, Cosmos DB, D1, CouchDB, search engines and others. */
const ROWS_OF = /^(?:rows|recordset|records|resources|results|docs|documents|items|data|hits)$/;

/** The fields of errors that a result describes, also those of problems (RFC 9457) and of Django, Supabase, GitHub and Open Policy Agent. */
const TOLD =
  /^(?:messages?|msg|detail|title|reason|decision_id|documentation_url|error_?(?:message|description|code))$/i;

/** The fields of what a client has presented. */
const PRESENTED = /^(?:(?:access_?)?token|jwt|api_?key|credentials?)$/i;

/** The fields of times, which can be unset: a key that never expires. */
const TIME = /^(?:exp|iat|nbf|expires)$|_at$|At$/;

/** The fields that have the caller in other objects. */
const HOLDER = /^(?:session|claims|payload)$/;

/** The properties of every plain object: `{ name: NAMES[key] }` has one for the key `constructor`. */
const INHERITED: ReadonlySet<unknown> = /* @__PURE__ */ new Set(
  [
    Object.prototype,
    ...Object.values(Object.getOwnPropertyDescriptors(Object.prototype)).map(({ value }) => value as unknown),
  ].filter(Boolean),
);

/** @param depth How many objects are around it. */
function foundIn(result: object, depth = 0): string | undefined {
  if (Array.isArray(result)) return 'a list';
  if (Symbol.iterator in result || Symbol.asyncIterator in result) return 'an iterable';
  if (result instanceof Date || result instanceof RegExp) return 'a date or pattern';
  if (result instanceof ArrayBuffer || ArrayBuffer.isView(result)) return 'bytes';
  const names = namesIn(result);
  if (holdsNothing(result, names)) return 'an object without a value';
  // `{ user: findUser(token) }` without `await`.
  if (Object.values(result).some((each) => isFunction((each as PromiseLike<unknown> | null | undefined)?.then)))
    return 'an object with a promise';
  if (Object.values(result).some((each) => INHERITED.has(each))) return 'an object with an inherited property';
  const values = result as { readonly [name: string]: unknown };
  for (const name of names)
    for (const [words, fields, isOfType] of ROWS.get(name) ?? [])
      if (fields.every((field) => field in values) && isOfType(values[name])) return words;
  const hasFailed = (name: string): boolean =>
    OUTCOMES.some(([failed, outcome]) => values[name] === failed && outcome.test(name));
  if (names.some(hasFailed)) return 'a failure';
  // A code or a type alone can be that of a caller.
  const set = names.filter((name) => !isEmpty(values[name]));
  if (set.some((name) => TOLD.test(name)) && set.every((name) => TOLD.test(name) || /^(?:code|type)$/.test(name)))
    return 'a failure';
  const others = names.filter((name) => !TIME.test(name));
  const unset = others.find((name) => isNothing(values[name]) || (isFlag(name) && !values[name]));
  if (unset !== undefined && others.every((name) => isEmpty(values[name]) || isFlag(name) || PRESENTED.test(name)))
    return `an object in which "${unset}" isn't set`;
  const fields = [CALLER, HOLDER].map((field) => names.filter((name) => field.test(name) && !isFunction(values[name])));
  const callers = fields.find(({ length }) => length > 0) ?? [];
  if (callers.length === 0) {
    if (names.some((name) => ROWS_OF.test(name) && Array.isArray(values[name]))) return 'a query or its result';
    // Databases and forms write false in other ways. An inactive token can be described (RFC 7662, 2.2).
    if (names.some((name) => isFlag(name) && /^(?:false|0)$/.test(String(values[name])))) return 'a failure';
    // `{ code: 'UNAUTHENTICATED' }`, but not a code in digits, and `{ data: { valid: false } }` of Unkey.
    const { code } = values;
    if (typeof code === 'string' && /^\D/.test(code) && FAILED.test(code)) return 'a failure';
    if (['data', 'result'].some((name) => faultWithin(values[name], depth) === 'a failure')) return 'a failure';
  }
  const isNobody = callers.length > 0 && callers.every((name) => namesNobody(values[name], depth));
  return isNobody ? `an object in which "${callers[0]}" isn't set` : undefined;
}

function namesNobody(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value === '' || isMadeOfNothing(value);
  if (Number.isNaN(value) || isEmpty(value)) return true;
  // `{ user: { id: undefined, role: 'guest' } }`
  return faultWithin(value, depth) !== undefined;
}

/** The same as `foundIn` for a plain object in another one. Objects can be in each other. */
function faultWithin(value: unknown, depth: number): string | undefined {
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && depth < 3 ? foundIn(value, depth + 1) : undefined;
}

/** The names of all properties, also of those that its classes have. */
function namesIn(value: object): string[] {
  const names: string[] = [];
  for (let at: unknown = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return names.filter((name) => name !== 'constructor' && name !== '__proto__');
}

/**
 * Whether it is an object in which nothing is set: `Object.prototype`, `{}`, `{ user: null, roles: [] }`, `{ active: false }`, `{ count: '0' }`, `{ n: 0 }`, or one of
 * a class that has nothing but methods.
 */
function holdsNothing(value: object, names: readonly string[] = namesIn(value)): boolean {
  const values = value as { readonly [name: string]: unknown };
  return names.every((name) => {
    const each = values[name];
    const isMethod = isFunction(each) && !Object.prototype.propertyIsEnumerable.call(value, name);
    // A text of a zero is a count only by its name, and an id can be one.
    const isCounted = each === '0' ? /^count(?:\(|$)/i.test(name) : !/id$/i.test(name) && !CALLER.test(name);
    return isMethod || isEmpty(each) || (isCounted && isZero(each));
  });
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isNothing(value);
  return Array.isArray(value) ? value.length === 0 : holdsNothing(value);
}
