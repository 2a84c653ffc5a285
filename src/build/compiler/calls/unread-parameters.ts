import type { CallExpression, Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Span } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { timesNamed } from '../module/name-counts.ts';
import {
  childrenOf,
  functionVisitor,
  lastName,
  mentions,
  parametersOf,
  patternTargets,
  visitEach,
} from '../module/nodes.ts';
import { scopesOf } from '../module/scopes.ts';
import type { Value } from '../module/value.ts';
import type { Parsed } from './located-calls.ts';
import { isKnownCall } from './harmless-calls.ts';
import { isLog } from './named-calls.ts';
import { NamesBoundOnce } from './names-bound-once.ts';
import type { AnyFunction } from './read-order.ts';

/** A parameter that its function doesn't use, except that it writes it to a log, or gives it to other functions. It is plain data, without the syntax tree. */
export interface UnreadParameter {
  readonly index: number;
  readonly span: Span;
  /** The functions that get it, which must not use it either. */
  readonly given: readonly GivenTo[];
}

interface GivenTo {
  readonly callee: Value;
  readonly index: number;
}

interface Given {
  readonly callee: Node;
  readonly index: number;
}

/** The parameters that the functions of a file don't use, by the starts of their bodies. */
export function unreadParameters(parsed: Parsed): ReadonlyMap<number, readonly UnreadParameter[]> {
  const { program } = parsed;
  const names = new NamesBoundOnce(parsed);
  const uses = new IdleUses(program);
  const functions: AnyFunction[] = [];
  const enter = (node: Node): void => void functions.push(node as AnyFunction);
  new Visitor(visitEach(names.visitor(), functionVisitor(enter), uses.visitor())).visit(program);
  return new Map(
    functions.flatMap(({ params, body }) => {
      if (body === null) return [];
      const found = parametersOf({ params }).flatMap((each, index) => uses.unread(each, index, names) ?? []);
      return found.length === 0 || mentions(body, 'arguments') ? [] : [[body.start, found]];
    }),
  );
}

/** The places where code only logs a name, or only gives it to another function, while a walk goes through a file. */
class IdleUses {
  readonly #program: Program;
  /** The places of each name; undefined for a log. */
  readonly #found = new Map<string, Map<Node, Given | undefined>>();

  constructor(program: Program) {
    this.#program = program;
  }

  visitor(): object {
    return {
      // Nothing uses the result: `scopes.every((scope) => user.scopes.includes(scope));`
      ExpressionStatement: ({ expression }: Node & { type: 'ExpressionStatement' }) => {
        const list = expression.type === 'CallExpression' ? testedBy(expression) : undefined;
        if (list !== undefined) this.#add(list, undefined);
      },
      CallExpression: ({ callee, arguments: given }: CallExpression) => {
        if (callee.type === 'MemberExpression' && isLog(callee))
          return given.flatMap(namesIn).forEach((name) => this.#add(name, undefined));
        // The object that `check.call(object, token)` runs with is another argument.
        if (/^(?:call|apply)$/.test(lastName(callee))) return;
        const spread = given.findIndex(({ type }) => type === 'SpreadElement');
        for (const [index, each] of given.slice(0, spread === -1 ? undefined : spread).entries())
          this.#add(bareExpression(each), { callee, index });
      },
    };
  }

  #add(name: Node, given: Given | undefined): void {
    if (name.type !== 'Identifier') return;
    const places = getOrAdd(this.#found, this.#idOf(name), () => new Map<Node, Given | undefined>());
    // The calls in a log are part of it.
    if (!places.has(name)) places.set(name, given);
  }

  #idOf(name: Node): string {
    return scopesOf(this.#program).idOf(name) ?? '';
  }

  /** A parameter, once the walk has ended; undefined if its function uses it. */
  unread(parameter: Node, index: number, names: NamesBoundOnce): UnreadParameter | undefined {
    if (parameter.type === 'RestElement') return undefined;
    const given: GivenTo[] = [];
    for (const id of patternTargets(parameter).map((target) => this.#idOf(target))) {
      const places = this.#found.get(id) ?? new Map<Node, Given | undefined>();
      if (timesNamed(this.#program, id) !== 1 + places.size) return undefined;
      for (const each of places.values()) {
        const callee = each && names.valueOf(each.callee);
        if (callee !== undefined) given.push({ callee, index: each!.index });
        else if (each !== undefined) return undefined;
      }
    }
    const { start, end } = parameter;
    return { index, span: { start, end }, given };
  }
}

/** The list whose items a call tests, and nothing else. The body of a function in it can do anything. */
function testedBy({ callee, arguments: given }: CallExpression): Node | undefined {
  if (callee.type !== 'MemberExpression' || !/^(?:every|some|includes|find|filter)$/.test(lastName(callee)))
    return undefined;
  const isPlain = given.every((each) => !('body' in each) || each.body?.type !== 'BlockStatement');
  return isPlain ? bareExpression(callee.object) : undefined;
}

/** The names whose values are in an expression, except for those that an unknown function gets. */
function namesIn(node: Node): Node[] {
  if (node.type === 'Identifier') return [node];
  if (node.type === 'CallExpression' && !isKnownCall(node.callee)) return [];
  if (node.type === 'MemberExpression' && !node.computed) return namesIn(node.object);
  if (node.type === 'Property' && !node.computed) return namesIn(node.value);
  return childrenOf(node).flatMap(namesIn);
}
