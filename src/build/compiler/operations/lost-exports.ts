import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import type { ModuleExports, ReplacedExport } from '../module/exports.ts';
import { mayBeFunction } from '../module/exports.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Value } from '../module/value.ts';
import { AUTHORIZE, isForeignGuard, isNamedForGuard } from './guard-names.ts';
import { findWrapping, looksLikeMiddleware, refusesAccess } from './helper-middleware.ts';

/** Reports exports of a CommonJS operation or `_middleware` file that can guard, and that others replace. */
export function checkReplaced(source: SourceText, syntax: Syntax, { replaced }: ModuleExports, report: Report): void {
  for (const each of replaced) if (mayGuard(source, syntax, each)) report(diagnosticOf(source, each));
}

/** The diagnostics of the same in a helper, whose exports can be anything: their code has to show that they guard. */
export function replacedGuards(source: SourceText, syntax: Syntax, { replaced }: ModuleExports): Diagnostic[] {
  if (replaced.length === 0) return [];
  const wrapping = findWrapping(source, syntax, replaced).filter(({ isSure, refuses }) => isSure || refuses);
  return replaced
    .filter(({ name, span, value }) =>
      name === AUTHORIZE ? mayBeFunction(value) : wrapping.some((each) => each.span.start === span.start),
    )
    .map((each) => diagnosticOf(source, each));
}

function diagnosticOf(source: SourceText, { name, span, by }: ReplacedExport): Diagnostic {
  return messages.replacedExport({ source, span }, name, by && { source, span: by });
}

function mayGuard(source: SourceText, syntax: Syntax, each: ReplacedExport): boolean {
  if (each.name === 'default' || each.name === AUTHORIZE) return mayBeFunction(each.value) || hasGuard(each.value);
  return (
    isNamedForGuard(each, source) ||
    looksLikeMiddleware(each, source) ||
    refusesAccess(source, syntax, each) ||
    isForeignGuard(each, source, syntax)
  );
}

/** Whether an object would export middleware or `authorize`. */
function hasGuard({ members = [] }: Value): boolean {
  return members.some(({ name, value }) => (name === 'default' || name === AUTHORIZE) && mayBeFunction(value));
}
