import type { Value } from '../module/value.ts';
import type { Outcome } from './returned-outcome.ts';

/** The arguments that a parameter has: several if it is a rest parameter. */
export interface Parameter {
  readonly first: number;
  readonly last: number;
  /** The name of the property, if only that of an object is taken. */
  readonly member?: string | undefined;
}

/** A function among the arguments of a call, or in one of them. */
export interface Argument {
  readonly index: number;
  /** Its name, if it is in an object. */
  readonly member?: string | undefined;
}

/** The effect of a function on requests, as far as its text shows. It is plain data, without the syntax tree. */
export interface Effect {
  readonly isAsync: boolean;
  /** Whether it always returns a promise, although what it throws may be thrown at once. */
  readonly isPromise: boolean;
  /** Whether it may return nothing. */
  readonly isPartial: boolean;
  /** Whether a call of it runs none of its code. */
  readonly isGenerator: boolean;
  /** Whether its code throws a problem. */
  readonly throws: boolean;
  /** Whether it keeps clients out by a status 401 or 403. */
  readonly refuses: boolean;
  /** Whether it reads what the operation has answered. */
  readonly readsResult: boolean;
  /** Whether its code throws anything, or rejects its promise, and does not handle that itself. */
  readonly fails: boolean;
  /** Whether it returns a problem that it makes. */
  readonly makes: boolean;
  /** The kind of value that every way through it returns. */
  readonly outcome: Outcome | undefined;
  /** Whether it has statements that do something, besides what it returns. */
  readonly acts: boolean;
  /** Whether it answers requests by itself, such as with `ctx.status = 403`. */
  readonly answers: boolean;
  /** The parameters that are functions whose results are conditions of it, or of a function that it returns. */
  readonly tests: readonly Parameter[];
  /** Those whose results nothing uses or waits for. */
  readonly drops: readonly Parameter[];
  /** Whether all it does is to return a boolean, also if it reads something before. */
  readonly decides: boolean;
  /** The functions that it calls, and that must only read if it does: it changes nothing itself. undefined if it may change something. */
  readonly reads: readonly { readonly value: Value; readonly mayOnlyRead: boolean }[] | undefined;
  /** The functions that it calls, and whose errors it passes on. */
  readonly calls: readonly Value[];
  /** The value that it returns, if it is the only one. */
  readonly returned: Value | undefined;
  /** The values that it can return, unless it returns nothing. */
  readonly results: readonly Result[];
}

/** A value that a function can return. */
export interface Result {
  /** The function that a call gives it by; undefined for any other value. */
  readonly called: Value | undefined;
  /** Whether the function handles the errors of that one: `find(ctx).catch(() => null)`. */
  readonly isHandled: boolean;
}

/** The effects of a module's functions, by the start of their bodies. */
export type Effects = ReadonlyMap<number, Effect>;
