import type { Node } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Declared, SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { identifierName, propertyName } from '../module/nodes.ts';
import type { Parsed } from './located-calls.ts';
import { guardCalls } from './guard-calls.ts';
import { LocalValues } from './local-values.ts';
import { CONTEXT } from './refusals.ts';

/** The fields of `ctx.state` that a file uses, such as `state.user`, and those of the context itself, such as `user`. */
export interface StateUses {
  /** Those that it tests, or of which it reads properties. */
  readonly tested: readonly Declared<string>[];
  /** Those that it may wait for: it awaits, returns or passes them on. */
  readonly awaited: readonly string[];
}

/** In place of the fields of `ctx.state`: any of them. */
export const ANY_FIELD = 'state.*';

/** In place of the first parameter of a function that takes fields of it. */
const PARAMETER = '{}';
/** In place of an expression that is not a name. */
const OTHER = '()';
/** How many names and parts of expressions are followed. */
const MAX_STEPS = 8;

export function findStateUses(source: SourceText, parsed: Parsed): StateUses {
  const { tests, used } = guardCalls(parsed);
  const values = new LocalValues(parsed.program);
  new Visitor(values.visitor()).visit(parsed.program);
  const namesOf = (given: Node, steps = MAX_STEPS): readonly string[] => {
    const node = bareExpression(given);
    if (steps === 0) return [OTHER];
    if (node.type === 'MemberExpression')
      return [...namesOf(node.object, steps - 1), propertyName(node.property, node.computed) ?? '*'];
    // `ctx.state.user ?? null`
    if (node.type === 'LogicalExpression' && node.operator !== '&&') return namesOf(node.left, steps - 1);
    const name = identifierName(node);
    if (name === undefined) return [OTHER];
    const { node: from, path } = values.sourceOf(node) ?? {};
    if (path === undefined) return [name];
    return [...(from === undefined ? [PARAMETER] : namesOf(from, steps - 1)), ...path];
  };
  return {
    tested: tests.flatMap((node) => {
      const names = namesOf(node);
      // Other objects have a state too: `store.state.user`.
      const isOwn = names.length < 3 ? names[0] === 'state' || CONTEXT.test(names[0]!) : isContext(names[0]!);
      const value = isOwn && names.length < 4 ? fieldOf(names) : undefined;
      return value === undefined ? [] : { value, at: locationIn(source, node.start, node.end) };
    }),
    awaited: [...new Set(used.flatMap((node) => fieldOf(namesOf(node)) ?? []))],
  };
}

function isContext(name: string): boolean {
  return name === PARAMETER || CONTEXT.test(name);
}

function fieldOf(names: readonly string[]): string | undefined {
  const [owner, name] = names.slice(-2);
  if (name === undefined) return undefined;
  if (name === 'state' && names.length === 2 && isContext(owner!)) return ANY_FIELD;
  return owner === 'state' ? `state.${name}` : names.length === 2 ? name : undefined;
}
