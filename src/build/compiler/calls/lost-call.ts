import type { Value } from '../module/value.ts';
import type { Argument } from './effect.ts';

/**
 * How the result of a call is lost. `chained`: nothing waits for what follows it, as in `guard().then(...)`; `listed`: it is in a list that nothing waits
 * for, or whose failures nothing sees; `mapped`: a list that code waits for calls it, and nothing uses the results; `kept`: code keeps it and waits for it nowhere; `named`: the function is not called; `value`: it is a condition itself; `passed`: middleware goes on to the
 * operation after it; `swallowed`: its error is handled as if there was none; `late`: the operation has run before it; `callback`: it is in `.then(...)`, which nothing waits for; `beside`: the operation runs while its promise is pending;
 * `tested`: another function gets it, and its result is a condition there; `dropped`: the same, and nothing uses its result there; `result`: it is used as a value, and nothing tests whether it is a problem; `truth`: a
 * condition only tests whether there is a result; `list`: the condition is a list of results; `items`: a condition tests the items of a list of results.
 */
export type Use =
  | 'unused'
  | 'awaited'
  | 'condition'
  | 'chained'
  | 'listed'
  | 'mapped'
  | 'kept'
  | 'stored'
  | 'named'
  | 'value'
  | 'tested'
  | 'dropped'
  | 'passed'
  | 'swallowed'
  | 'late'
  | 'beside'
  | 'callback'
  | 'result'
  | 'truth'
  | 'list'
  | 'items';

/** A call whose result nothing uses, or whose result is a condition. */
export interface LostCall {
  readonly callee: Value;
  /** The name that it is called by, such as `isAdmin` of `guards.isAdmin`; empty if it has none. */
  readonly name: string;
  readonly use: Use;
  /** Whether it is a whole condition, and not a part of a comparison, or kept before. */
  readonly isWhole?: boolean;
  /** Whether the value is another one in some cases: `find(ctx) ?? problem(401)`. */
  readonly isPart?: boolean | undefined;
  /** The field of the context that gets the result. */
  readonly field?: string | undefined;
  /** The function that gets it, and which of the arguments it is, or the property of which it is in that one. */
  readonly tester?: { readonly value: Value } & Argument;
}
