import type { CallExpression, MemberExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { isNamed, lastName, literalText, propertyName } from '../module/nodes.ts';
import type { LocalValues } from './local-values.ts';
import { isRequest, ITEM, MAX_COPIES } from './local-values.ts';
import type { RequestValues } from './client-values.ts';
import { WRAPS, wraps } from './client-values.ts';
import { isMap } from './named-calls.ts';

/** The value that an expression has if variables of the environment are unset. */
export interface UnsetValue {
  /** `text`: one that clients can find out, such as `Bearer undefined`; `none`: one that they can't send, or an error. */
  readonly kind: 'undefined' | 'empty' | 'text' | 'none';
  /** Whether it is an item of a list. */
  readonly isItem?: true;
  /** The variables; `*` is any. */
  readonly names: readonly string[];
}

/** The name of a variable that only the running program knows. */
export const ANY = '*';
const PROCESS = /^(?:node:)?process$|^cloudflare:workers$/;

/** Finds the expressions of a file that have variables of the environment in them. */
export class UnsetValues {
  readonly #values: LocalValues;
  readonly #requests: RequestValues;
  readonly #known = new Map<Node, UnsetValue | undefined>();

  constructor(values: LocalValues, requests: RequestValues) {
    this.#values = values;
    this.#requests = requests;
  }

  /** Those in a function, with the values there. */
  within(values: LocalValues): UnsetValues {
    return new UnsetValues(values, this.#requests.within(values));
  }

  of(given: Node): UnsetValue | undefined {
    const node = bareExpression(given);
    if (!this.#known.has(node)) {
      // It is unknown while it is looked into, so that `const a = a` ends.
      this.#known.set(node, undefined);
      this.#known.set(node, this.#valueOf(node));
    }
    return this.#known.get(node);
  }

  #valueOf(node: Node): UnsetValue | undefined {
    switch (node.type) {
      case 'Identifier':
        return this.#ofName(node);
      case 'MemberExpression':
        return this.#ofMember(node.object, this.#nameOf(node) ?? ANY);
      case 'CallExpression':
        return this.#ofCall(node);
      case 'LogicalExpression':
        return node.operator === '&&' ? undefined : this.#withDefault(this.of(node.left), node.right, node.operator);
      case 'TemplateLiteral':
        return this.#sum([...node.quasis, ...node.expressions].toSorted((a, b) => a.start - b.start));
      case 'BinaryExpression':
        return node.operator === '+' ? this.#sum(operandsOf(node)) : undefined;
      case 'ArrayExpression':
        return itemOf(node.elements.map((each) => (each === null ? undefined : this.of(each))).find(isFound));
      case 'NewExpression':
        return this.#ofNew(lastName(node.callee), node.arguments[0]);
      default:
        return undefined;
    }
  }

  #nameOf({ property, computed }: MemberExpression): string | undefined {
    return propertyName(computed ? this.#values.originOf(property) : property, computed);
  }

  /** A set, a map by its keys, or a pattern. */
  #ofNew(name: string, given: Node | undefined): UnsetValue | undefined {
    if (given === undefined) return undefined;
    if (name === 'RegExp') {
      const source = this.of(given);
      return source?.kind === 'undefined' ? { ...source, kind: 'empty' } : source;
    }
    if (name === 'Set') {
      const list = this.of(given);
      return list?.kind === 'undefined' && list.isItem !== true ? itemOf({ ...list, kind: 'none' }) : list;
    }
    if (name !== 'Map' || given.type !== 'ArrayExpression') return undefined;
    const keys = given.elements.flatMap((each) => (each?.type === 'ArrayExpression' ? (each.elements[0] ?? []) : []));
    return itemOf(keys.map((each) => this.of(each)).find(isFound));
  }

  /** Whether an expression is `process.env`, or another object with the environment. */
  isEnvironment(given: Node, steps: number = MAX_COPIES): boolean {
    const node = bareExpression(given);
    if (node.type === 'Identifier') {
      const { node: value, path = [] } = this.#values.sourceOf(node) ?? {};
      if (value === undefined || steps === 0) return false;
      return path.length === 0
        ? this.isEnvironment(value, steps - 1)
        : path.length === 1 && path[0] === 'env' && isOwner(value);
    }
    return node.type === 'MemberExpression' && lastName(node) === 'env' && isOwner(bareExpression(node.object));
  }

  #ofName(name: Node): UnsetValue | undefined {
    const { node, path = [], fallback } = this.#values.sourceOf(name) ?? {};
    if (node === undefined) return undefined;
    if (path[0] === ITEM) return this.#itemIn(node);
    const found = path.length === 0 ? this.of(node) : this.#inObject(node, path);
    return fallback === undefined ? found : this.#withDefault(found, fallback, '??');
  }

  #itemIn(list: Node): UnsetValue | undefined {
    const { isItem, ...found } = this.of(list) ?? {};
    return isItem === true ? (found as UnsetValue) : undefined;
  }

  #inObject(node: Node, [name, ...others]: readonly string[]): UnsetValue | undefined {
    if (others.length === 0) return this.#ofMember(node, name!);
    return name === 'env' && others.length === 1 && isOwner(bareExpression(node)) ? unset(others[0]!) : undefined;
  }

  /** A variable, or a property of an object that the file makes. */
  #ofMember(object: Node, name: string): UnsetValue | undefined {
    if (this.isEnvironment(object)) return unset(name);
    const owner = bareExpression(object);
    const { node, path = [] } = this.#values.sourceOf(owner) ?? {};
    const made = node && path.length === 0 ? unfrozen(bareExpression(node)) : undefined;
    for (const each of made?.type === 'ObjectExpression' ? made.properties : [])
      if (each.type === 'Property' && propertyName(each.key, each.computed) === name) return this.of(each.value);
    return undefined;
  }

  #ofCall(node: CallExpression): UnsetValue | undefined {
    const { callee, arguments: given } = node;
    const name = lastName(callee);
    if (callee.type !== 'MemberExpression') {
      const result = this.#values.resultOf(callee);
      const inner = result && this.#values.within(node);
      const found = inner && this.within(inner).of(result!);
      if (found !== undefined) return found;
      return wraps(node, this.#values) ? this.#wrapped(name, given) : undefined;
    }
    if (name === 'get' && lastName(callee.object) === 'env' && isNamed(rootOf(callee), 'Deno'))
      return unset((given[0] && literalText(given[0])) ?? ANY);
    if (!WRAPS.test(name) && !isMap(callee) && name !== 'filter') return undefined;
    const owner = this.of(callee.object);
    if (owner?.isItem === true && isMap(callee)) return this.#mapped(given[0]);
    if (owner?.kind === 'undefined') return isShort(callee) ? owner : { ...owner, kind: 'none' };
    // The condition leaves out empty texts, as far as it isn't known.
    if (name === 'filter') return owner?.isItem === true ? { ...owner, kind: 'none' } : undefined;
    if (isMap(callee)) return undefined;
    if (owner === undefined) return this.#wrapped(name, [callee.object, ...given]);
    return name === 'split' ? itemOf(owner) : owner;
  }

  /** A list with the results of a function for the items of another one. */
  #mapped(given: Node | undefined): UnsetValue | undefined {
    const result = given && this.#values.resultOf(given);
    return result && itemOf(this.of(result));
  }

  /** The result of a function that throws an error for undefined. */
  #wrapped(name: string, given: readonly Node[]): UnsetValue | undefined {
    const found = this.#onlyUnset(given);
    if (found === undefined || found.kind === 'none') return found;
    const hasOthers = /hmac/i.test(name) || given.some((each) => this.#requests.of(each) !== undefined);
    if (found.kind !== 'undefined') return hasOthers ? { ...found, kind: 'text' } : found;
    if (name === 'String') return { ...found, kind: 'text' };
    return { ...found, kind: name === 'encode' ? 'empty' : 'none' };
  }

  #sum(parts: readonly Node[]): UnsetValue | undefined {
    const found = this.#onlyUnset(parts);
    if (found === undefined || found.kind === 'none') return found;
    const texts = parts.map((each) => (this.of(each) === undefined ? fixedText(each) : '')).join('');
    if (found.kind !== 'empty') return { ...found, kind: 'text' };
    // A header has no space at its end, and a pattern can begin with "^".
    return texts === '' || texts === '^' ? found : { ...found, kind: texts.endsWith(' ') ? 'none' : 'text' };
  }

  /** The unset value among some, if the client knows all the others. */
  #onlyUnset(parts: readonly Node[]): UnsetValue | undefined {
    let found: UnsetValue | undefined;
    for (const each of parts) {
      const value = this.of(each);
      if (value !== undefined) {
        const names = [...new Set([...(found?.names ?? []), ...value.names])];
        found = { ...(found === undefined || found.kind === 'empty' || value.kind === 'none' ? value : found), names };
      } else if (!this.#isKnown(each)) return undefined;
    }
    return found;
  }

  #isKnown(given: Node, steps: number = MAX_COPIES): boolean {
    const node = bareExpression(given);
    if (fixedText(node) !== undefined || this.#requests.of(node) !== undefined) return true;
    if (node.type === 'Identifier') {
      const { node: value, path } = this.#values.sourceOf(node) ?? {};
      // A class or a function of all programs: `Buffer`.
      return value === undefined
        ? /^(?:Buffer|crypto|CryptoJS)$/.test(node.name)
        : steps > 0 && path?.length === 0 && this.#isKnown(value, steps - 1);
    }
    if (node.type === 'NewExpression') return node.arguments.length === 0;
    if (node.type !== 'CallExpression') return false;
    return wraps(node, this.#values) && node.arguments.every((each) => this.#isKnown(each, steps));
  }

  /** A value with another one in its place: `process.env.KEY ?? ''`. A text that isn't empty can be one that only the developer knows. */
  #withDefault(value: UnsetValue | undefined, fallback: Node, operator: string): UnsetValue | undefined {
    if (value === undefined || /text|none/.test(value.kind) || value.isItem === true) return value;
    if (operator === '??' && value.kind === 'empty') return value;
    const { names } = value;
    const node = this.#values.originOf(fallback);
    if (literalText(node) === '') return { kind: 'empty', names };
    // A list with an empty text: `KEYS?.split(',') ?? ['']`.
    if (node.type === 'ArrayExpression' && node.elements.some((each) => each !== null && literalText(each) === ''))
      return { kind: 'empty', names, isItem: true };
    // No item can be in it.
    if (node.type === 'ArrayExpression' && node.elements.length === 0) return { kind: 'none', names, isItem: true };
    if (isNamed(node, 'undefined')) return value;
    const other = this.of(node);
    return other && { ...other, names: [...new Set([...names, ...other.names])] };
  }
}

