import type {
  ArrowFunctionExpression,
  AssignmentExpression,
  CallExpression,
  Function,
  Node,
  SwitchStatement,
  TryStatement,
} from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import type { EarlyCall, EarlyRead, Taking } from './early-uses.ts';
import { WHOLE } from './early-uses.ts';
import { childrenOf, identifierName, isLoop, mentions, parametersOf, propertyName } from '../module/nodes.ts';

/** A function that is not a declaration of TypeScript alone. */
export type AnyFunction = Function | ArrowFunctionExpression;

/** How a place in a function is reached: not at all, only without a call of `next`, or perhaps after one. */
type Reach = 0 | 1 | 2;
const NEVER = 0;
const BEFORE = 1;
const AFTER = 2;

function join(a: Reach, b: Reach): Reach {
  return a > b ? a : b;
}

/** Methods of lists that call their argument at once. */
const AT_ONCE = /^(?:some|every|find\w*|filter|map|flatMap|forEach|reduce\w*|sort|toSorted)$/;

/**
 * Walks a function in the order in which it runs, and finds the reads of fields of its first parameter that no call of the second one precedes on any way.
 *
 * Whatever it does not understand counts as a call.
 */
export class ReadOrder {
  readonly #fields: readonly string[];
  readonly #reads: EarlyRead[] = [];
  readonly #calls: EarlyCall[] = [];
  /** The paths below the first parameter that names are bound to. */
  readonly #paths = new Map<string, readonly string[]>();
  #next: string | undefined;
  #reach: Reach = BEFORE;
  /** How the ends of loops are reached by `break`. */
  #left: Reach = NEVER;
  /** Whether a name has got another meaning, or the parameters are read otherwise. */
  #isUnclear = false;
  #isPassedOn = false;

  constructor(fields: readonly string[]) {
    this.#fields = fields;
  }

  /**
   * The reads in a function. It can be used once.
   *
   * @param taking If another function calls it, with anything as its second argument.
   */
  readIn({ params, body }: AnyFunction, taking?: Taking): readonly EarlyRead[] {
    const all = parametersOf({ params });
    const { parameter, path } = taking ?? WHOLE;
    const context = all[parameter];
    const next = taking === undefined ? all[1] : all.find((each) => /^_?next$/.test(identifierName(each) ?? ''));
    if (context === undefined || body === null || [context, next].some((each) => each?.type === 'RestElement'))
      return [];
    if (next !== undefined && next.type !== 'Identifier') return [];
    this.#next = next?.name;
    this.#bind(context, path);
    this.#visit(body);
    return this.#isUnclear ? [] : this.#reads;
  }

  /** The early calls in the function that it has read: one for each argument that is the context, or a part of it. */
  get calls(): readonly EarlyCall[] {
    return this.#isUnclear ? [] : this.#calls;
  }

