import type { CallExpression, MemberExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, identifierName, isNamed, lastName, literalText, propertyName } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { isEach } from './named-calls.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { CONTEXT } from './refusals.ts';

/** A pattern that takes fields. Of parameters without `next`, only those of the operation are taken: any function can have a `path`. */
interface Taking {
  readonly pattern: Node;
  /** Undefined for a context. */
  readonly value: Node | undefined;
  readonly isOperation: boolean;
}

/** A property that a pattern takes of a field. */
export interface TakenPart {
  readonly of: string;
  readonly key: Node;
  readonly computed: boolean;
}

/** The context itself, and its request. */
const WHOLE = '';
/** An operation by its name only, such as the parameter of a helper. */
const ENTRY = 'entry';
/** How many constants and parts of expressions are followed to the field that they are. */
const MAX_STEPS = 8;

/** Finds which field of the context an expression is, also in constants and patterns: `path`, `originalUrl`, `operation.id`. */
export class ContextFields {
  readonly #names: NamesBoundOnce;
  readonly #scopes: Scopes;
  readonly #patterns: Taking[] = [];
  readonly #parts: TakenPart[] = [];
  /** The functions that lists get: `list.filter(({ operation }) => ...)`. */
  readonly #ofItems = new Set<Node>();
  #taken: Map<string, string> | undefined;

  constructor(names: NamesBoundOnce, scopes: Scopes) {
    this.#names = names;
    this.#scopes = scopes;
  }

  /** The parts of a visitor that see the patterns: `const { path } = ctx`, `({ path }, next) => ...`. */
  visitor(): object {
    return {
      CallExpression: ({ callee, arguments: [given] }: CallExpression) => {
        if (given !== undefined && isEach(callee)) this.#ofItems.add(given);
      },
      ...functionVisitor((node) => {
        const [pattern, next] = node.params;
        if (pattern?.type !== 'ObjectPattern' || this.#ofItems.has(node)) return;
        const isOperation = next === undefined || !/^_?next$/.test(identifierName(next) ?? '');
        this.#patterns.push({ pattern, value: undefined, isOperation });
      }),
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
        if (init !== null && id.type === 'ObjectPattern')
          this.#patterns.push({ pattern: id, value: init, isOperation: false });
      },
    };
  }

  /** The field that an expression is, once the walk has ended; undefined if it isn't one. */
  of(given: Node, steps = MAX_STEPS): string | undefined {
    const node = bareExpression(given);
    if (steps === 0) return undefined;
    // `ctx.operation?.operationId ?? ''`
    if (node.type === 'LogicalExpression') return node.operator === '&&' ? undefined : this.of(node.left, steps - 1);
    const url = urlIn(node);
    if (url !== undefined) return pathOf(this.of(url, steps - 1));
    if (node.type === 'MemberExpression') return fieldIn(this.of(node.object, steps - 1), this.#keyOf(node));
    if (node.type !== 'Identifier') return undefined;
    if (CONTEXT.test(node.name)) return WHOLE;
    const value = this.#names.constant(node);
    if (value !== undefined) return this.of(value, steps - 1);
    const taken = this.#names.isOnce(node) ? this.#fields().get(this.#scopes.idOf(node) ?? '') : undefined;
    return taken ?? (node.name === 'operation' ? ENTRY : undefined);
  }

  /** The name of a property, also if it is in a constant. */
  #keyOf({ property, computed }: MemberExpression): string {
    const key = computed ? (this.#names.constant(property) ?? property) : property;
    return propertyName(bareExpression(key), computed) ?? '';
  }

  /** The properties that patterns take: `'x-role'` in `const { 'x-role': role } = ctx.operation.extensions`. */
  parts(): readonly TakenPart[] {
    this.#fields();
    return this.#parts;
  }

  #fields(): ReadonlyMap<string, string> {
    if (this.#taken !== undefined) return this.#taken;
    this.#taken = new Map();
    for (const { pattern, value, isOperation } of this.#patterns)
      this.#take(pattern, value === undefined ? WHOLE : this.of(value), isOperation);
    return this.#taken;
  }

  #take(pattern: Node, field: string | undefined, isOperation: boolean): void {
    if (field === undefined) return;
    if (pattern.type === 'AssignmentPattern') this.#take(pattern.left, field, isOperation);
    if (pattern.type === 'Identifier') this.#taken!.set(this.#scopes.idOf(pattern) ?? '', field);
    for (const each of pattern.type === 'ObjectPattern' ? pattern.properties : []) {
      if (each.type !== 'Property') continue;
      const { key, computed, value } = each;
      this.#parts.push({ of: field, key, computed });
      const name = propertyName(key, computed) ?? '';
      if (!isOperation || name === 'operation') this.#take(value, fieldIn(field, name), false);
    }
  }
}

/** The name of a field of the context, of its request or of the operation, or of an extension: `operation.extensions.x-role`. */
function fieldIn(owner: string | undefined, name: string): string | undefined {
  if (/^(?:operation|entry)(?:\.extensions)?$/.test(owner ?? '')) return `${owner}.${name}`;
  if (owner === 'URL') return name === 'pathname' ? 'path' : undefined;
  if (owner !== WHOLE) return undefined;
  if (/^req(?:uest)?$/.test(name)) return WHOLE;
  return /^(?:path|url|URL|href|originalUrl|method|operation)$/.test(name) ? name : undefined;
}

/** The field that the path of a URL is. */
function pathOf(url: string | undefined): string | undefined {
  return url === 'url' ? 'path' : url === 'originalUrl' ? url : undefined;
}

/** The URL whose path an expression is: `url` of `new URL(url, base).pathname` and `url.split('?')[0]`. */
function urlIn(node: Node): Node | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const object = bareExpression(node.object);
  if (object.type === 'NewExpression' && isNamed(object.callee, 'URL') && lastName(node) === 'pathname')
    return object.arguments[0];
  if (object.type !== 'CallExpression' || object.callee.type !== 'MemberExpression') return undefined;
  const [separator] = object.arguments;
  const isSplit = lastName(object.callee) === 'split' && (separator && literalText(separator)) !== '/';
  return isSplit ? object.callee.object : undefined;
}
