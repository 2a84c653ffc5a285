import type { Expression, Node, Program, Statement } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { exportNameOf, identifierName, isNamed, lastName, literalText, propertyName } from './nodes.ts';
import { unwrap } from './static-values.ts';

/** An export whose value is not classified yet. */
export interface FoundExport {
  readonly name: string;
  readonly span: Span;
  /** Its expression, or the name of its binding; undefined for a value of another module. */
  readonly of: Node | string | undefined;
  /** The specifier of that module. */
  readonly from?: string | undefined;
  /** Its name in that module; undefined for the module itself. */
  readonly imported?: string | undefined;
  /** The offsets that the comment of the value can precede. */
  readonly anchors: readonly number[];
}

/** An export that an assignment gives its value. */
export interface AssignedExport extends FoundExport {
  readonly of: Node;
}

/** A variable, or a property of its value, that an assignment changes. */
interface Target {
  readonly node: Node;
  /** `exports`; `module` for `module.exports`; otherwise the name of a variable whose property `default` is set. */
  readonly of: string;
  readonly name: string | undefined;
}

/** A statement that assigns exports. */
export interface Assignment {
  readonly targets: readonly Target[];
  readonly value: Expression;
}

/** Whether an assignment changes `module.exports` or a property of the exports. */
export function isExporting({ of, name }: Target): boolean {
  return of === 'module' || (of === 'exports' && name !== undefined);
}

/** Reads `module.exports = x`, `export = x`, `exports.a = x`, `module.exports.a = x`, `exports = x`, and chains of them. */
export function assignmentOf(statement: Statement): Assignment | undefined {
  if (statement.type === 'TSExportAssignment')
    return { targets: [{ node: statement, of: 'module', name: undefined }], value: unwrap(statement.expression) };
  if (statement.type !== 'ExpressionStatement') return undefined;
  const targets: Target[] = [];
  let value: Expression = unwrap(statement.expression);
  while (value.type === 'AssignmentExpression' && value.operator === '=') {
    const target = targetOf(value.left);
    if (target !== undefined) targets.push(target);
    value = unwrap(value.right);
  }
  return targets.length === 0 ? undefined : { targets, value };
}

/** The exports, or one of them, that an expression is. */
export function targetOf(node: Node): Target | undefined {
  if (node.type !== 'MemberExpression')
    return isNamed(node, 'exports') ? { node, of: 'exports', name: undefined } : undefined;
  const literal = node.computed && node.property.type === 'Literal' ? String(node.property.value) : undefined;
  const name = literal ?? propertyName(node.property, node.computed);
  const variable = identifierName(node.object);
  if (variable === 'module') return name === 'exports' ? { node, of: 'module', name: undefined } : undefined;
  const owner = targetOf(node.object);
  if (owner === undefined)
    return variable !== undefined && name === 'default' ? { node, of: variable, name } : undefined;
  return owner.name === undefined && name !== undefined ? { node, of: owner.of, name } : undefined;
}

/** `Object.defineProperty(exports, '__esModule', ...)`, as compilers write it. */
export function marksModule({ callee, arguments: [target, name] }: Node & { type: 'CallExpression' }): boolean {
  if (callee.type !== 'MemberExpression' || !isNamed(callee.property, 'defineProperty')) return false;
  return target !== undefined && name !== undefined && literalText(name) === '__esModule';
}

/** The exports that a call adds some to, without reading them: `Object.assign(exports, ...)`, `__exportStar(x, exports)`. */
export function changedBy({ callee, arguments: [first, second] }: Node & { type: 'CallExpression' }): Node | undefined {
  const isAdding =
    callee.type === 'MemberExpression' &&
    /^(?:Object|Reflect)$/.test(identifierName(callee.object) ?? '') &&
    /^(?:assign|set|definePropert(?:y|ies))$/.test(lastName(callee));
  const changed = isNamed(callee, '__exportStar') ? second : isAdding ? first : undefined;
  const target = changed && targetOf(changed);
  return target?.name === undefined ? target?.node : undefined;
}

/** An object, or another value, that `exports` or `module.exports` is while a module runs. */
class Exported {
  /** Its assignment to `module.exports` or `exports`; undefined for the first object, and for others that the text shows. */
  own: AssignedExport | undefined;
  /** Where it was assigned. */
  span: Span | undefined;
  readonly named = new Map<string, AssignedExport>();
  /** The properties that were replaced. */
  readonly overwritten: AssignedExport[] = [];

