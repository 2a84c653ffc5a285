import type { Node, Program } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { isNamed, visitEach } from '../module/nodes.ts';
import { ContextPaths } from './context-paths.ts';
import type { ListResult } from './list-results.ts';
import { listResultOf } from './list-results.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { redirectsToLogin, refuses } from './refusals.ts';
import { RefusingTests } from './refusing-tests.ts';
import { isObject } from './returned-outcome.ts';
import { isBoolean } from './returned-values.ts';
import { setIn } from './set-values.ts';

/** Why a value is always there: it has a default, is a list or the place of an item, a session, or a method or an object of each context. */
export type SetReason = 'default' | ListResult | 'session' | 'method' | 'object';

/** A condition that never refuses a request. */
export interface SetTest {
  readonly test: Node;
  readonly reason: SetReason;
}

/** The refusals of a missing value that is always there: `const user = find(key) ?? {}; if (!user) throw problem(401);`, and those of a list. */
export class AlwaysSet {
  readonly #names: NamesBoundOnce;
  readonly #paths: ContextPaths;
  readonly #refusing: RefusingTests;

  constructor(program: Program, names: NamesBoundOnce) {
    this.#names = names;
    this.#paths = new ContextPaths(program, []);
    this.#refusing = new RefusingTests(names, this.#paths.values, {
      closing: (node) => (refuses(node) ? 'error' : redirectsToLogin(node) ? 'redirect' : undefined),
      // All other code ends the function.
      isOpen: (end) => end !== 'falls' && end !== 'closed',
    });
  }

  visitor(): object {
    const own = (name: Node | null, value: Node | null): void => {
      if (name !== null && value !== null && isNamed(name, 'authorize')) this.#paths.addOwner(value);
    };
    const owners = {
      ExportDefaultDeclaration: ({ declaration }: Node & { type: 'ExportDefaultDeclaration' }) =>
        this.#paths.addOwner(declaration),
      FunctionDeclaration: (node: Node & { type: 'FunctionDeclaration' }) => own(node.id, node),
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => own(id, init),
    };
    return visitEach(owners, this.#paths.visitor(), this.#refusing.visitor());
  }

  /** The conditions, once the walk has ended. */
  found(): SetTest[] {
    const found = new Map<Node, SetReason>();
    for (const { test, isMet } of this.#refusing.conditions())
      for (const each of setIn(test, !isMet, (name) => this.#names.constant(name))) {
        const reason = this.#reasonOf(each.value);
        if (reason !== undefined) found.set(each.test, reason);
      }
    return [...found].map(([test, reason]) => ({ test, reason }));
  }

  #reasonOf(node: Node): SetReason | undefined {
    const value = this.#names.constant(node);
    if (value !== undefined && hasDefault(value, this.#names)) return 'default';
    return listResultOf(value ?? node, this.#names) ?? partOf(this.#paths.of(node)?.names);
  }
}

const METHODS = /^(?:accepts\w*|get|is|throw)$/;
const OBJECTS = /^(?:cookies|headers?|state)$/;

/** The part of each context that a path leads to. */
function partOf([name = '', other]: readonly string[] = []): SetReason | undefined {
  if (other !== undefined) return undefined;
  return name === 'session' ? name : METHODS.test(name) ? 'method' : OBJECTS.test(name) ? 'object' : undefined;
}

/** Whether an object takes the place of a missing value: `find(key) ?? {}`, and `find(key) || guest`. */
function hasDefault(given: Node | undefined, names: NamesBoundOnce): boolean {
  const node = given && bareExpression(given);
  if (node?.type !== 'LogicalExpression' || node.operator === '&&') return false;
  // The default of a missing value isn't that of "false".
  if (node.operator === '??' && isBoolean(node.left)) return false;
  const right = bareExpression(node.right);
  return isObject(names.constant(right) ?? right) || hasDefault(right, names);
}
