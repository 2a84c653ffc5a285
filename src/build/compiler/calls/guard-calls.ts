import type { Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Span } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { timesNamed } from '../module/name-counts.ts';
import { identifierName, lastName, visitEach } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { scopesOf } from '../module/scopes.ts';
import type { Effects } from './effect.ts';
import { AlwaysSet } from './always-set.ts';
import { isAmong } from './call-effects.ts';
import { CalledValues } from './called-values.ts';
import type { GivenFunction } from './combinators.ts';
import { Combinators } from './combinators.ts';
import type { FoundCall } from './found-calls.ts';
import { FoundCalls, makerOfList } from './found-calls.ts';
import { FunctionDrafts } from './function-drafts.ts';
import { KeptErrors } from './kept-errors.ts';
import { KeptPromises } from './kept-promises.ts';
import { KeptResults } from './kept-results.ts';
import type { OrderedCall } from './late-refusals.ts';
import type { GuardCalls, LocatedCall, Parsed } from './located-calls.ts';
import { LostProblems } from './lost-problems.ts';
import { isForOthers, isMap, isNamedAsGuard, isNamedAsPredicate } from './named-calls.ts';
import { NamesBoundOnce } from './names-bound-once.ts';
import { isNewPromise } from './returned-values.ts';
import { SwallowedRefusals } from './swallowed-refusals.ts';
import { firstCall, resultsOf, withoutThen } from './unthrown-problems.ts';
import { IS_NAME, mayBeSame } from './value-reads.ts';

/** How many constants are followed to the one that they are copies of. */
const MAX_COPIES = 8;

const known = new WeakMap<Program, GuardCalls>();

/** Finds the calls of a file whose results nothing uses, or are conditions, and what its functions do. */
export function guardCalls(parsed: Parsed): GuardCalls {
  return getOrAdd(known, parsed.program, () => new CallWalk(parsed).walk());
}

class CallWalk {
  readonly #program: Program;
  readonly #names: NamesBoundOnce;
  readonly #drafts: FunctionDrafts;
  readonly #kept: KeptPromises;
  readonly #results: KeptResults;
  readonly #scopes: Scopes;
  readonly #errors: KeptErrors;
  readonly #swallowed = new SwallowedRefusals();
  readonly #set: AlwaysSet;
  readonly #lost: LostProblems;
  readonly #combinators: Combinators;
  readonly #found: FoundCalls;
  readonly #called = new CalledValues();

  constructor(parsed: Parsed) {
    const { program } = parsed;
    this.#program = program;
    this.#scopes = scopesOf(program);
    this.#names = new NamesBoundOnce(parsed);
    this.#errors = new KeptErrors(this.#scopes);
    this.#set = new AlwaysSet(program, this.#names);
    this.#drafts = new FunctionDrafts(program, this.#errors);
    this.#kept = new KeptPromises(this.#drafts, this.#scopes);
    this.#results = new KeptResults(this.#drafts, this.#kept, this.#scopes);
    this.#lost = new LostProblems(this.#drafts, this.#scopes);
    this.#combinators = new Combinators(this.#drafts, this.#scopes);
    this.#found = new FoundCalls(this.#drafts, this.#kept, this.#combinators);
  }

