import type { FieldRead } from '../calls/context-uses.ts';
import { contextUses } from '../calls/context-uses.ts';
import { checkPathTexts } from '../calls/path-texts.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { formatLocation } from '../diagnostics/source.ts';
import { parseAgain } from '../module/syntax.ts';
import { contextReads } from './context-reads.ts';
import { UNSET_BEFORE } from './early-guards.ts';
import { finalValues } from './final-values.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { Modules } from './module-reader.ts';
import type { Verifier } from './unscoped-verifiers.ts';

/** Reports what verifiers and the functions that get the context from them read before it is set: a rule with it would never refuse. */
export function checkVerifierReads(verifiers: readonly Verifier[], modules: Modules, report: Report): void {
  const reported = new Map<string, Diagnostic>();
  const uses = [...new Set(verifiers.map((each) => contextUses(each, each.taking, undefined, UNSET_BEFORE)))];
  for (const { value, at, isSure } of uses.flatMap(({ reads }) => reads)) {
    // Only the build's own code sets the input. The others can be names of middleware too.
    const isNever = value === 'input' || (isSure === true && value === 'auth');
    reported.set(formatLocation(at), messages.earlyInVerifier(at, value, isNever));
  }
  for (const { value, at, ...taking } of uses.flatMap(({ receivers }) => receivers)) {
    const helpers = finalValues({ source: at.source, value }, modules).map((each) => ({ ...each, taking }));
    const [read] = contextReads(helpers, modules, UNSET_BEFORE);
    // It can be another verifier.
    if (read !== undefined && !reported.has(formatLocation(read.at)))
      reported.set(formatLocation(at), messages.earlyInHelper(at, read.value, read.at));
  }
  reported.forEach(report);
}

/**
 * The parameters that verifiers read by their names, also in functions that get the context from them, without those in a path of a router around the operations:
 * `prefix: '/{org}'`.
 */
export function verifierParameters(
  verifiers: readonly Verifier[],
  modules: Modules,
  apps: readonly ModuleFacts[],
): (FieldRead & { readonly scheme: string })[] {
  const paths = apps.flatMap(({ source }) => source.text.match(/(['"`])\/.*?\1/g) ?? []);
  const isOfRouter = (name: string): boolean =>
    paths.some((path) => path.includes(`:${name}`) || path.includes(`{${name}`));
  return verifiers.flatMap(({ scheme, ...each }) =>
    contextReads([each], modules)
      .filter(({ value }) => value.startsWith('params.') && !isOfRouter(value.slice('params.'.length)))
      .map((read) => ({ ...read, scheme })),
  );
}

/** Adds the comparisons of paths with which verifiers refuse by their results, such as `return undefined`. */
export function withVerifierPaths(
  diagnostics: readonly Diagnostic[],
  verifiers: readonly Verifier[],
): readonly Diagnostic[] {
  const bodies = new Map<SourceText, Set<number>>();
  for (const { source, value } of verifiers)
    // Few files need the walk.
    if (value.bodyAt !== undefined && /\b(?:path|url)\b/.test(source.text))
      getOrAdd(bodies, source, () => new Set<number>()).add(value.bodyAt.start);
  const found = [...bodies].flatMap(([source, starts]) => {
    const all: Diagnostic[] = [];
    const syntax = parseAgain(source);
    if (syntax !== undefined) checkPathTexts(source, syntax, (diagnostic) => all.push(diagnostic), starts);
    return all.filter(({ guarded }) => guarded !== undefined);
  });
  // Those of other guards are among them. Each has all comparisons of its file.
  return [...diagnostics.filter(({ guarded, at }) => guarded === undefined || !bodies.has(at.source)), ...found];
}
