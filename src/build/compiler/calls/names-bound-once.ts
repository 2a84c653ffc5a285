import type { AssignmentExpression, CallExpression, Class, Node } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import { isEach, listIn } from './named-calls.ts';
import { functionVisitor, isNamed, patternTargets, propertyName, visitEach } from '../module/nodes.ts';
import type { AnyFunction } from './read-order.ts';
import { isThrowOfContext } from './refusals.ts';
import { CONSUME, GLOBALS, isConsume, THROW } from './returned-values.ts';
import type { Scopes } from '../module/scopes.ts';
import { isOuter, scopesOf } from '../module/scopes.ts';
import type { Bindings } from '../module/static-values.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Value } from '../module/value.ts';
import { ALL } from '../module/value.ts';
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
}

/** The names that a file binds once in their scope: they have the same meaning wherever they are used. */
export class NamesBoundOnce {
  readonly #scopes: Scopes;
  readonly #outer: Bindings;
  /** The names, with their scopes. */
  readonly #names = new Map<string, Name>();
  readonly #values = new Map<string | Node, Value>();
  readonly #owners = new ThisOwners();
  readonly #lists = new Map<Node, Node>();
  readonly #given = new Map<string, Given[]>();

  constructor({ program, bindings }: Pick<Syntax, 'program' | 'bindings'>) {
    this.#scopes = scopesOf(program);
    this.#outer = bindings;
  }

  /** The parts of a visitor that see the names. */
  visitor(): object {
    const bindFunction = (node: Node): void => {
      const { params, id, type } = node as AnyFunction;
      for (const each of params) {
        this.#bind(each);
        this.#give(each);
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
          this.#lists.set(left.declarations[0]!.id, listIn(right));
      },
      CallExpression: ({ callee, arguments: [given] }: CallExpression) => {
        const item = given !== undefined && 'params' in given ? given.params[0] : undefined;
        if (item !== undefined && callee.type === 'MemberExpression' && isEach(callee))
          this.#lists.set(item, listIn(callee.object));
      },
      CatchClause: ({ param }: Node & { type: 'CatchClause' }) => this.#bind(param),
    };
    return visitEach(own, this.#owners.visitor());
  }

  #bind(pattern: Node | null, node?: Node | null): void {
    const members = new Map(pattern?.type === 'ObjectPattern' ? pattern.properties.flatMap(memberOf) : []);
    for (const target of patternTargets(pattern)) {
      const id = this.#scopes.idOf(target);
      if (id === undefined) continue;
      const member = members.get(target);
      this.#names.set(id, {
        isOnce: !this.#names.has(id),
        node: pattern?.type === 'Identifier' || member !== undefined ? (node ?? undefined) : undefined,
        list: this.#lists.get(pattern!),
        member,
      });
    }
  }

  #give(pattern: Node, value?: Node): void {
    for (const target of patternTargets(pattern))
      this.#add(this.#ownName(target), target, target === pattern ? value : undefined);
  }

  #giveProperties(target: Class): void {
    for (const each of target.body.body)
      if (each.type === 'PropertyDefinition' && each.value !== null)
        this.#add(memberName(each.key, each.computed) ?? '', target, each.value);
  }

  #add(name: string, target: Node, value?: Node): void {
    getOrAdd(this.#given, name, (): Given[] => []).push({ target, value });
  }

  /** The only value that code gives to a variable or to a property of `this`, also if it does so later. */
  onlyValue(given: Node): Node | undefined {
    const node = bareExpression(given);
    const owner = this.#ownerOf(node);
    if (owner === undefined || (node.type === 'Identifier' && !this.isOnce(node))) return undefined;
    const all = this.#given.get(this.#ownName(node)) ?? [];
    const [only, other] = all.filter(({ target }) => this.#ownerOf(target) === owner);
    return other === undefined ? only?.value : undefined;
  }

  /** The list that a name is each item of in turn: `for (const each of list)`. */
  listOf(name: Node): Node | undefined {
    const { isOnce, list } = this.#nameOf(name) ?? {};
    return isOnce === true ? list : undefined;
  }

  /** The class that a property of `this` is in, and the same text for all variables. */
  #ownerOf(node: Node): Node | string | undefined {
    if (node.type === 'Identifier') return 'variable';
    return node.type === 'MemberExpression' ? this.#owners.ownerOf(node.object) : node;
  }

  /** The expression that a constant has as its value. */
  constant(name: Node): Node | undefined {
    const { isOnce, node, member } = this.#nameOf(name) ?? {};
    return isOnce === true && member === undefined ? node : undefined;
  }

  /** Whether the file binds a name once in its scope. */
  isOnce(name: Node): boolean {
    return this.#nameOf(name)?.isOnce === true;
  }

  #nameOf(node: Node): Name | undefined {
    return this.#names.get(this.#scopes.idOf(node) ?? '');
  }

  /** The name of a variable with its scope, or that of a property without the object that has it. */
  #ownName(node: Node): string {
    const name = node.type === 'MemberExpression' ? memberName(node.property, node.computed) : this.#scopes.idOf(node);
    return name ?? '';
  }

  /** The bindings of these names. */
  readonly bindings: Bindings = {
    has: (name) => this.#outer.has(name),
    moduleOf: (name, at) => {
      const id = this.#idAt(name, at);
      return isOuter(id) && this.#names.get(id)?.isOnce === true ? this.#outer.moduleOf(name) : undefined;
    },
    resolve: (name, _, at) => {
      const id = this.#idAt(name, at);
      return this.#once(id, () => this.#valueOf(id));
    },
    thisAt: (node) => {
      const owner = this.#owners.ownerOf(node);
      return owner === undefined ? UNKNOWN : this.#once(owner, () => classify(owner, this.bindings, []));
    },
  };

  #idAt(name: string, at: Node | undefined): string {
    return at === undefined ? name : (this.#scopes.idOf(at) ?? name);
  }

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

  #valueOf(id: string): Value {
    const found = this.#names.get(id);
    const global = found === undefined ? GLOBALS.get(id) : undefined;
    if (global !== undefined) return global;
    if (found === undefined && COMMON_JS.test(id)) return this.#exports(id);
    if (found?.isOnce !== true) return UNKNOWN;
    const { node, list, member } = found;
    if (member !== undefined && node !== undefined)
      return memberValue(node, member === ALL ? undefined : member, this.bindings);
    if (this.#outer.has(id)) return this.#outer.resolve(id, []);
    if (list !== undefined) return { ...UNKNOWN, itemOf: classify(list, this.bindings, []) };
    return node === undefined ? UNKNOWN : classify(node, this.bindings, []);
  }
}

/** The names of the exports in a CommonJS module that declares no others. */
const COMMON_JS = /^(?:exports|module)$/;

/** Whether an expression is an export: `exports.check`, or `module.exports.check`. */
function isExport(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const { object } = node;
  return isNamed(object, 'exports') || (object.type === 'MemberExpression' && isNamed(object.object, 'module'));
}

/** `check` and its name in the object, of `{ check }`, `{ run: check }` and `{ [name]: check }`. */
function memberOf(property: Node): [Node, string][] {
  if (property.type !== 'Property' || property.value.type !== 'Identifier') return [];
  return [[property.value, propertyName(property.key, property.computed) ?? ALL]];
}
