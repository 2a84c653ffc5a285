import type { IncomingMessage } from 'node:http';
import type { EventSending } from '../../shared/contract/event.ts';
import type { DirectiveOptions } from '../../shared/contract/registry.ts';
import type { StoreErrorRule } from '../../shared/contract/rate-limit.ts';
import type { OptionTable } from './option-table.ts';
import { FLAG, FUNCTION, LIMIT, OBJECT, objectOf, SECRET } from './option-table.ts';
import type { Verifiers } from './request/security/verifiers.ts';
import type { FormatProblem } from './response/problem-format.ts';
import type { ClientOf } from '../../directives/idempotent/runtime/key-client.ts';
import type { IdempotencyStore } from '../../directives/idempotent/runtime/store.ts';
import type { CallerContext, CallerId, KeyContext } from '../../directives/rate-limit/runtime/caller-context.ts';
import type { RateLimitStore } from '../../directives/rate-limit/runtime/limit-store.ts';

/** Options of the runtime. */
export interface RuntimeOptions {
  /** Maximum size of a decompressed request body, in bytes (default: 1 MiB). Files of multipart forms are not counted. */
  readonly bodyLimit?: number;
  /** Limits of urlencoded and multipart forms. */
  readonly forms?: FormOptions;
  /** A verifier for each security scheme that operations require, by name. */
  readonly security?: Verifiers;
  /** Whether responses are validated against the contract (default: true if the bundle contains response schemas). */
  readonly checkResponses?: boolean;
  /** Whether undeclared properties are left out of responses (default: true). */
  readonly pickResponses?: boolean;
  /**
   * Whether a request with U+0000 in a text is a 400 (default: false). Set it to true if your database is PostgreSQL, whose texts cannot contain
   * that character.
   */
  readonly refuseNul?: boolean;
  /** Signs the cursors of lists, so that clients cannot make up their own. Of several secrets, the first one signs and all of them verify. */
  readonly cursorSecret?: string | readonly string[];
  /** How requests with an `Idempotency-Key` are repeated, or only the store. */
  readonly idempotency?: IdempotencyStore | IdempotencyOptions;
  /** How the requests of `@rate-limit` are counted, or only the store. */
  readonly rateLimits?: RateLimitStore | RateLimitOptions;
  /** The options of custom directives, by the names of the directives. */
  readonly directives?: { readonly [Name in keyof DirectiveOptions]?: DirectiveOptions[Name] };
  /** The result of `createEvents`, which handlers have as `ctx.events`. */
  readonly events?: EventSending<never>;
  /**
   * The version of a request whose header has none, or an unknown one: a date before another version, or the version of the client's account. The default is
   * that of the plugin's option `version`. An unknown name is a 400.
   */
  readonly versionOf?: (req: IncomingMessage) => string | undefined;
  /** Creates the body of every error response, for a project that defines `Problem` itself. */
  readonly formatProblem?: FormatProblem;
}

/** How requests with an `Idempotency-Key` are repeated. */
export interface IdempotencyOptions {
  /** Keeps the responses (default: in memory, for 24 hours and 32 Mi characters). */
  readonly store?: IdempotencyStore;
  /**
   * Identifies the client of a request, to whom its keys belong: `(ctx) => ctx.state.user.id`. With `'shared'`, keys belong to everyone.
   *
   * The default is the credentials of `@security` that were verified. An operation with `@idempotent` and without `@security` needs it, and one
   * whose tokens or sessions are renewed does too.
   */
  readonly clientOf?: ClientOf | 'shared';
  /**
   * How long a response waits for the store, in milliseconds (default: 3,000). Then a request whose key is not reserved gets a 503, and a request
   * whose handler has run gets its response.
   */
  readonly timeout?: number;
  /** How long a key stays reserved if the process ends before it has answered, in milliseconds (default: 30,000). For stores with `renew`. */
  readonly lease?: number;
}

/** How the requests of `@rate-limit` are counted. */
export interface RateLimitOptions {
  /** Keeps the counters (default: in memory, at most 100,000). */
  readonly store?: RateLimitStore;
  /**
   * Names the user of a request, for limits per user. A client must not be able to change the name, so don't use a token or a session.
   *
   * If it returns undefined, the name is the API key or the user name of basic authentication that was verified. An operation whose users have
   * other credentials, or can have none, needs it.
   */
  readonly userOf?: (ctx: CallerContext) => CallerId | PromiseLike<CallerId>;
  /** Names whose requests count together, for limits per a custom name, such as `per tenant`. It runs after `authorize`. */
  readonly keyOf?: (ctx: KeyContext, name: string) => CallerId | PromiseLike<CallerId>;
  /**
   * The quota of a caller, for plans. It is called for limits per user and per name, by the name of the limit. `undefined` is the quota of the contract,
   * `Infinity` means unlimited, and 0 refuses all requests.
   */
  readonly quotaOf?: (ctx: CallerContext, name: string) => number | undefined | PromiseLike<number | undefined>;
  /** Whether requests pass (`'open'`, the default) or get a 503 (`'closed'`) if the store fails. A limit can have its own rule. */
  readonly onStoreError?: StoreErrorRule;
  /** How long a request waits for the store, for all of its limits, in milliseconds (default: 50). */
  readonly timeout?: number;
  /** Whether the dev server refuses requests above a limit (default: false: it counts them, and warns). */
  readonly refuseInDev?: boolean;
}

/** Limits of urlencoded and multipart forms. */
export interface FormOptions {
  /** Maximum number of fields, not counting files (default: 1,000). */
  readonly maxFields?: number;
  /** Maximum number of files (default: 10). */
  readonly maxFiles?: number;
  /** Maximum size of one file, in bytes (default: 10 MiB). */
  readonly maxFileSize?: number;
}

/** The resolved limits of a request body: non-negative integers, or Infinity. */
export interface BodyLimits extends Required<FormOptions> {
  readonly bodyLimit: number;
}

/** The rules of {@link RuntimeOptions}. */
export const RUNTIME_OPTIONS: OptionTable<RuntimeOptions> = {
  bodyLimit: LIMIT,
  forms: objectOf<FormOptions>({ maxFields: LIMIT, maxFiles: LIMIT, maxFileSize: LIMIT }),
  security: OBJECT,
  checkResponses: FLAG,
  pickResponses: FLAG,
  refuseNul: FLAG,
  cursorSecret: { ...SECRET, isGuard: true },
  // An app without @idempotent has no code for keys, which checks the rest.
  idempotency: OBJECT,
  // The same for @rate-limit.
  rateLimits: OBJECT,
  // The same for custom directives.
  directives: OBJECT,
  events: {
    expected: 'what createEvents returns',
    isValid: (value) => typeof (value as { readonly send?: unknown } | null)?.send === 'function',
  },
  versionOf: FUNCTION,
  formatProblem: FUNCTION,
};

/**
 * Resolves the limits of request bodies, with their defaults.
 *
 * @example resolveLimits({ bodyLimit: 1024 }).maxFiles // 10
 */
export function resolveLimits({ bodyLimit = 2 ** 20, forms = {} }: RuntimeOptions): BodyLimits {
  const { maxFields = 1000, maxFiles = 10, maxFileSize = 10 * 2 ** 20 } = forms;
  return { bodyLimit, maxFields, maxFiles, maxFileSize };
}

/** The secrets that sign cursors. */
export function resolveSecrets({ cursorSecret = [] }: RuntimeOptions): readonly string[] {
  return [cursorSecret].flat();
}
