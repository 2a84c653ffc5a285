import type { Node } from 'oxc-parser';
import { patternNames } from './nodes.ts';
import type { AnyFunction } from './read-order.ts';
import type { Bindings, Value } from './static-values.ts';
import { classify } from './static-values.ts';

const UNKNOWN: Value = { kind: 'computed', anchors: [] };

interface Name {
  readonly isOnce: boolean;
  /** The value of a constant, or the function. */
  readonly node: Node | undefined;
}

/** The names that a file binds once, also inside of functions: they have the same meaning wherever they are used. */
export class NamesBoundOnce {
  readonly #outer: Bindings;
  readonly #names = new Map<string, Name>();
  readonly #values = new Map<string, Value>();

  /** @param outer The top-level bindings. */
  constructor(outer: Bindings) {
    this.#outer = outer;
  }

  /** The parts of a visitor that see the names; functions are added by {@link bindFunction}. */
  visitor(): object {
    return {
      ImportDeclaration: ({ specifiers }: Node & { type: 'ImportDeclaration' }) =>
        specifiers.forEach(({ local }) => this.#bind(local)),
      VariableDeclaration: ({ kind, declarations }: Node & { type: 'VariableDeclaration' }) =>
        declarations.forEach(({ id, init }) => this.#bind(id, kind === 'const' ? init : null)),
      ClassDeclaration: (node: Node & { type: 'ClassDeclaration' }) => this.#bind(node.id, node),
      CatchClause: ({ param }: Node & { type: 'CatchClause' }) => this.#bind(param),
    };
  }

  bindFunction(node: AnyFunction): void {
    node.params.forEach((each) => this.#bind(each));
    if (node.type === 'FunctionDeclaration') this.#bind(node.id, node);
  }

  #bind(pattern: Node | null, node?: Node | null): void {
    for (const name of pattern === null ? [] : patternNames(pattern))
      this.#names.set(name, {
        isOnce: !this.#names.has(name),
        node: pattern?.type === 'Identifier' ? (node ?? undefined) : undefined,
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
    resolve: (name) => {
      const known = this.#values.get(name);
      if (known !== undefined) return known;
      // It is unknown while it is looked into, so that `const a = a` ends.
      this.#values.set(name, UNKNOWN);
      const value = this.#valueOf(name);
      this.#values.set(name, value);
      return value;
    },
  };

  #valueOf(name: string): Value {
    if (this.#names.get(name)?.isOnce !== true) return UNKNOWN;
    if (this.#outer.has(name)) return this.#outer.resolve(name, []);
    const node = this.constant(name);
    return node === undefined ? UNKNOWN : classify(node, this.bindings, []);
  }
}
