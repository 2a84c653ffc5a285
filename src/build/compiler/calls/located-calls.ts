import type { Node, Program } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import type { Bindings } from '../module/static-values.ts';
import type { Effects } from './effect.ts';
import type { CalledValue } from './called-values.ts';
import type { SetTest } from './always-set.ts';
import type { OrderedCall } from './late-refusals.ts';
import type { LostCall } from './lost-call.ts';

/** A call whose result is lost, and its location. */
export interface LocatedCall extends LostCall {
  readonly span: Span;
  /** The span of the function that is called. */
  readonly calleeAt: Span;
  readonly canAwait: boolean;
}

/** The calls of a file whose results are lost, and the effects of its functions. */
export interface GuardCalls {
  readonly lost: readonly LocatedCall[];
  readonly effects: Effects;
  /** The refusals whose errors code handles as if there was none. */
  readonly swallowed: readonly Span[];
  /** The code that throws other errors, which are handled so too. They refuse requests only in a verifier, and in `authorize`. */
  readonly failures: readonly Span[];
  /** Those whose errors end the request after the operation has run. */
  readonly late: readonly Span[];
  /** The problems that code only keeps or logs. */
  readonly unthrown: readonly Span[];
  /** The conditions that refuse nothing, because the value is always there. */
  readonly set: readonly SetTest[];
  /** The functions of other modules that it calls. */
  readonly called: readonly CalledValue[];
  /** The expressions that it tests, and those that it waits for, returns or passes on. */
  readonly tests: readonly Node[];
  readonly used: readonly Node[];
  readonly locate: (call: OrderedCall) => readonly LocatedCall[];
}

/** A module as it is parsed. */
export interface Parsed {
  readonly program: Program;
  readonly bindings: Bindings;
}
