import type { AssignmentExpression, CallExpression, IfStatement, Node, Program } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import {
  functionVisitor,
  identifierName,
  parametersOf,
  patternTargets,
  propertyName,
  visitEach,
} from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { scopesOf } from '../module/scopes.ts';
import { isEach } from './named-calls.ts';
import { CONTEXT } from './refusals.ts';
import { statementsOf } from './statement-ends.ts';

/** Where a name gets its value: an expression, or what some names lead to in it. */
export interface ValueSource {
  /** Undefined for a parameter. */
  readonly node: Node | undefined;
  readonly path: readonly string[];
  readonly fallback: Node | undefined;
}

/** One of the values of a variable or a condition, with the condition that it depends on. */
export interface Choice {
  readonly test: Node | undefined;
  readonly value: Node;
}

/** In place of a name: any item of a list. */
export const ITEM = '[]';
/** How many constants are followed to the one that they are copies of. */
export const MAX_COPIES = 8;
/** How many functions that call each other get the arguments of a call. */
export const MAX_CALLS = 3;

/** The values of the names in a file that get only one, in each function. */
export class LocalValues {
  readonly #program: Program;
  readonly #outer: LocalValues | undefined;
  readonly #depth: number;
  readonly #names: Scopes;
  /** The arguments of calls. */
  readonly #given = new Set<Node>();
  readonly #values = new Map<string, ValueSource | undefined>();
  /** The values of variables that get others in `if` statements alone. */
  readonly #choices = new Map<string, Choice[]>();
  /** The assignments in `if` statements, with their conditions. */
  readonly #tests = new Map<Node, Node>();
  /** The variables that keep their first value if a condition isn't met. */
  readonly #kept = new Set<string>();

  constructor(program: Program, outer?: LocalValues) {
    this.#program = program;
    this.#outer = outer;
    this.#depth = outer === undefined ? 0 : outer.#depth + 1;
    this.#names = scopesOf(program);
  }

  visitor(): object {
    return visitEach(
      functionVisitor((node) => {
        const [context, credentials] = node.params;
        if (node.type === 'FunctionDeclaration' && node.id !== null)
          this.#set(node.id, { node, path: [], fallback: undefined });
        if (context?.type === 'ObjectPattern') this.#bind(context, undefined, []);
        // A verifier gets them. It may not use its context.
        const first = (context && identifierName(context)) ?? '_';
        if (credentials !== undefined && (CONTEXT.test(first) || (first.startsWith('_') && !this.#given.has(node))))
          this.#bind(credentials, undefined, ['credentials']);
      }),
      {
        ImportDeclaration: ({ source, specifiers }: Node & { type: 'ImportDeclaration' }) => {
          for (const each of specifiers) {
            const name = each.type === 'ImportSpecifier' ? (propertyName(each.imported, false) ?? '') : '';
            this.#set(each.local, { node: source, path: name === '' ? [] : [name], fallback: undefined });
          }
        },
        CallExpression: ({ callee, arguments: given }: CallExpression) => {
          const [called] = given;
          for (const each of given) this.#given.add(each);
          if (
            called !== undefined &&
            'params' in called &&
            callee.type === 'MemberExpression' &&
            isEach(callee) &&
            called.params[0]?.type === 'Identifier'
          )
            this.#bind(called.params[0], callee.object, [ITEM]);
        },
        ForOfStatement: ({ left, right }: Node & { type: 'ForOfStatement' }) => {
          const name = left.type === 'VariableDeclaration' ? left.declarations[0]!.id : undefined;
          if (name?.type === 'Identifier') this.#bind(name, right, [ITEM]);
        },
        VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
          if (init !== null) this.#bind(id, init, []);
          if (id.type === 'Identifier')
            this.#choices.set(this.idOf(id)!, [{ test: undefined, value: init ?? NOTHING }]);
        },
        IfStatement: ({ test, consequent, alternate }: IfStatement) => {
          for (const each of assignmentsIn(consequent)) {
            this.#tests.set(each, test);
            if (alternate === null) this.#kept.add(this.idOf(each.left) ?? '');
          }
          for (const each of alternate === null ? [] : assignmentsIn(alternate)) this.#tests.set(each, test);
        },
        AssignmentExpression: (node: AssignmentExpression) => {
          for (const each of patternTargets(node.left)) this.#assign(this.idOf(each) ?? '', node);
        },
      },
    );
  }

  #bind(pattern: Node, node: Node | undefined, path: readonly string[], fallback?: Node): void {
    if (pattern.type === 'AssignmentPattern') return this.#bind(pattern.left, node, path, pattern.right);
    if (pattern.type === 'Identifier') return this.#set(pattern, { node, path, fallback });
    for (const [index, each] of pattern.type === 'ArrayPattern' ? pattern.elements.entries() : [])
      if (each !== null) this.#bind(each, node, [...path, String(index)]);
    for (const each of pattern.type === 'ObjectPattern' ? pattern.properties : []) {
      const name = each.type === 'Property' ? propertyName(each.key, each.computed) : undefined;
      if (each.type === 'Property' && name !== undefined) this.#bind(each.value, node, [...path, name]);
    }
  }

  #assign(id: string, assignment: AssignmentExpression): void {
    this.#values.set(id, undefined);
    const test = this.#tests.get(assignment);
    if (test === undefined) this.#choices.delete(id);
    else this.#choices.get(id)?.push({ test, value: assignment.right });
  }

