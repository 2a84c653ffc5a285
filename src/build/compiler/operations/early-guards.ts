import type { Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { isMiddleware } from '../calls/context-paths.ts';
import type { FieldRead } from '../calls/context-uses.ts';
import { contextUses, isOfBody, NAMED_FIELDS } from '../calls/context-uses.ts';
import { findEarly, findEarlyReads, functionAt } from '../calls/early-reads.ts';
import type { Export, ModuleExports } from '../module/exports.ts';
import type { OrderedCall } from '../calls/late-refusals.ts';
import { checkFieldValues } from '../calls/field-values.ts';
import { findLateRefusals, findPassedResponses } from '../calls/late-refusals.ts';
import { findUnendedRefusals } from '../calls/unended-refusals.ts';
import { checkUnknownFields } from '../calls/unknown-fields.ts';
import { findUnsetResponse } from '../calls/unset-response.ts';
import { functionVisitor, identifierName, lastName, parametersOf } from '../module/nodes.ts';
import type { AnyFunction } from '../calls/read-order.ts';
import type { EarlyCall, EarlyRead } from '../calls/early-uses.ts';
import { takesWhole } from '../calls/early-uses.ts';
import type { ShownValue, Value } from '../module/value.ts';
import type { Syntax } from '../module/syntax.ts';
import { AUTHORIZE } from './guard-names.ts';

/** The fields that only some operations have. */
const LATE = ['current', 'list', 'paging'];
/** The fields that are set after middleware and verifiers. */
export const UNSET_BEFORE: readonly string[] = ['auth', 'input', ...LATE];
/** The fields that are set when the operation is found: before the middleware of `_middleware` files, and after that of the app. */
const OF_OPERATION = ['operation', 'params', 'version', '_matchedRoute'];
/** The fields that are set after `authorize`. */
const AFTER_AUTHORIZE = ['input.body', 'input.type', 'current', 'list'];

/**
 * Reports what middleware does on the wrong side of its `next()`: reads of `ctx.auth` and `ctx.input` before it, with which a rule would never refuse, and
 * refusals in spite of which the operation runs.
 *
 * @returns The calls that may refuse the request, in spite of which the operation runs too.
 */
export function checkMiddlewareOrder(
  source: SourceText,
  syntax: Syntax,
  { value }: Export,
  report: Report,
): readonly OrderedCall[] {
  const { program } = syntax;
  const own = (value.items ?? [value]).flatMap((each) => functionAt(program, each) ?? []);
  // A factory of the file may make it.
  const all = new Set([...own, ...middlewareIn(source, program)]);
  return [...all].flatMap((each) => checkOrder(source, syntax, each, report, true));
}

/** Reports the same in a module that others take middleware from: in each of its functions of a context and `next`. */
export function checkSharedOrder(source: SourceText, syntax: Syntax, report: Report): readonly OrderedCall[] {
  return middlewareIn(source, syntax.program).flatMap((each) => checkOrder(source, syntax, each, report));
}

/**
 * The diagnostics of the functions of a module that middleware of an app would have, by the starts of their bodies: such middleware runs before the operation
 * is found.
 *
 * @param middleware That of the module's own apps. Other functions of a context and `next` can be that of an app elsewhere.
 */
export function earlyInApps(
  source: SourceText,
  { program, bindings }: Syntax,
  middleware: readonly Value[],
): ReadonlyMap<number, readonly Diagnostic[]> {
  // Few modules need the walk.
  if (!OF_OPERATION.some((field) => source.text.includes(field))) return new Map();
  const found = [...middlewareIn(source, program), ...middleware.flatMap((each) => functionAt(program, each) ?? [])];
  return new Map(
    found.flatMap((each) => {
      const reported: Diagnostic[] = [];
      const report: Report = (diagnostic) => void reported.push(diagnostic);
      const { reads, calls } = findEarly(source.text, program, each, OF_OPERATION);
      for (const { field, span, isSure } of reads)
        report(messages.earlyOperation({ source, span }, field, isSure && field === 'operation'));
      reportHelpers(source, { program, bindings }, calls, OF_OPERATION, report);
      return each.body === null || reported.length === 0 ? [] : [[each.body.start, reported]];
    }),
  );
}

/** The functions of a context and `next`, unless another function than `app.use` gets them, which can change the context before. */
function middlewareIn({ text }: SourceText, program: Program): AnyFunction[] {
  if (!/\bnext\b/.test(text)) return [];
  const found: AnyFunction[] = [];
  const given = new Set<Node>();
  new Visitor({
    ...functionVisitor((node) => isMiddleware(node) && found.push(node as AnyFunction)),
    CallExpression(call) {
      if (lastName(call.callee) !== 'use') call.arguments.forEach((each) => given.add(each));
    },
  }).visit(program);
  return found.filter((each) => !given.has(each));
}

/** @param isInTree Whether it is that of operations. Around a page, a condition's status such as 404 is right. */
function checkOrder(
  source: SourceText,
  syntax: Syntax,
  found: AnyFunction,
  report: Report,
  isInTree = false,
): readonly OrderedCall[] {
  const { refusals, calls: ordered } = findLateRefusals(source.text, found);
  for (const { span, isAfter, isOther } of refusals)
    if (isOther !== true) report(messages.lateRefusal({ source, span }, isAfter));
    else if (isInTree) report(messages.lateResponse({ source, span }));
  reportUnsetResponse(source, found, 'middleware', report);
  const { reads, calls } = findEarly(source.text, syntax.program, found, UNSET_BEFORE);
  for (const { field, span, isSure } of reads)
    // Only the build's own code sets the input. The others can be names of middleware too.
    report(messages.earlyRead({ source, span }, field, field === 'input' || (isSure && field === 'auth')));
  reportHelpers(source, syntax, calls, UNSET_BEFORE, report);
  return ordered;
}

const readsByHelper = new WeakMap<AnyFunction, Map<readonly string[], readonly EarlyRead[]>>();

/** Reports calls of functions of the file that get the context and read a field too early. Middleware isn't one: its reads are reported there. */
function reportHelpers(
  source: SourceText,
  { program, bindings }: Pick<Syntax, 'program' | 'bindings'>,
  calls: readonly EarlyCall[],
  fields: readonly string[],
  report: Report,
): void {
  for (const { callee, span } of calls.filter(takesWhole)) {
    const name = identifierName(callee);
    const helper = name !== undefined && bindings.has(name) && functionAt(program, bindings.resolve(name, []));
    if (!helper || parametersOf(helper).length > 1) continue;
    const known = getOrAdd(readsByHelper, helper, () => new Map<readonly string[], readonly EarlyRead[]>());
    const [read] = getOrAdd(known, fields, () => findEarlyReads(source.text, program, helper, fields));
    if (read !== undefined)
      report(
        messages.earlyHelper({ source, span }, read.field, fields !== AFTER_AUTHORIZE, { source, span: read.span }),
      );
  }
}

/**
 * Reports a default of the second parameter of a handler or middleware, which gets `next`, so that a guard in it never runs: `(ctx, user = requireUser(ctx))`.
 */
export function checkDefaults(source: SourceText, { program }: Syntax, { value }: Export, report: Report): void {
  for (const each of value.items ?? [value]) {
    if (each.takesNext !== true) continue;
    const found = functionAt(program, each, true);
    const second = found && parametersOf(found)[1];
    if (second?.type !== 'AssignmentPattern' || /^_?next$/.test(identifierName(second.left) ?? '')) continue;
    report(messages.unusedDefault({ source, span: { start: second.start, end: second.end } }));
  }
}

/** Reports in a handler reads of the response before anything sets it, and refusals by a status after which it goes on. */
export function checkHandler(source: SourceText, { program }: Syntax, { value }: Export, report: Report): void {
  const found = functionAt(program, value, true);
  if (found === undefined) return;
  reportUnsetResponse(source, found, 'handler', report);
  for (const { span, write } of findUnendedRefusals(source.text, found))
    report(messages.unendedRefusal({ source, span }, { source, span: write }));
}

/** Reports reads of the response before anything sets it. */
function reportUnsetResponse(
  source: SourceText,
  found: AnyFunction,
  kind: 'handler' | 'authorize' | 'middleware',
  report: Report,
): void {
  for (const span of findUnsetResponse(source.text, found)) report(messages.earlyResponse({ source, span }, kind));
}

/** Reports reads of the body and of other fields in `authorize`, which runs before they are set, and its responses to requests that it lets pass. */
export function checkGuardReads(source: SourceText, syntax: Syntax, { value }: Export, report: Report): void {
  const { program } = syntax;
  const found = functionAt(program, value);
  if (found === undefined) return;
  reportUnsetResponse(source, found, 'authorize', report);
  for (const { span } of findPassedResponses(source.text, found)) report(messages.passedResponse({ source, span }));
  const { reads, calls } = findEarly(source.text, program, found, AFTER_AUTHORIZE);
  reportHelpers(source, syntax, calls, AFTER_AUTHORIZE, report);
  for (const { field, span } of reads)
    report(
      field.startsWith('input.')
        ? messages.earlyBody({ source, span }, field)
        : messages.earlyField({ source, span }, field),
    );
}

/** The fields that a function reads by their names. Other functions that get its context are found once the modules are known: see `contextReads`. */
export function fieldReads(source: SourceText, syntax: Syntax, value: Value): readonly FieldRead[] {
  const { reads } = contextUses({ source, value }, undefined, () => syntax);
  return reads.filter((each) => !isOfBody(each));
}

/** The middleware of a file that uses the context: that of an export, and all other functions of a context and `next`. */
export function usingContext(source: SourceText, syntax: Syntax, value?: Value): ShownValue[] {
  const found = middlewareIn(source, syntax.program).flatMap(({ body }): Value[] =>
    body === null ? [] : [{ kind: 'function', bodyAt: { start: body.start, end: body.end }, anchors: [] }],
  );
  const own = found.map((each) => ({ source, value: each }));
  const using = own.filter((each) => {
    const { reads, receivers } = contextUses(each, undefined, () => syntax);
    return reads.length > 0 || receivers.length > 0;
  });
  return [...using, ...(value === undefined ? [] : [{ source, value }])];
}

/**
 * Reports reads of fields that `ctx.operation` and `ctx.input` don't have, and comparisons of fields with values that they never have.
 *
 * @param main The export that gets the context too, besides `authorize`; undefined for a module, which can be for anything.
 */
export function checkFields(
  source: SourceText,
  syntax: Syntax,
  { exports }: ModuleExports,
  main: string | undefined,
  report: Report,
): void {
  const owners = exports
    .filter(({ name }) => name === main || name === AUTHORIZE)
    .flatMap(({ value }) => value.items ?? [value])
    .flatMap((each) => functionAt(syntax.program, each, true) ?? []);
  checkUnknownFields(source, syntax, owners, report, main !== undefined);
  checkFieldValues(source, syntax, { owners, fields: NAMED_FIELDS }, report);
}