  #visit(node: Node | null): void {
    switch (node?.type) {
      case undefined:
        return;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.#noteCallsIn(node);
      case 'Identifier':
        return this.#visitName(node.name);
      case 'MemberExpression':
        return this.#visitMember(node.object, node.property, node.computed);
      case 'CallExpression':
        return this.#visitCall(node);
      case 'Property':
        if (node.computed) this.#visit(node.key);
        return this.#visit(node.value);
      case 'VariableDeclarator':
        this.#visitUsed(node.init);
        return this.#bind(node.id, node.init === null ? undefined : this.#pathOf(node.init));
      case 'AssignmentExpression':
        return this.#visitAssignment(node);
      case 'ReturnStatement':
      case 'ThrowStatement':
        this.#visit(node.argument);
        this.#reach = NEVER;
        return;
      case 'BreakStatement':
      case 'ContinueStatement':
        this.#left = join(this.#left, this.#reach);
        this.#reach = NEVER;
        return;
      case 'IfStatement':
      case 'ConditionalExpression':
        this.#visit(node.test);
        return this.#visitEither(node.consequent, node.alternate);
      case 'LogicalExpression':
        this.#visit(node.left);
        return this.#visitEither(node.right, null);
      case 'SwitchStatement':
        return this.#visitSwitch(node);
      case 'TryStatement':
        return this.#visitTry(node);
      default:
        return this.#visitOther(node!);
    }
  }

  #visitOther(node: Node): void {
    if (node.type.startsWith('TS')) return 'expression' in node ? this.#visit(node.expression as Node) : undefined;
    const repeats = isLoop(node);
    const before = this.#reach;
    // An earlier turn of the loop can have called it.
    if (repeats) this.#noteCallsIn(node);
    childrenOf(node).forEach((child) => this.#visit(child));
    if (repeats || node.type === 'LabeledStatement') this.#reach = join(join(before, this.#reach), this.#left);
  }

  #visitEither(one: Node, other: Node | null): void {
    const before = this.#reach;
    this.#visit(one);
    const after = this.#reach;
    this.#reach = before;
    this.#visit(other);
    this.#reach = join(after, this.#reach);
  }

  #visitSwitch({ discriminant, cases }: SwitchStatement): void {
    this.#visit(discriminant);
    const before = this.#reach;
    for (const { test, consequent } of cases) {
      this.#reach = join(before, this.#reach);
      this.#visit(test);
      consequent.forEach((each) => this.#visit(each));
    }
    const isComplete = cases.some(({ test }) => test === null);
    this.#reach = join(join(isComplete ? NEVER : before, this.#reach), this.#left);
  }

  #visitTry({ block, handler, finalizer }: TryStatement): void {
    const before = this.#reach;
    this.#visit(block);
    let end = this.#reach;
    if (handler !== null) {
      this.#reach = before;
      this.#noteCallsIn(block);
      if (handler.param !== null) this.#bind(handler.param, undefined);
      this.#visit(handler.body);
      end = join(end, this.#reach);
    }
    this.#reach = end;
    if (finalizer === null) return;
    this.#reach = join(before, end);
    this.#noteCallsIn(block);
    if (handler !== null) this.#noteCallsIn(handler);
    this.#visit(finalizer);
    if (end === NEVER) this.#reach = NEVER;
  }

  #visitAssignment({ left, right }: AssignmentExpression): void {
    this.#visitUsed(right);
    if (left.type === 'Identifier' || left.type === 'ObjectPattern' || left.type === 'ArrayPattern')
      this.#bind(left, this.#pathOf(right));
    else this.#visit(left);
  }

  #visitName(name: string): void {
    if (name === this.#next && this.#reach !== NEVER) this.#reach = AFTER;
    if (name === 'arguments') this.#isUnclear = true;
    if (this.#paths.get(name)?.length === 0) this.#isPassedOn = true;
  }

  #visitMember(object: Node, property: Node, isComputed: boolean): void {
    this.#visitUsed(object);
    const path = this.#pathOf(object);
    const name = propertyName(property, isComputed);
    if (path !== undefined && name !== undefined) this.#read([...path, name], property);
    if (isComputed) this.#visit(property);
  }

  #visitCall({ callee, arguments: given, start, end }: CallExpression): void {
    const own = bareExpression(callee);
    if (this.#reach === BEFORE && !isFunction(own))
      for (const [parameter, each] of given.entries()) {
        const path = this.#pathOf(each);
        if (path !== undefined && this.#isOfUse(path))
          this.#calls.push({ callee: own, span: { start, end }, parameter, path });
      }
    if (!isFunction(own)) this.#visit(callee);
    const name = own.type === 'MemberExpression' ? propertyName(own.property, own.computed) : undefined;
    const isAtOnce = name !== undefined && AT_ONCE.test(name);
    for (const each of [own, ...given])
      if (isFunction(each) && (isAtOnce || each === own)) this.#visitAtOnce(each);
      else if (each !== own) this.#visit(each);
  }

  /** A function that runs within this one. */
  #visitAtOnce(node: AnyFunction): void {
    const before = this.#reach;
    for (const each of node.params as readonly Node[]) this.#bind(each, undefined);
    this.#visit(node.body);
    this.#reach = before;
    this.#noteCallsIn(node);
  }

  /** A function can run at any time. */
  #noteCallsIn(node: Node): void {
    if (this.#reach !== NEVER && this.#next !== undefined && mentions(node, this.#next)) this.#reach = AFTER;
  }

  #read(path: readonly string[], { start, end }: Node): void {
    const field = path.join('.');
    const isMeant = this.#fields.includes(field) || this.#fields.includes(`${path.slice(0, -1).join('.')}.*`);
    if (this.#reach !== BEFORE || !isMeant) return;
    this.#reads.push({ field, span: { start, end }, isSure: !this.#isPassedOn });
  }

  /** Whether a path leads to one of the fields. */
  #isOfUse(path: readonly string[]): boolean {
    return this.#fields.some((field) => field.startsWith(dottedPrefix(path)));
  }

  /** Binds the names of a pattern to what a path leads to; undefined for another value. */
  #bind(pattern: Node, path: readonly string[] | undefined): void {
    switch (pattern.type) {
      case 'Identifier': {
        const { name } = pattern;
        if (name === this.#next || this.#paths.has(name)) this.#isUnclear = true;
        else if (path !== undefined && this.#isOfUse(path)) this.#paths.set(name, path);
        return;
      }
      case 'ObjectPattern':
        for (const each of pattern.properties) {
          if (each.type !== 'Property') {
            this.#bind(each.argument, path);
            continue;
          }
          if (each.computed) this.#visit(each.key);
          const name = propertyName(each.key, each.computed);
          const inner = path === undefined || name === undefined ? undefined : [...path, name];
          if (inner !== undefined) this.#read(inner, each.key);
          this.#bind(each.value, inner);
        }
        return;
      case 'ArrayPattern':
        return pattern.elements.forEach((each) => each !== null && this.#bind(each, undefined));
      case 'AssignmentPattern':
        this.#visit(pattern.right);
        return this.#bind(pattern.left, path);
      case 'RestElement':
        return this.#bind(pattern.argument, path);
      default:
        return this.#visit(pattern);
    }
  }

  /** Visits a value whose properties are read. A name alone is not passed on then. */
  #visitUsed(node: Node | null): void {
    if (node !== null && !this.#paths.has(identifierName(bareExpression(node)) ?? '')) this.#visit(node);
  }

  /** The path below the first parameter that an expression leads to. */
  #pathOf(given: Node): readonly string[] | undefined {
    const node = bareExpression(given);
    if (node.type === 'Identifier') return this.#paths.get(node.name);
    if (node.type === 'LogicalExpression') return this.#pathOf(node.left);
    if (node.type === 'SequenceExpression') return this.#pathOf(node.expressions.at(-1)!);
    if (node.type !== 'MemberExpression') return undefined;
    const path = this.#pathOf(node.object);
    const name = propertyName(node.property, node.computed);
    return path === undefined || name === undefined ? undefined : [...path, name];
  }
}

function dottedPrefix(path: readonly string[]): string {
  return path.map((name) => `${name}.`).join('');
}

function isFunction(node: Node): node is AnyFunction {
  return node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
}
