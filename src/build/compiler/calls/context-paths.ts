import type { Node, Program } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import {
  functionVisitor,
  identifierName,
  parametersOf,
  patternTargets,
  propertyName,
  visitEach,
} from '../module/nodes.ts';
import { LocalValues } from './local-values.ts';
import type { AnyFunction } from './read-order.ts';
import { CONTEXT } from './refusals.ts';

/** The names that lead from a context to an expression: `operation` and `id` of `ctx.operation.id`. */
export interface ContextPath {
  readonly names: readonly string[];
  /** Whether it is known to be a context of a request, and not only by its name. */
  readonly isSure: boolean;
}

/** How many names and parts of expressions are followed. */
const MAX_STEPS = 8;

/** Knows which expressions of a file are parts of the context. */
export class ContextPaths {
  /** The values of the names in the file, which the visitor sees too. */
  readonly values: LocalValues;
  readonly #owners: Set<Node>;
  /** The names of the contexts that such functions get, and those in patterns in place of them. */
  readonly #sure = new Map<string, 'context' | 'part'>();

  /** @param owners Functions that get the context. Middleware is known by its parameters. */
  constructor(program: Program, owners: readonly AnyFunction[]) {
    this.values = new LocalValues(program);
    this.#owners = new Set(owners);
  }

  /** The parts of a visitor that see the names. */
  visitor(): object {
    const enter = (node: Node & { params: readonly Node[] }): void => {
      const [context] = parametersOf(node);
      if (context === undefined || !this.takesContext(node)) return;
      for (const each of patternTargets(context))
        this.#sure.set(this.values.idOf(each) ?? '', each === context ? 'context' : 'part');
    };
    return visitEach(this.values.visitor(), functionVisitor(enter));
  }

  /** Adds a function that gets the context, before the walk goes into it. */
  addOwner(node: Node): void {
    this.#owners.add(node);
  }

  takesContext(node: Node & { params: readonly Node[] }): boolean {
    return this.#owners.has(node) || isMiddleware(node);
  }

  /** Undefined for anything else. */
  of(given: Node, steps: number = MAX_STEPS): ContextPath | undefined {
    const node = bareExpression(given);
    if (steps === 0) return undefined;
    if (node.type === 'Identifier') return this.#ofName(node, steps);
    // `ctx.operation ?? {}`
    if (node.type === 'LogicalExpression') return node.operator === '&&' ? undefined : this.of(node.left, steps - 1);
    if (node.type !== 'MemberExpression') return undefined;
    const name = propertyName(node.property, node.computed);
    return name === undefined ? undefined : below(this.of(node.object, steps - 1), [name]);
  }

  /** The same, unless something else takes the place of a missing value: `ctx.auth.token ?? null`, `{ token = null }`. */
  valueOf(given: Node, steps: number = MAX_STEPS): ContextPath | undefined {
    const node = bareExpression(given);
    if (steps === 0 || node.type === 'LogicalExpression') return undefined;
    const { node: value, path, fallback } = this.values.sourceOf(node) ?? {};
    if (fallback !== undefined) return undefined;
    return value !== undefined && path?.length === 0 ? this.valueOf(value, steps - 1) : this.of(node, steps);
  }

  #ofName(name: Node, steps: number): ContextPath | undefined {
    const known = this.#sure.get(this.values.idOf(name) ?? '');
    const source = this.values.sourceOf(name);
    const isContext = known === 'context' || (known === undefined && CONTEXT.test(identifierName(name)!));
    if (source === undefined) return isContext ? { names: [], isSure: known === 'context' } : undefined;
    if (source.node !== undefined) return below(this.of(source.node, steps - 1), source.path);
    return known === 'part' ? { names: source.path, isSure: true } : undefined;
  }
}

function below(owner: ContextPath | undefined, names: readonly string[]): ContextPath | undefined {
  return owner && { ...owner, names: [...owner.names, ...names] };
}

/** Whether a function takes a context and `next`. */
export function isMiddleware(node: { readonly params: readonly Node[] }): boolean {
  const [ctx, next] = parametersOf(node);
  return (
    node.params.length < 4 &&
    next !== undefined &&
    /^_?next$/.test(identifierName(next) ?? '') &&
    (ctx?.type === 'ObjectPattern' || /^_?c(?:tx|ontext)?$/.test(identifierName(ctx!) ?? ''))
  );
}
