import type { Node } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { FieldValue, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { visitEach } from '../module/nodes.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Comparison } from './comparisons.ts';
import { comparisonVisitor, isSum, valuesIn } from './comparisons.ts';
import { ContextPaths } from './context-paths.ts';
import { namesSet } from './early-reads.ts';
import { NamesBoundOnce } from './names-bound-once.ts';
import type { AnyFunction } from './read-order.ts';

/**
 * Reports comparisons of `ctx.auth`, `ctx.params` and `ctx.input` with null or with a literal of some type, as if they had never such a value, and those of
 * `ctx.query` with a text, as if it were that of a list: see `withoutKnownOperations`.
 *
 * @param context The functions that get the context, as far as their file shows it, and its fields, such as `auth.*`.
 */
export function checkFieldValues(
  source: SourceText,
  syntax: Syntax,
  { owners, fields }: { readonly owners: readonly AnyFunction[]; readonly fields: readonly string[] },
  report: Report,
): void {
  // Few files need the walk.
  if (
    !/\b(?:auth|params|input|query)\b/.test(source.text) ||
    !/[!=]==|\bswitch\b|\.\s*(?:includes|has|indexOf)\b/.test(source.text)
  )
    return;
  const { program } = syntax;
  const names = new NamesBoundOnce(syntax);
  const paths = new ContextPaths(program, owners);
  const comparisons: Comparison[] = [];
  new Visitor(
    visitEach(
      names.visitor(),
      paths.visitor(),
      comparisonVisitor((each) => void comparisons.push(each)),
    ),
  ).visit(program);
  for (const comparison of comparisons) {
    const kind = kindOf(comparison, names);
    const field = kind && ((kind === 'string' && queryOf(comparison.value)) || fieldOf(comparison));
    if (kind === undefined || field === undefined || isSet(field)) continue;
    const { start, end } = bareExpression(comparison.value);
    const at = locationIn(source, start, end);
    report({ ...messages.neverNull(at, field), value: { field, kind } });
  }

  /** `auth.token`, `input.path.id`. A value with a default is another one. */
  function fieldOf(comparison: Comparison): string | undefined {
    const path = (isStrict(comparison) && paths.valueOf(comparison.value)?.names) || [];
    return fields.includes(`${path.slice(0, -1).join('.')}.*`) ? path.join('.') : undefined;
  }

  /** `query.tags` of `ctx.query.tags`, also with a default. */
  function queryOf(given: Node): string | undefined {
    const [, field] = /^(?:request\.)?(query\.[^.]+)$/.exec(paths.of(given)?.names.join('.') ?? '') ?? [];
    return field;
  }

  function isSet(field: string): boolean {
    const set = namesSet(program);
    const all = field.split('.');
    return [all[0]!, all.slice(0, 2).join('.'), all.slice(-2).join('.')].some((each) => set.has(each));
  }
}

/** Whether a comparison takes the type of its values into account, and the whole of them. */
function isStrict({ node, extent }: Comparison): boolean {
  if (node.type === 'BinaryExpression') return node.operator.length === 3;
  return extent === 'whole' && (node.type === 'SwitchStatement' || node.type === 'CallExpression');
}

/** The only kind of literals that a value is compared with. */
function kindOf({ others }: Comparison, names: NamesBoundOnce): FieldValue['kind'] | undefined {
  if (others.some(isSum)) return undefined;
  const kinds = new Set(others.flatMap((each) => valuesIn(each, names)).map(kindOfLiteral));
  const [only] = kinds;
  return kinds.size === 1 ? only : undefined;
}

function kindOfLiteral(node: Node): FieldValue['kind'] | undefined {
  if (node.type === 'TemplateLiteral') return 'string';
  if (node.type !== 'Literal') return undefined;
  if (node.raw === 'null') return 'null';
  const type = typeof node.value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined;
}
