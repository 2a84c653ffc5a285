import type { AssignmentExpression, CallExpression, Class, Node } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import { isEach } from './named-calls.ts';
import {
  functionVisitor,
  identifierName,
  isNamed,
  patternNames,
  patternTargets,
  propertyName,
  visitEach,
} from '../module/nodes.ts';
import type { AnyFunction } from './read-order.ts';
import { isThrowOfContext } from './refusals.ts';
import { CONSUME, GLOBALS, isConsume, THROW } from './returned-values.ts';
import type { Bindings } from '../module/static-values.ts';
import type { Value } from '../module/value.ts';
import { classify, memberName, memberValue } from '../module/static-values.ts';
import { ThisOwners } from './this-owners.ts';

const UNKNOWN: Value = { kind: 'computed', anchors: [] };

/** The expressions that can be functions, or objects and results that have some. */
export const MAY_BE_FUNCTION: RegExp =
  /^(?:Identifier|(?:Call|Member|Function|ArrowFunction|New|Object|Class|Assignment)Expression)$/;

interface Name {
  readonly isOnce: boolean;
  /** The value of a constant, or the function. */
  readonly node: Node | undefined;
  /** The list that it is each item of in turn. */
  readonly list: Node | undefined;
  /** Its name in the object that it is taken from: `const { check } = guards`. */
  readonly member: string | undefined;
}

/** A value that a variable or a property gets. */
interface Given {
  /** The variable, `owner.property`, or the class that declares the property. */
  readonly target: Node;
  /** It is unknown if only a part of it is taken. */
  readonly value: Node | undefined;
  readonly isParameter: boolean;
}

/** The names that a file binds once, also inside of functions: they have the same meaning wherever they are used. */
export class NamesBoundOnce {
  readonly #outer: Bindings;
  readonly #names = new Map<string, Name>();
  /** How often names are bound, except as parameters. */
  readonly #variables = new Map<string, number>();
  readonly #values = new Map<string | Node, Value>();
  readonly #owners = new ThisOwners();
  readonly #lists = new Map<Node, Node>();
  readonly #given = new Map<string, Given[]>();

  /** @param outer The top-level bindings. */
  constructor(outer: Bindings) {
    this.#outer = outer;
  }

  /** The parts of a visitor that see the names. */
  visitor(): object {
    const bindFunction = (node: Node): void => {
      const { params, id, type } = node as AnyFunction;
      for (const each of params) {
        this.#bind(each, undefined, true);
        this.#give(each, undefined, true);
      }
      if (type !== 'FunctionDeclaration' || id === null) return;
      this.#bind(id, node);
      this.#give(id, node);
    };
    const own = {
      ...functionVisitor(bindFunction),
      ImportDeclaration: ({ specifiers }: Node & { type: 'ImportDeclaration' }) =>
        specifiers.forEach(({ local }) => this.#bind(local)),
      VariableDeclaration: ({ kind, declarations }: Node & { type: 'VariableDeclaration' }) =>
        declarations.forEach(({ id, init }) => {
          this.#bind(id, kind === 'const' ? init : null);
          if (init !== null) this.#give(id, init);
        }),
      AssignmentExpression: ({ left, right }: AssignmentExpression) => this.#give(left, right),
      ClassDeclaration: (node: Class) => {
        this.#bind(node.id, node);
        this.#giveProperties(node);
      },
      ClassExpression: (node: Class) => this.#giveProperties(node),
      ForOfStatement: ({ left, right }: Node & { type: 'ForOfStatement' }) => {
        this.#give(left.type === 'VariableDeclaration' ? left.declarations[0]!.id : left);
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

  #bind(pattern: Node | null, node?: Node | null, isParameter: boolean = false): void {
    const members = new Map(pattern?.type === 'ObjectPattern' ? pattern.properties.flatMap(memberOf) : []);
    for (const name of pattern === null ? [] : patternNames(pattern)) {
      const member = members.get(name);
      if (!isParameter) this.#variables.set(name, (this.#variables.get(name) ?? 0) + 1);
      this.#names.set(name, {
        isOnce: !this.#names.has(name),
        node: pattern?.type === 'Identifier' || member !== undefined ? (node ?? undefined) : undefined,
        list: this.#lists.get(pattern!),
        member,
      });
    }
  }

  #give(pattern: Node, value?: Node, isParameter?: boolean): void {
    for (const target of patternTargets(pattern))
      this.#add(ownName(target), target, target === pattern ? value : undefined, isParameter);
  }

