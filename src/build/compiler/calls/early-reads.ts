import type { Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, identifierName, literalText, patternTargets, propertyName } from '../module/nodes.ts';
import type { AnyFunction } from './read-order.ts';
import type { EarlyCall, EarlyRead, Taking } from './early-uses.ts';
import { ReadOrder } from './read-order.ts';
import type { Value } from '../module/value.ts';

/**
 * Finds the reads of fields that the first parameter of a function lacks until the function calls the second one.
 *
 * @param fields Such as `auth`, `input.body` and `auth.*`. One that the file sets itself is left out.
 */
export function findEarlyReads(
  text: string,
  program: Program,
  found: AnyFunction,
  fields: readonly string[],
): readonly EarlyRead[] {
  return findEarly(text, program, found, fields).reads;
}

/** The same, and the calls that get the context as early. */
export function findEarly(
  text: string,
  program: Program,
  found: AnyFunction,
  fields: readonly string[],
): { readonly reads: readonly EarlyRead[]; readonly calls: readonly EarlyCall[] } {
  // Few files need the walk.
  return fields.some((field) => text.includes(lastName(field))) ? readsOf(program, found, fields) : NOTHING;
}

/** The same in any function, which may only pass the context on. */
export function readsOf(
  program: Program,
  found: AnyFunction,
  fields: readonly string[],
  taking?: Taking,
): { readonly reads: readonly EarlyRead[]; readonly calls: readonly EarlyCall[] } {
  const set = namesSet(program);
  const own = fields.filter((field) => !set.has(field) && !set.has(field.split('.')[0]!));
  if (own.length === 0) return NOTHING;
  const order = new ReadOrder(own);
  const reads = order.readIn(found, taking).filter(({ field }) => !set.has(field));
  return { reads, calls: order.calls };
}

const NOTHING = { reads: [], calls: [] };

function lastName(field: string): string {
  return field.replace(/\.\*$/, '').replace(/^.*\./, '');
}

/**
 * The function that a value is; undefined if another function gets it.
 *
 * @param isHandler Whether it may be a generator, whose body runs when its stream begins. A call of any other generator runs nothing.
 */
export function functionAt(
  program: Program,
  { bodyAt, isWrapped, isGenerator }: Value,
  isHandler = false,
): AnyFunction | undefined {
  if (bodyAt === undefined || isWrapped === true || (isGenerator === true && !isHandler)) return undefined;
  const found = functionsOf(program).get(bodyAt.start);
  return found?.body?.end === bodyAt.end ? found : undefined;
}

const functionsByProgram = new WeakMap<Program, ReadonlyMap<number, AnyFunction>>();

/** The functions of a file by the starts of their bodies. */
function functionsOf(program: Program): ReadonlyMap<number, AnyFunction> {
  return getOrAdd(functionsByProgram, program, () => findFunctions(program));
}

function findFunctions(program: Program): ReadonlyMap<number, AnyFunction> {
  const found = new Map<number, AnyFunction>();
  const enter = (node: Node): void => {
    const { body } = node as AnyFunction;
    if (body !== null) found.set(body.start, node as AnyFunction);
  };
  new Visitor(functionVisitor(enter)).visit(program);
  return found;
}

const namesByProgram = new WeakMap<Program, ReadonlySet<string>>();

/** The names of the properties that a file assigns, also with the name before them: `body` and `input.body`. */
export function namesSet(program: Program): ReadonlySet<string> {
  return getOrAdd(namesByProgram, program, () => findNamesSet(program));
}

function findNamesSet(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (left: Node): void => {
    for (const node of patternTargets(left).map(bareExpression)) {
      if (node.type !== 'MemberExpression') continue;
      const name = propertyName(node.property, node.computed);
      const object = bareExpression(node.object);
      const before =
        object.type === 'MemberExpression' ? propertyName(object.property, object.computed) : identifierName(object);
      if (name !== undefined) names.add(name).add(`${before}.${name}`);
    }
  };
  new Visitor({
    AssignmentExpression: ({ left }) => add(left),
    CallExpression({ callee, arguments: given }) {
      // `Object.assign(ctx, { auth })`, and `Object.defineProperty(ctx, 'auth', ...)`.
      if (callee.type !== 'MemberExpression' || identifierName(callee.object) !== 'Object') return;
      for (const one of given.slice(1)) {
        const name = literalText(one);
        if (name !== undefined) names.add(name);
        for (const each of one.type === 'ObjectExpression' ? one.properties : [])
          if (each.type === 'Property') names.add(propertyName(each.key, each.computed) ?? '');
      }
    },
  }).visit(program);
  return names;
}
