import type { Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { TextTest } from '../diagnostics/diagnostic.ts';
import { visitEach } from '../module/nodes.ts';
import { scopesOf } from '../module/scopes.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Comparison, ComparedText } from './comparisons.ts';
import { comparisonVisitor, isSum, textsIn } from './comparisons.ts';
import { ContextFields } from './context-fields.ts';
import { LocalValues } from './local-values.ts';
import { NamesBoundOnce } from './names-bound-once.ts';
import { segmentIn } from './path-segments.ts';
import type { RefusalKind } from './refusing-tests.ts';
import { RefusingTests } from './refusing-tests.ts';

/** A comparison of a field of the context. */
export interface ContextComparison extends Comparison {
  /** `path`, `operation.id` */
  readonly field: string;
  readonly texts: readonly ComparedText[];
  /** The segment of the field that is compared, if it is one. */
  readonly segment?: number;
  /** Whether the texts are only parts of what it is compared with. */
  readonly isSum: boolean;
  /** How code refuses a request if it matches a text; undefined if it doesn't. */
  readonly refusalOf: (text: ComparedText) => RefusalKind | undefined;
  /** Whether code that refuses other requests lets one pass if it matches. */
  readonly isPass: boolean;
}

const byProgram = new WeakMap<Program, readonly ContextComparison[]>();

/**
 * Finds the comparisons of a file with fields of the context, of its request or of the operation.
 *
 * @param verifiers The starts of the bodies of functions that are known to be verifiers.
 */
export function contextComparisons(
  syntax: Pick<Syntax, 'program' | 'bindings'>,
  verifiers?: ReadonlySet<number>,
): readonly ContextComparison[] {
  if (verifiers !== undefined) return findComparisons(syntax, verifiers);
  return getOrAdd(byProgram, syntax.program, () => findComparisons(syntax));
}

function findComparisons(
  syntax: Pick<Syntax, 'program' | 'bindings'>,
  verifiers?: ReadonlySet<number>,
): readonly ContextComparison[] {
  const { program } = syntax;
  const names = new NamesBoundOnce(syntax);
  const values = new LocalValues(program);
  const fields = new ContextFields(names, scopesOf(program));
  const tests = new RefusingTests(names, values, verifiers && { verifiers });
  const found: Comparison[] = [];
  const visitors = [
    names.visitor(),
    values.visitor(),
    fields.visitor(),
    tests.visitor(),
    comparisonVisitor((each) => void found.push(each)),
  ];
  new Visitor(visitEach(...visitors)).visit(program);
  const ofFields = found.flatMap((each) => {
    const segment = each.extent === 'whole' ? segmentIn(each.value, values) : undefined;
    const field = fields.of(segment?.path ?? each.value);
    if (field === undefined) return [];
    return segment === undefined
      ? [{ ...each, field }]
      : [{ ...each, field, extent: 'part' as const, segment: segment.index }];
  });
  if (ofFields.length === 0) return [];
  const [refusing, passing] = [tests.found(), tests.passing()];
  return ofFields.map((each) => ({
    ...each,
    texts: each.others.flatMap((other) => textsIn(other, names)),
    isSum: each.others.some(isSum),
    refusalOf: ({ node }) => refusing.get(each.node) ?? refusing.get(node),
    isPass: passing.has(each.node),
  }));
}

/** How a value is compared with a text or a regular expression; undefined if only the running program knows. */
export function testOf(
  { extent, isSum: isPart, segment }: ContextComparison,
  { node, text }: ComparedText,
): TextTest | undefined {
  if (isPart) return undefined;
  if (node.type === 'Literal' && 'regex' in node)
    return { extent: 'pattern', text: node.regex.pattern, flags: node.regex.flags };
  if (text === undefined) return undefined;
  return segment === undefined ? { extent, text } : { extent: 'segment', text, index: segment };
}
