import type { Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import type { Value } from '../module/value.ts';
import type { Effect, Parameter, Result } from './effect.ts';
import { IDLE } from './call-effects.ts';
import { boundBy } from './function-parameters.ts';
import { identifierName } from '../module/nodes.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import type { AnyFunction } from './read-order.ts';
import { ends, outcomeOf } from './returned-outcome.ts';
import { isNewPromise, isPromiseType } from './returned-values.ts';
import { firstCall, withoutDefault, withoutThen } from './unthrown-problems.ts';

/** The acts of a function that any part of its code can show. */
export type Deeds = Record<
  Exclude<
    keyof Effect,
    | 'isAsync'
    | 'isPromise'
    | 'isGenerator'
    | 'isPartial'
    | 'tests'
    | 'drops'
    | 'decides'
    | 'reads'
    | 'calls'
    | 'returned'
    | 'results'
    | 'outcome'
  >,
  boolean
>;

const NOTHING: Deeds = {
  throws: false,
  refuses: false,
  readsResult: false,
  fails: false,
  makes: false,
  acts: false,
  answers: false,
};

/** The effect of a function, as far as a walk has seen it. */
export interface Draft extends Pick<Effect, 'isAsync' | 'isGenerator'> {
  /** Whether it has a `return;`. */
  returnsNothing: boolean;
  readonly body: Node | null;
  /** The names of its parameters, but not those that are properties of one. */
  readonly params: ReadonlySet<string>;
  /** The parameters of which results are conditions. */
  readonly tests: Set<Parameter>;
  /** Those of which nothing uses or waits for results. */
  readonly drops: Set<Parameter>;
  readonly calls: Node[];
  readonly returned: Node[];
  readonly does: Deeds;
  /** Whether all it does is to read, and to return booleans. */
  onlyDecides: boolean;
  /** Whether it sets something. */
  changes: boolean;
  /** The functions that it calls, except for those that only read by their names. The others may do so if code uses their results. */
  readonly others: { readonly callee: Node; readonly mayOnlyRead: boolean }[];
  /** Whether it returns the promise of `.then(...)`. */
  chains: boolean;
  /** Whether its type or what it returns shows a promise. */
  isPromise: boolean;
  /** Whether it rejects the promise that it returns. */
  rejects: boolean;
}

/** The draft of a function whose code a walk has not seen yet. */
export function draftOf({ async: isAsync, generator: isGenerator, body, params, returnType }: AnyFunction): Draft {
  return {
    body,
    params: new Set(
      boundBy({ params }).flatMap(([node, { member }]) => (member === undefined ? (identifierName(node) ?? []) : [])),
    ),
    tests: new Set(),
    drops: new Set(),
    isAsync,
    isGenerator,
    returnsNothing: false,
    calls: [],
    returned: [],
    does: { ...NOTHING },
    onlyDecides: true,
    changes: false,
    others: [],
    chains: false,
    isPromise: isAsync || isPromiseType(returnType?.typeAnnotation),
    rejects: false,
  };
}

/**
 * The effect of a function after the walk; undefined if it has none.
 *
 * @param isProblem Whether an expression makes a problem.
 */
export function effectOfDraft(
  draft: Draft,
  names: NamesBoundOnce,
  isProblem: (node: Node) => boolean,
): Effect | undefined {
  const { body, does, chains, rejects, isGenerator, returned, isPromise } = draft;
  const throws = does.throws || does.makes || does.answers;
  if (isGenerator) return { ...IDLE, isGenerator, throws };
  const isPartial = draft.returnsNothing || (body?.type === 'BlockStatement' && !ends(body));
  const isAsync = draft.isAsync || rejects || (chains && returned.length === 1);
  // A name has the same value wherever it is.
  const calls = [...new Set(draft.calls.flatMap((each) => names.valueOf(each) ?? []))];
  const isIdle = calls.length === 0 && returned.length === 0 && draft.drops.size === 0;
  if (!isAsync && !throws && !does.fails && isIdle) return undefined;
  return {
    ...does,
    outcome: isPartial ? undefined : outcomeOf(body, returned, isProblem),
    tests: [...draft.tests],
    drops: [...draft.drops],
    isAsync,
    isGenerator,
    isPromise: draft.isAsync || (!isPartial && (isPromise || chains || rejects)),
    isPartial,
    decides: draft.onlyDecides && !does.acts && !does.fails && returned.length > 0,
    reads: readsOf(draft, names),
    calls,
    returned: returned.length === 1 ? names.valueOf(returned[0]!) : undefined,
    results: returned.flatMap((each) => resultsIn(each, names)),
  };
}

/** The values that an expression can have. */
function resultsIn(expression: Node, names: NamesBoundOnce): Result[] {
  const node = bareExpression(expression);
  switch (node.type) {
    case 'LogicalExpression': {
      const right = resultsIn(node.right, names);
      if (node.operator === '&&') return [{ called: undefined, isHandled: false }, ...right];
      // Nothing takes the place of a promise.
      return [...resultsIn(node.left, names), ...right.filter(({ called }) => called !== undefined)];
    }
    case 'ConditionalExpression':
      return [...resultsIn(node.consequent, names), ...resultsIn(node.alternate, names)];
    case 'SequenceExpression':
      return resultsIn(node.expressions.at(-1)!, names);
    default: {
      const call = firstCall(node);
      const isCall = call.type === 'CallExpression' || isNewPromise(call);
      const isName = call.type === 'Identifier' || call.type === 'MemberExpression';
      const called = isCall ? names.valueOf(call.callee) : isName ? names.valueOf(call)?.called : undefined;
      return [{ called, isHandled: isCall && call !== withoutThen(withoutDefault(node)) }];
    }
  }
}

/** The functions of {@link Effect.reads}. */
function readsOf({ changes, others }: Draft, names: NamesBoundOnce): Effect['reads'] {
  if (changes) return undefined;
  const found: { readonly value: Value; readonly mayOnlyRead: boolean }[] = [];
  for (const { callee, mayOnlyRead } of others) {
    const value = names.valueOf(callee);
    if (value !== undefined) found.push({ value, mayOnlyRead });
    else if (!mayOnlyRead) return undefined;
  }
  return found;
}