  walk(): GuardCalls {
    const parts = [
      this.#errors,
      this.#drafts,
      this.#names,
      this.#kept,
      this.#results,
      this.#lost,
      this.#combinators,
      this.#found,
      this.#called,
      this.#swallowed,
      this.#set,
    ];
    new Visitor(visitEach(...parts.flatMap((each) => each.visitor()))).visit(this.#program);
    for (const { node, canAwait } of this.#kept.unawaited()) this.#found.all.push({ node, use: 'kept', canAwait });
    for (const each of this.#kept.stored) this.#found.all.push({ ...each, use: 'stored' });
    for (const each of this.#results.used()) this.#found.all.push({ ...each, canAwait: false });
    for (const each of this.#swallowed.calls) this.#found.all.push({ ...each, canAwait: false });
    this.#combinators.addTests();
    for (const each of this.#found.all.flatMap((call) => this.#droppedBy(call)))
      this.#combinators.addDrop(each, this.#names);
    const effects = new Map(this.#drafts.effects(this.#names));
    const given = this.#combinators.given.flatMap((each) => this.#locateGiven(each, effects));
    const lost = [...this.#found.all.flatMap((each) => this.#locate(each)), ...given];
    const swallowed = this.#swallowed.refusalsOf('swallowed').map(spanOf);
    const failures = this.#swallowed.failures.map(spanOf);
    const late = this.#swallowed.refusalsOf('late').map(spanOf);
    const unthrown = this.#lost.found().map(spanOf);
    const called = this.#called.found(this.#names);
    return {
      effects,
      lost,
      swallowed,
      failures,
      late,
      unthrown,
      set: this.#set.found(),
      called,
      tests: this.#found.tests,
      used: this.#kept.usedNodes,
      locate: (call) => this.#locateOrdered(call),
    };
  }

  #locateOrdered({ node, use }: OrderedCall): LocatedCall[] {
    const called = node.type === 'CallExpression' ? node.callee : node;
    return this.#located(node, called, { name: '', use, canAwait: false });
  }

  /** A function in place of its result, or a property with a getter: `if (!isAdmin)`, `if (!guards.isAdmin)`, `if (!session.user)`. */
  #locateValue(node: Node): LocatedCall[] {
    const how = { name: '', use: 'value', canAwait: false, isWhole: true } as const;
    return IS_NAME.test(node.type) ? this.#located(node, node, how) : [];
  }

  /** The value of a constant, also of one that another one is a copy of. */
  #constant(name: Node, copies = MAX_COPIES): Node | undefined {
    const value = copies === 0 ? undefined : this.#names.constant(name);
    const first = value && firstCall(value);
    return first?.type === 'Identifier' ? this.#constant(first, copies - 1) : value;
  }

  /** The calls that a condition comes from. A constant that is one only in some cases must be of no other use. */
  #callsIn(node: Node, kept: Node | undefined): Node[] {
    const constant = this.#constant(node);
    const first = firstCall(constant ?? kept ?? node);
    const results = constant === undefined ? [] : resultsOf(constant).filter((each) => each.type === 'CallExpression');
    if (results.length === 0 || results[0] === bareExpression(constant!)) return [first];
    return this.#isOnlyTested(node, true) ? [first, ...results] : [first];
  }

  /**
   * Whether all that code does with a name is to test it as a condition.
   *
   * @param orRead Whether code may also compare it, or read its properties.
   */
  #isOnlyTested(node: Node, orRead: boolean): boolean {
    const tests = new Set(
      this.#found.all.flatMap((each) =>
        each.use === 'condition' && (orRead || each.isRead !== true) ? each.node : [],
      ),
    );
    const name = this.#scopes.idOf(node)!;
    const times = [...tests].filter((each) => this.#scopes.idOf(each) === name).length;
    return timesNamed(this.#program, name) === times + 1;
  }

  /** The calls whose results a field of the context gets, also by a constant. */
  #locateStored({ node, field, canAwait }: FoundCall): LocatedCall[] {
    const constant = this.#constant(node);
    const value = constant ?? node;
    return [...new Set([...resultsOf(value), value].map(firstCall))].flatMap((each) =>
      each.type === 'CallExpression' || isNewPromise(each)
        ? this.#located(each, each.callee, {
            name: '',
            use: 'stored',
            field,
            canAwait: canAwait && constant === undefined,
          })
        : [],
    );
  }

  #locate(call: FoundCall): LocatedCall[] {
    const { node, callee: listed, use: found, canAwait, around, kept, isRead, isPart, others } = call;
    if (found === 'stored') return this.#locateStored(call);
    // Its errors are waited for, and its result is not used.
    const isAwaited = around !== undefined && this.#found.awaited.has(around);
    if (isRead === true && this.#found.extended.has(identifierName(node) ?? '')) return [];
    const given = listed === undefined ? undefined : this.#names.valueOf(listed);
    if (given !== undefined) {
      const isLost = found !== 'callback' || !this.#found.awaited.has(node);
      return isLost
        ? [
            {
              callee: given,
              name: '',
              use: isAwaited ? 'mapped' : found,
              span: spanOf(node),
              calleeAt: spanOf(node),
              canAwait,
            },
          ]
        : [];
    }
    if (found === 'items') return this.#locateItems(node);
    if (found === 'condition') {
      if (others !== undefined && mayBeSame(node, others, { names: this.#names, kept: this.#kept })) return [];
      const list = makerOfList(bareExpression(this.#constant(node) ?? node));
      if (list !== undefined && node.type === 'Identifier' && isRead !== true && this.#isOnlyTested(node, false))
        return this.#located(node, list, { name: '', use: 'list', canAwait: false });
      const calls = this.#callsIn(node, kept).filter((each) => each.type === 'CallExpression' || isNewPromise(each));
      if (calls.length === 0) return isRead === true ? [] : this.#locateValue(node);
      return calls.flatMap((each) => {
        const isWhole = each === node && isRead !== true;
        return this.#located(node, each.callee, { name: lastName(each.callee), use: found, canAwait, isWhole, isPart });
      });
    }
    const own = bareExpression(node);
    const isUnused = found === 'unused' && !this.#found.awaited.has(node);
    const run = isUnused ? withoutThen(own) : own;
    if (run.type !== 'CallExpression' || (found === 'unused' && isForOthers(run))) return [];
    const use = isAwaited
      ? 'awaited'
      : found !== 'unused'
        ? found
        : run !== own
          ? 'chained'
          : isUnused
            ? 'unused'
            : 'awaited';
    return this.#located(node, run.callee, { name: lastName(run.callee), use, canAwait, isPart });
  }

  /** A function whose promises are the items of a list: `oks` of `const oks = roles.map(isAllowed)`. */
  #locateItems(node: Node): LocatedCall[] {
    const list = bareExpression(this.#constant(node) ?? node);
    const run = list.type === 'CallExpression' && isMap(list.callee) ? list.arguments[0] : undefined;
    const callee = run && this.#names.valueOf(run);
    if (callee === undefined) return [];
    return [{ callee, name: '', use: 'items', canAwait: false, span: spanOf(node), calleeAt: spanOf(run!) }];
  }

  /** The function that is called, if nothing uses or waits for the result. */
  #droppedBy({ node, callee, use, around }: FoundCall): Node[] {
    if (!/^(?:unused|kept|listed|callback)$/.test(use)) return [];
    if (this.#found.awaited.has(around ?? node)) return [];
    const own = bareExpression(node);
    const call = use === 'unused' ? withoutThen(own) : own;
    return callee !== undefined ? [callee] : call.type === 'CallExpression' ? [call.callee] : [];
  }

  /** A function that a combinator gets. Of modules elsewhere, its name or its code has to show what it is. */
  #locateGiven({ node, tester: getting, index, member }: GivenFunction, effects: Effects): LocatedCall[] {
    const value = this.#names.valueOf(getting);
    if (value === undefined) return [];
    const name = lastName(node);
    const effect = value.kind === 'function' ? effects.get(value.bodyAt?.start ?? -1) : undefined;
    const argument = { index, member };
    const isMeant =
      value.kind === 'function'
        ? { tested: isAmong(argument, effect?.tests), dropped: isAmong(argument, effect?.drops) }
        : { tested: isNamedAsPredicate(name), dropped: isNamedAsGuard(name) || this.#throws(node, effects) };
    const tester = { value, ...argument };
    return (['tested', 'dropped'] as const)
      .filter((use) => isMeant[use])
      .flatMap((use) => this.#located(node, node, { name, use, canAwait: false, tester }));
  }

  /** Whether code of the file shows that a function throws a problem. */
  #throws(node: Node, effects: Effects): boolean {
    return effects.get(this.#names.valueOf(node)?.bodyAt?.start ?? -1)?.throws === true;
  }

  #located(node: Node, called: Node, how: Omit<LocatedCall, 'callee' | 'span' | 'calleeAt'>): LocatedCall[] {
    const constant = how.use === 'value' ? undefined : this.#constant(called);
    return resultsOf(constant?.type === 'ConditionalExpression' ? constant : called).flatMap((each) => {
      const callee = this.#names.valueOf(each);
      return callee === undefined ? [] : [{ callee, ...how, span: spanOf(node), calleeAt: spanOf(called) }];
    });
  }
}

function spanOf({ start, end }: Node): Span {
  return { start, end };
}
