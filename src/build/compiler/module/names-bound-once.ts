import type { CallExpression, Node } from 'oxc-parser';
import { bareExpression } from './body-reads.ts';
import { isEach } from './named-calls.ts';
import { functionVisitor, patternNames, visitEach } from './nodes.ts';
import type { AnyFunction } from './read-order.ts';
import type { Bindings, Value } from './static-values.ts';
import { classify } from './static-values.ts';
import { ThisOwners } from './this-owners.ts';

const UNKNOWN: Value = { kind: 'computed', anchors: [] };

/** The expressions that can be functions, or objects and results that have some. */
export const MAY_BE_FUNCTION =
  /^(?:Identifier|(?:Call|Member|Function|ArrowFunction|New|Object|Class|Assignment)Expression)$/;

interface Name {
  readonly isOnce: boolean;
  /** The value of a constant, or the function. */
  readonly node: Node | undefined;
  /** The list that it is each item of in turn. */
  readonly list: Node | undefined;
}

/** The names that a file binds once, also inside of functions: they have the same meaning wherever they are used. */
export class NamesBoundOnce {
  readonly #outer: Bindings;
  readonly #names = new Map<string, Name>();
  readonly #values = new Map<string | Node, Value>();
  readonly #owners = new ThisOwners();
  readonly #lists = new Map<Node, Node>();

  /** @param outer The top-level bindings. */
  constructor(outer: Bindings) {
    this.#outer = outer;
  }

  /** The parts of a visitor that see the names. */
  visitor(): object {
    const bindFunction = (node: Node): void => {
      const { params, id, type } = node as AnyFunction;
      params.forEach((each) => this.#bind(each));
      if (type === 'FunctionDeclaration') this.#bind(id, node);
    };
    const own = {
      ...functionVisitor(bindFunction),
      ImportDeclaration: ({ specifiers }: Node & { type: 'ImportDeclaration' }) =>
        specifiers.forEach(({ local }) => this.#bind(local)),
      VariableDeclaration: ({ kind, declarations }: Node & { type: 'VariableDeclaration' }) =>
        declarations.forEach(({ id, init }) => this.#bind(id, kind === 'const' ? init : null)),
      ClassDeclaration: (node: Node & { type: 'ClassDeclaration' }) => this.#bind(node.id, node),
      ForOfStatement: ({ left, right }: Node & { type: 'ForOfStatement' }) => {
        if (left.type === 'VariableDeclaration' && left.kind === 'const')
          this.#lists.set(left.declarations[0]!.id, right);
      },
      CallExpression: ({ callee, arguments: [given] }: CallExpression) => {
        const item = given !== undefined && 'params' in given ? given.params[0] : undefined;
        if (item !== undefined && callee.type === 'MemberExpression' && isEach(callee))
          this.#lists.set(item, callee.object);
      },
      CatchClause: ({ param }: Node & { type: 'CatchClause' }) => this.#bind(param),
    };
    return visitEach(own, this.#owners.visitor());
  }

  #bind(pattern: Node | null, node?: Node | null): void {
    for (const name of pattern === null ? [] : patternNames(pattern))
      this.#names.set(name, {
        isOnce: !this.#names.has(name),
        node: pattern?.type === 'Identifier' ? (node ?? undefined) : undefined,
        list: this.#lists.get(pattern!),
      });
  }

  /** The expression that a constant has as its value. */
  constant(name: string | undefined): Node | undefined {
    const { isOnce, node } = this.#names.get(name ?? '') ?? {};
    return isOnce === true ? node : undefined;
  }

  /** The bindings of these names. */
  readonly bindings: Bindings = {
    has: (name) => this.#outer.has(name),
    moduleOf: (name) => (this.#names.get(name)?.isOnce === true ? this.#outer.moduleOf(name) : undefined),
    resolve: (name) => this.#once(name, () => this.#valueOf(name)),
    thisAt: (node) => {
      const owner = this.#owners.ownerOf(node);
      return owner === undefined ? UNKNOWN : this.#once(owner, () => classify(owner, this.bindings, []));
    },
  };

  #once(key: string | Node, find: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    // It is unknown while it is looked into, so that `const a = a` ends.
    this.#values.set(key, UNKNOWN);
    const value = find();
    this.#values.set(key, value);
    return value;
  }

  /** The value of an expression that can be a function, or has some. */
  valueOf(expression: Node): Value | undefined {
    const node = bareExpression(expression);
    return MAY_BE_FUNCTION.test(node.type) ? classify(node, this.bindings, []) : undefined;
  }

  #valueOf(name: string): Value {
    if (this.#names.get(name)?.isOnce !== true) return UNKNOWN;
    if (this.#outer.has(name)) return this.#outer.resolve(name, []);
    const { node, list } = this.#names.get(name)!;
    if (list !== undefined) return { ...UNKNOWN, itemOf: classify(list, this.bindings, []) };
    return node === undefined ? UNKNOWN : classify(node, this.bindings, []);
  }
}