function unfrozen(node: Node): Node {
  const [object] = node.type === 'CallExpression' && lastName(node.callee) === 'freeze' ? node.arguments : [];
  return object === undefined ? node : bareExpression(object);
}

/** The operands of a sum, which can have very many. */
function operandsOf(sum: Node): Node[] {
  const found: Node[] = [];
  let node = sum;
  for (; node.type === 'BinaryExpression' && node.operator === '+'; node = bareExpression(node.left))
    found.unshift(node.right);
  return [node, ...found];
}

function unset(name: string): UnsetValue {
  return { kind: 'undefined', names: [name] };
}

function itemOf(value: UnsetValue | undefined): UnsetValue | undefined {
  return value && { ...value, isItem: true };
}

function isFound(value: UnsetValue | undefined): boolean {
  return value !== undefined;
}

/** Whether an object has the environment as its property `env`: `process`, `import.meta`, `ctx`. */
function isOwner(given: Node): boolean {
  const node = bareExpression(given);
  if (node.type === 'MetaProperty' || isRequest(node)) return true;
  // The source of an import.
  if (node.type === 'Literal') return PROCESS.test(String(node.value));
  return /^(?:process|Bun|cloudflare)$/.test(lastName(node));
}

export function rootOf(node: MemberExpression): Node {
  const object = bareExpression(node.object);
  return object.type === 'MemberExpression' ? rootOf(object) : object;
}

/** Whether a chain ends before a call, without an error, if its first value is undefined: `map` of `KEYS?.split(',').map(trim)`. */
function isShort({ optional, object }: MemberExpression): boolean {
  if (optional) return true;
  return object.type === 'CallExpression' && object.callee.type === 'MemberExpression' && isShort(object.callee);
}

/** The text of a literal, or of a part of a template. */
function fixedText(node: Node): string | undefined {
  return node.type === 'TemplateElement' ? (node.value.cooked ?? '') : literalText(node);
}
