import type { CallExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { isNamed, lastName, literalText } from '../module/nodes.ts';
import type { Choice, LocalValues } from './local-values.ts';
import { isRequest, ITEM } from './local-values.ts';
import { isNothing } from './returned-values.ts';

/** A value that a client sends. */
export interface RequestValue {
  /** The field of the context that it is in. */
  readonly field: string;
  /** Whether it is undefined if the client leaves it out. */
  readonly canBeUndefined: boolean;
  readonly canBeEmpty: boolean;
  /** Whether it is the match of a pattern, which has each of its parts. */
  readonly isMatch?: boolean;
}

const FIELDS = /^(?:headers?|query|cookies|input|auth|body|credentials|ip)$/;
/** Methods of lists and maps whose result can be missing. */
const FINDS = /^(?:get|at|pop|shift|find)$/;
/** Methods that find a pattern in a text. */
export const MATCHES: RegExp = /^(?:exec|match)$/;
/** The parts that credentials may lack, although they are never empty: one behind a separator, and a name in a certificate. */
const PART_OF_CREDENTIALS = /^(?:[1-9]\d*|CN|OU?|subjectaltname)$/;
/** Methods that can leave nothing of a text. */
export const CUTS: RegExp = /^(?:atob|trim\w*|replace|replaceAll|slice|split|substring)$/;
/** Functions that make one value of another one, which must not be undefined. */
export const WRAPS: RegExp =
  /hash|hmac|sha(?:\d|$)|md5|^(?:String|atob|btoa|digest|update|from|encode|trim\w*|to\w+Case|toString|normalize|replace|slice|split)$/i;

/** Whether a call is one of these, or of a function of the file that makes a hash: `digest` of `createHash('sha256').update(key).digest()`. */
export function wraps({ callee }: CallExpression, values: LocalValues): boolean {
  const result = values.resultOf(callee);
  return WRAPS.test(lastName(callee)) || (result?.type === 'CallExpression' && lastName(result.callee) === 'digest');
}

/** Finds the values in a file that clients send. */
export class RequestValues {
  readonly #text: string;
  readonly #values: LocalValues;
  readonly #known = new Map<Node, RequestValue | undefined>();

  constructor(text: string, values: LocalValues) {
    this.#text = text;
    this.#values = values;
  }

  /** Those in a function, with the values there. */
  within(values: LocalValues): RequestValues {
    return new RequestValues(this.#text, values);
  }

  /** The value of an expression, if it comes from the request. */
  of(given: Node): RequestValue | undefined {
    const node = bareExpression(given);
    if (!this.#known.has(node)) {
      // It is unknown while it is looked into, so that `const a = a` ends.
      this.#known.set(node, undefined);
      this.#known.set(node, this.#valueOf(node));
    }
    return this.#known.get(node);
  }

  #valueOf(node: Node): RequestValue | undefined {
    switch (node.type) {
      case 'Identifier':
        return this.#ofName(node);
      case 'MemberExpression':
        return isRequest(bareExpression(node.object))
          ? fieldOf(lastName(node))
          : this.#part(this.of(node.object), lastName(node) || indexIn(node.property), this.#isOptional(node));
      case 'CallExpression':
        return this.#ofCall(node);
      case 'AwaitExpression':
        return this.of(node.argument);
      case 'ConditionalExpression': {
        const { test, consequent, alternate } = node;
        return this.#oneOf([consequent, alternate].map((value) => ({ test, value })));
      }
      case 'LogicalExpression':
        return node.operator === '&&' ? undefined : withDefault(this.of(node.left), node.right);
      case 'TemplateLiteral':
        return node.expressions.map((each) => textOf(this.of(each))).find((each) => each !== undefined);
      default:
        return undefined;
    }
  }

  #ofName(name: Node): RequestValue | undefined {
    const { node, path, fallback } = this.#values.sourceOf(name) ?? {};
    if (path === undefined) return this.#oneOf(this.#values.choicesOf(name));
    const isContext = node === undefined || isRequest(bareExpression(node));
    const found = isContext
      ? this.#inContext(path)
      : path.reduce((owner, each) => this.#part(owner, each), this.of(node));
    return fallback === undefined ? found : withDefault(found, fallback);
  }

  /** The value that some names lead to in the context: `headers` and `x-key`. */
  #inContext([field = '', ...path]: readonly string[]): RequestValue | undefined {
    if (/^req(?:uest)?$/.test(field)) return this.#inContext(path);
    return path.reduce((owner, each) => this.#part(owner, each), fieldOf(field));
  }

  /** One of some values, if each of the others is undefined, null or an empty text. */
  #oneOf(choices: readonly Choice[]): RequestValue | undefined {
    const found = choices.map(({ test, value }) => {
      const sent = this.of(value);
      if (sent === undefined || test === undefined) return sent ?? blankOf(value);
      const isTested = this.#isTested(value, test);
      return {
        ...sent,
        canBeUndefined: sent.canBeUndefined && !isTested,
        // A header has no space at its end.
        canBeEmpty: sent.canBeEmpty && !isTested && !/\.startsWith\((['"`])\w+ \1\)/.test(this.#textOf(test)),
      };
    });
    const sent = found.find((each) => each !== undefined && 'field' in each);
    if (sent === undefined || found.includes(undefined)) return undefined;
    const canBeUndefined = found.some((each) => each!.canBeUndefined);
    return { ...(sent as RequestValue), canBeUndefined, canBeEmpty: found.some((each) => each!.canBeEmpty) };
  }

  /** Whether a condition tests a value. It doesn't show whether a value that isn't a list is set. */
  #isTested(value: Node, test: Node): boolean {
    const text = this.#textOf(test);
    return !text.startsWith('Array.isArray(') && text.includes(this.#textOf(value));
  }

  #textOf({ start, end }: Node): string {
    return this.#text.slice(start, end);
  }

  #isOptional(node: Node): boolean {
    return this.#textOf(node).includes('?.');
  }

  #part(owner: RequestValue | undefined, name: string, isOptional = false): RequestValue | undefined {
    if (owner === undefined || /^(?:length|size|host)$/.test(name)) return undefined;
    if (name === ITEM) return { ...owner, canBeUndefined: false };
    if (owner.isMatch === true) return { ...owner, canBeUndefined: isOptional, isMatch: name === 'groups' };
    if (owner.field === 'input') return { ...owner, field: `input.${name}`, canBeUndefined: false };
    return { ...owner, canBeUndefined: this.#canLack(owner.field, name) };
  }

  /** Whether a client may leave out a value of a field. The build refuses a request without a required parameter. */
  #canLack(field: string, name: string): boolean {
    switch (field) {
      case 'input.path':
        return false;
      case 'credentials':
        return PART_OF_CREDENTIALS.test(name);
      case 'input.body':
        return this.#mayBeMissing(name);
      case 'input.query':
      case 'input.header':
      case 'input.cookie':
        return !this.#isRequired(name);
      case 'auth':
        return true;
      default:
        // A text that is split has a first part.
        return name !== '0';
    }
  }

  /** Whether a contract in the file declares a required parameter of this name. In another file, it can be optional. */
  #isRequired(name: string): boolean {
    return [...this.#text.matchAll(/@param\s+\{[^\n]*\}\s+(?:\w+\.)?([\w-]+)/g)].some(
      ([, parameter]) => parameter!.toLowerCase() === name.toLowerCase(),
    );
  }

  /** Whether a contract in the file declares a parameter or a property of this name that clients may leave out. */
  #mayBeMissing(name: string): boolean {
    return [...this.#text.matchAll(/\[[\w.]*?([\w-]+)(?:=[^\]]*)?\]|([\w-]+)['"]?\?\s*:/g)].some(
      ([, parameter, property]) => (parameter ?? property)!.toLowerCase() === name.toLowerCase(),
    );
  }

  /** The result of `text.match(pattern)` or `pattern.exec(text)`. */
  #matchOf(name: string, object: Node, given: Node | undefined): RequestValue | undefined {
    if (given === undefined || !MATCHES.test(name)) return undefined;
    const [text, pattern] = name === 'exec' ? [given, object] : [object, given];
    const { regex } = this.#values.originOf(pattern) as { regex?: { pattern: string } };
    const sent = regex && this.of(text);
    // `(.*)`
    return sent && { ...sent, canBeUndefined: true, canBeEmpty: /\*\??\)/.test(regex.pattern), isMatch: true };
  }

  #ofCall(node: CallExpression): RequestValue | undefined {
    const { callee, arguments: given } = node;
    const name = lastName(callee);
    const object = callee.type === 'MemberExpression' ? bareExpression(callee.object) : undefined;
    if (object !== undefined && isRequest(object)) return name === 'get' ? HEADER : undefined;
    const match = object && this.#matchOf(name, object, given[0]);
    if (match !== undefined) return match;
    const owner = object && this.of(object);
    if (owner !== undefined && FINDS.test(name)) return { ...owner, canBeUndefined: true };
    if (owner !== undefined) {
      return {
        ...owner,
        canBeUndefined: owner.canBeUndefined && this.#isOptional(node),
        canBeEmpty: owner.canBeEmpty || CUTS.test(name),
      };
    }
    const result = this.#values.resultOf(callee);
    const inner = result && this.#values.within(node);
    const found = inner && this.within(inner).of(result!);
    if (found !== undefined) return found;
    return wraps(node, this.#values)
      ? given.map((each) => textOf(this.of(each))).find((each) => each !== undefined)
      : undefined;
  }
}