  #set(name: Node, source: ValueSource): void {
    const id = this.idOf(name) ?? '';
    this.#values.set(id, this.#isLost(id) || this.#values.has(id) ? undefined : source);
  }

  /** Whether code gives a name other values, too. */
  #isLost(id: string): boolean {
    if (this.#values.has(id)) return this.#values.get(id) === undefined;
    return this.#outer !== undefined && this.#outer.#isLost(id);
  }

  /** The values in a function of the file while a call runs it: its parameters have those of the arguments. */
  within({ callee, arguments: given }: CallExpression): LocalValues | undefined {
    const called = this.functionOf(callee) as (Node & { params: Node[] }) | undefined;
    if (called === undefined || this.#depth === MAX_CALLS) return undefined;
    const inner = new LocalValues(this.#program, this);
    if (given.some(({ type }) => type === 'SpreadElement')) return inner;
    for (const [index, each] of parametersOf(called).entries()) {
      const [name, fallback] = each.type === 'AssignmentPattern' ? [each.left, each.right] : [each, undefined];
      const value = given[index];
      inner.#bind(name, value ?? fallback ?? NOTHING, [], value && fallback);
    }
    return inner;
  }

  /** A name, which is another one in another function. */
  idOf(node: Node): string | undefined {
    return this.#names.idOf(node);
  }

  /** A function of the file by its name. */
  functionOf(name: Node): Node | undefined {
    const { node, path } = this.sourceOf(name) ?? {};
    return node !== undefined && isFunction(node) && path!.length === 0 ? node : undefined;
  }

  /** The result of a function, or of one of the file by its name, if it does nothing else. */
  resultOf(name: Node): Node | undefined {
    const found = (isFunction(name) ? name : this.functionOf(name)) as (Node & { body?: Node | null }) | undefined;
    const body = found?.body ?? undefined;
    if (body?.type !== 'BlockStatement') return body && bareExpression(body);
    const [only, ...others] = body.body;
    const value = only?.type === 'ReturnStatement' && others.length === 0 ? only.argument : null;
    return value === null ? undefined : bareExpression(value);
  }

  sourceOf(node: Node): ValueSource | undefined {
    const id = this.idOf(node) ?? '';
    return this.#values.has(id) ? this.#values.get(id) : this.#outer?.sourceOf(node);
  }

  /** The values of a variable that keeps the first one, or has none, unless a condition is met: `let key; if (header) key = header.slice(7);`. */
  choicesOf(name: Node): readonly Choice[] {
    const id = this.idOf(name) ?? '';
    return (this.#kept.has(id) ? this.#choices.get(id) : this.#outer?.choicesOf(name)) ?? [];
  }

  /** The expression that a name is a copy of, or an expression itself. */
  originOf(given: Node, steps: number = MAX_COPIES): Node {
    const node = bareExpression(given);
    const { node: value, path, fallback } = this.sourceOf(node) ?? {};
    const isCopy = value !== undefined && path!.length === 0 && fallback === undefined && steps > 0;
    return isCopy ? this.originOf(value, steps - 1) : node;
  }
}

/** In place of an argument that a call doesn't have. */
const NOTHING = { type: 'Identifier', name: 'undefined', start: 0, end: 0 } as Node;

function isFunction({ type }: Node): boolean {
  return /Function(?:Declaration|Expression)$/.test(type);
}

/** The assignments to names that a branch consists of, or has in its block. */
function assignmentsIn(branch: Node): AssignmentExpression[] {
  return statementsOf(branch).flatMap((each) =>
    each.type === 'ExpressionStatement' &&
    each.expression.type === 'AssignmentExpression' &&
    each.expression.operator === '=' &&
    each.expression.left.type === 'Identifier'
      ? each.expression
      : [],
  );
}

/** Whether an expression is `ctx`, `ctx.request` or `ctx.req`, or a parameter with such a name. */
export function isRequest(node: Node): boolean {
  const name = identifierName(node);
  if (name !== undefined) return CONTEXT.test(name) || REQUEST.test(name);
  return (
    node.type === 'MemberExpression' &&
    REQUEST.test(propertyName(node.property, node.computed) ?? '') &&
    isRequest(node.object)
  );
}

const REQUEST = /^_?req(?:uest)?$/;