  #giveProperties(target: Class): void {
    for (const each of target.body.body)
      if (each.type === 'PropertyDefinition' && each.value !== null)
        this.#add(memberName(each.key, each.computed) ?? '', target, each.value);
  }

  #add(name: string, target: Node, value?: Node, isParameter: boolean = false): void {
    getOrAdd(this.#given, name, (): Given[] => []).push({ target, value, isParameter });
  }

  /** The only value that code gives to a variable or to a property of `this`, also if it does so later. */
  onlyValue(given: Node): Node | undefined {
    const node = bareExpression(given);
    if (node.type === 'Identifier' && !this.isOnce(node.name)) return undefined;
    return this.#only(node, () => true);
  }

  /** The same for a node that is not a parameter, although others of its name can be. */
  onlyVariable(given: Node): Node | undefined {
    const node = bareExpression(given);
    if (node.type === 'Identifier' && this.#variables.get(node.name) !== 1) return undefined;
    return this.#only(node, ({ isParameter }) => !isParameter);
  }

  #only(node: Node, counts: (given: Given) => boolean): Node | undefined {
    const owner = this.#ownerOf(node);
    if (owner === undefined) return undefined;
    const all = (this.#given.get(ownName(node)) ?? []).filter(counts);
    const [only, other] = all.filter(({ target }) => this.#ownerOf(target) === owner);
    return other === undefined ? only?.value : undefined;
  }

  /** The list that a name is each item of in turn: `for (const each of list)`. */
  listOf(name: string): Node | undefined {
    const { isOnce, list } = this.#names.get(name) ?? {};
    return isOnce === true ? list : undefined;
  }

  /** The class that a property of `this` is in, and the same text for all variables. */
  #ownerOf(node: Node): Node | string | undefined {
    if (node.type === 'Identifier') return 'variable';
    return node.type === 'MemberExpression' ? this.#owners.ownerOf(node.object) : node;
  }

  /** The expression that a constant has as its value. */
  constant(name: string | undefined): Node | undefined {
    const { isOnce, node, member } = this.#names.get(name ?? '') ?? {};
    return isOnce === true && member === undefined ? node : undefined;
  }

  /** Whether the file binds a name once. */
  isOnce(name: string): boolean {
    return this.#names.get(name)?.isOnce === true;
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
    if (isConsume(node)) return CONSUME;
    if (isThrowOfContext(node)) return THROW;
    return MAY_BE_FUNCTION.test(node.type) ? classify(node, this.bindings, []) : undefined;
  }

  /** The exports of a CommonJS module that code gives one value, or the module with them. */
  #exports(name: string): Value {
    if (name === 'module')
      return { ...UNKNOWN, members: [{ name: 'exports', value: this.bindings.resolve('exports', []) }] };
    const members = [...this.#given].flatMap(([member, given]) => {
      const [only, other] = given.filter(({ target }) => isExport(target));
      return only?.value === undefined || other !== undefined
        ? []
        : [{ name: member, value: classify(bareExpression(only.value), this.bindings, []) }];
    });
    return { ...UNKNOWN, members };
  }

  #valueOf(name: string): Value {
    const global = this.#names.has(name) ? undefined : GLOBALS.get(name);
    if (global !== undefined) return global;
    if (!this.#names.has(name) && COMMON_JS.test(name)) return this.#exports(name);
    if (this.#names.get(name)?.isOnce !== true) return UNKNOWN;
    const { node, list, member } = this.#names.get(name)!;
    if (member !== undefined && node !== undefined) return memberValue(node, member, this.bindings);
    if (this.#outer.has(name)) return this.#outer.resolve(name, []);
    if (list !== undefined) return { ...UNKNOWN, itemOf: classify(list, this.bindings, []) };
    return node === undefined ? UNKNOWN : classify(node, this.bindings, []);
  }
}

/** The name of a variable or a property, without the object that has the property. */
function ownName(node: Node): string {
  return (node.type === 'MemberExpression' ? memberName(node.property, node.computed) : identifierName(node)) ?? '';
}

/** The names of the exports in a CommonJS module that declares no others. */
const COMMON_JS = /^(?:exports|module)$/;

/** Whether an expression is an export: `exports.check`, or `module.exports.check`. */
function isExport(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const { object } = node;
  return isNamed(object, 'exports') || (object.type === 'MemberExpression' && isNamed(object.object, 'module'));
}

/** `check` and its name in the object, of `{ check }` and `{ run: check }`. */
function memberOf(property: Node): [string, string][] {
  if (property.type !== 'Property' || property.value.type !== 'Identifier') return [];
  const name = propertyName(property.key, property.computed);
  return name === undefined ? [] : [[property.value.name, name]];
}