/** The result of something that isn't a value of the client: undefined, null or an empty text. */
export function blankOf(given: Node): Pick<RequestValue, 'canBeUndefined' | 'canBeEmpty'> | undefined {
  const canBeUndefined = isNamed(given, 'undefined') || (given.type === 'UnaryExpression' && given.operator === 'void');
  const canBeEmpty = literalText(given) === '';
  return canBeUndefined || canBeEmpty || isNothing(given) ? { canBeUndefined, canBeEmpty } : undefined;
}

/** The result of `ctx.get`, which is an empty text without the header. */
const HEADER: RequestValue = { field: 'headers', canBeUndefined: false, canBeEmpty: true };

/** `1` of `parts[1]`. */
function indexIn(property: Node): string {
  return property.type === 'Literal' ? String(property.value) : '';
}

function fieldOf(field: string): RequestValue | undefined {
  return FIELDS.test(field)
    ? { field, canBeUndefined: false, canBeEmpty: !/^(?:auth|credentials|ip)$/.test(field) }
    : undefined;
}

function textOf(value: RequestValue | undefined): RequestValue | undefined {
  return value && { ...value, canBeUndefined: false };
}

function withDefault(value: RequestValue | undefined, given: Node): RequestValue | undefined {
  if (value === undefined) return undefined;
  const fallback = bareExpression(given);
  const isMatch = value.isMatch === true;
  // Those of a match have other parts: `exec(text) ?? ['', 'none']`.
  if (isMatch && (fallback.type !== 'ArrayExpression' || fallback.elements.length > 0)) return undefined;
  return {
    ...value,
    canBeUndefined: value.canBeUndefined && isNamed(fallback, 'undefined'),
    canBeEmpty: value.canBeEmpty || literalText(fallback) === '',
    isMatch: false,
  };
}