  set(each: AssignedExport): void {
    const previous = this.named.get(each.name);
    if (previous !== undefined) this.overwritten.push(previous);
    this.named.set(each.name, each);
  }
}

/** A CommonJS module as far as it assigns exports in separate statements, which are run in their order. */
export class AssignedExports {
  /** Whether it assigns any. */
  readonly isCommonJs: boolean;
  #exports = new Exported();
  #module = this.#exports;
  /** All values that were exported. */
  readonly #all = new Set([this.#module]);
  readonly #variables = new Map<string, Exported>();
  /** The values before each statement. */
  readonly #times: { readonly start: number; readonly exports: Exported; readonly module: Exported }[] = [];

  constructor({ body }: Program) {
    let isCommonJs = false;
    for (const statement of body) {
      this.#times.push({ start: statement.start, exports: this.#exports, module: this.#module });
      const assignment = assignmentOf(statement);
      if (assignment === undefined) continue;
      isCommonJs ||= assignment.targets.some(isExporting);
      this.#assign(assignment, statement);
    }
    this.isCommonJs = isCommonJs;
  }

  /** The value of `module.exports` at the end, unless the text shows an object. */
  get own(): AssignedExport | undefined {
    return this.#module.own;
  }

  /** The properties of `module.exports` at the end. */
  get named(): AssignedExport[] {
    return [...this.#module.named.values()];
  }

  /** The exports that aren't there at the end, with what is in their places, as far as the text shows it. */
  get replaced(): { readonly each: AssignedExport; readonly by: Span | undefined }[] {
    return [...this.#all].flatMap((exported) => {
      const { own, named, overwritten } = exported;
      const replaced = overwritten.map((each) => ({ each, by: named.get(each.name)?.span }));
      if (exported === this.#module) return replaced;
      const lost = [...(own === undefined ? [] : [own]), ...named.values()];
      return [...replaced, ...lost.map((each) => ({ each, by: this.#module.span }))];
    });
  }

  /** Whether `exports` or `module.exports` is at an offset what it is at the end. */
  isLast(of: 'exports' | 'module', offset: number): boolean {
    return this.#times.findLast(({ start }) => start <= offset)?.[of] === this.#module;
  }

  #assign({ targets, value }: Assignment, { start, end }: Statement): void {
    const span = { start, end };
    const owners = targets.map(({ of }) => this.#valueOf(of));
    const known = this.#known(value);
    const isWhole = targets.some(({ name }) => name === undefined);
    const made = isWhole ? this.#made(known, span) : this.#module;
    for (const [i, { of, name }] of [...targets.entries()].toReversed())
      if (name !== undefined) owners[i]!.set({ name, of: known, anchors: [start], span });
      else if (of === 'exports') this.#exports = made;
      else this.#module = made;
  }

  #valueOf(of: string): Exported {
    if (of === 'exports' || of === 'module') return of === 'module' ? this.#module : this.#exports;
    const known = this.#variables.get(of) ?? new Exported();
    this.#variables.set(of, known);
    return known;
  }

  /** A value, or what an export is that it reads: `module.exports = exports.default`. */
  #known(value: Node): Node {
    const target = targetOf(value);
    if (target?.name === undefined) return value;
    return this.#valueOf(target.of).named.get(target.name)?.of ?? value;
  }

  /** The value that `exports` or `module.exports` becomes. A variable has the same one each time. */
  #made(value: Node, span: Span): Exported {
    const target = targetOf(value);
    if (target !== undefined && target.name === undefined) return this.#valueOf(target.of);
    const variable = identifierName(value);
    const made = variable === undefined ? new Exported() : this.#valueOf(variable);
    this.#all.add(made);
    made.span = span;
    if (value.type === 'ObjectExpression') for (const each of propertyExports(value, span.start)) made.set(each);
    else made.own = { name: 'default', of: value, anchors: [span.start], span };
    return made;
  }
}

/** `module.exports = { a, b: x, c() {} }`. */
function propertyExports({ properties }: Node & { type: 'ObjectExpression' }, start: number): AssignedExport[] {
  return properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return [];
    const name = exportNameOf(property.key as { type: string; name?: string; value?: unknown });
    const span = { start: property.start, end: property.end };
    return [{ name, of: property.value, anchors: [property.start, start], span }];
  });
}
