import type { Schema } from '../../../shared/contract/operation.ts';
import { CURSOR_NAME } from '../../../shared/contract/cursor.ts';
import { expandOr } from '../../../shared/schema/expand.ts';
import { checkReferences, checkUntyped } from '../definitions/consistency.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { SchemaDefinition } from '../definitions/model.ts';
import { includesSet } from '../definitions/includes.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { Declarations, DeclaredResponse } from '../language/declared.ts';
import { isWholeBody } from './body-groups.ts';
import { checkDescribed, overlayDescribed } from '../language/described.ts';
import type { ListSet } from '../language/list-includes.ts';
import { LIST_INCLUDES, listInclude } from '../language/list-includes.ts';
import type { DirectoryContract } from './directory.ts';
import { declaresReturn } from './directory.ts';
import { isSuccess } from './list.ts';
import type { PlacedParameter } from './parameters.ts';
import { describeParameter, resolveParameters } from './parameters.ts';
import { resolveResponses } from './responses.ts';
import { checkCovered, checkSecurity, checkWeaker } from './security.ts';
import { isInWebhooks, withoutVersion } from './tree-files.ts';
import { checkWeakerParameters } from './weaker-parameters.ts';

/** The parts of a contract that operations inherit from directories, with the includes resolved. */
export interface Layer extends Pick<Declarations, 'headers' | 'security' | 'described' | 'extensions'> {
  readonly parameters: readonly Declared<PlacedParameter>[];
  readonly responses: readonly Declared<DeclaredResponse>[];
}

/** The contract of a directory, with those of the directories around it. */
export interface Inherited {
  readonly layer: Layer;
  /** Outermost first. */
  readonly contracts: readonly DirectoryContract[];
}

/**
 * Finds the contract of the nearest directory around a path that has one.
 *
 * @param inherited By directory of today, with a `/` at its end.
 */
export function inheritedBy(inherited: ReadonlyMap<string, Inherited>, given: string): Inherited | undefined {
  const path = withoutVersion(given);
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const found = inherited.get(path.slice(0, end + 1));
    if (found !== undefined) return found;
  }
  return isInWebhooks(path) ? undefined : inherited.get('');
}

/**
 * Puts a contract over the one of the directory around it. A parameter, a status and a header replace the outer ones, `@security` replaces all of the outer
 * alternatives. Directives follow their descriptions: tags add up.
 *
 * The inner responses come first, because the first success is the response for a handler's result.
 */
export function overlay(outer: Layer | undefined, inner: Layer): Layer {
  if (outer === undefined) return inner;
  const { parameters, responses, headers, security, described } = inner;
  return {
    parameters: [...without(outer.parameters, parameters, describeParameter), ...parameters],
    responses: [
      ...responses,
      ...without(outer.responses, responses, ({ status }) => status).map(({ value, ...rest }) => ({
        ...rest,
        value: { ...value, headers: without(value.headers, headers, ({ name }) => name.toLowerCase()) },
      })),
    ],
    headers: [...outer.headers, ...headers],
    security: security.length > 0 ? security : outer.security,
    described: overlayDescribed(outer.described, described),
    extensions: [...outer.extensions, ...inner.extensions],
  };
}

/** The entries that no inner entry has the key of. */
function without<T>(
  outer: readonly Declared<T>[],
  inner: readonly Declared<T>[],
  keyOf: (value: T) => string,
): readonly Declared<T>[] {
  const overridden = new Set(inner.map(({ value }) => keyOf(value)));
  return overridden.size === 0 ? outer : outer.filter(({ value }) => !overridden.has(keyOf(value)));
}

/** Resolves the contract of a directory. Its mistakes are reported here, once, and not by each operation. */
export function resolveDirectory(
  contract: DirectoryContract,
  parent: Inherited | undefined,
  definitions: Definitions,
  report: Report,
): Inherited {
  const { declarations } = contract;
  checkDefinitionNames(declarations, definitions, report);
  const parameters = directoryParameters(contract, definitions, report);
  const responses = resolveResponses(declarations, definitions, report);
  const find = (name: string): SchemaDefinition | undefined => definitions.schemas.get(name);
  // Operations expand their schemas. One that is too large becomes any value, so that they do not report it again.
  const limit = <T extends { readonly schema: Schema | undefined }>(
    entries: readonly Declared<T>[],
    nameOf: (value: T) => string,
  ): Declared<T>[] =>
    entries.map(({ value, ...rest }) => {
      let schema = value.schema;
      const tooLarge = (): void => {
        report(messages.expandedTooFar(rest.at, nameOf(value)));
        schema = {};
      };
      if (schema !== undefined) expandOr(schema, find, tooLarge);
      return { ...rest, value: { ...value, schema } };
    });
  const { security, described, extensions } = declarations;
  const layer: Layer = {
    parameters: limit(parameters, ({ name }) => name),
    responses: limit(responses, ({ status }) => status).map((response) => ({
      ...response,
      value: { ...response.value, headers: limit(response.value.headers, ({ name }) => name) },
    })),
    headers: limit(declarations.headers, ({ name }) => name),
    security,
    described,
    extensions,
  };
  checkWeaker(security, parent?.layer.security, definitions, report);
  checkWeakerParameters(layer.parameters, parent?.layer.parameters, definitions, report);
  const merged = overlay(parent?.layer, layer);
  checkDescribed(described, merged.described, undefined, report);
  return { layer: merged, contracts: [...(parent?.contracts ?? []), contract] };
}

/** Reports the names in a comment that nothing defines. */
export function checkDefinitionNames(declarations: Declarations, definitions: Definitions, report: Report): void {
  const hasOrder = declarations.listSets.some(({ value }) => value.set === 'sort');
  for (const each of declarations.parameterIncludes)
    if (!hasOrder || !isBareCursor(each, definitions)) checkInclude(each, definitions.parameters, report, true);
  for (const each of declarations.responseIncludes) checkInclude(each, definitions.responses, report);
  checkReferences(declarations.references, definitions, report);
  checkUntyped(declarations.untyped, definitions, report);
  checkSecurity(declarations.security, definitions.document, report);
  checkCovered(declarations.security, report);
}

/** Whether an include is the built-in cursor without keys. */
export function isBareCursor({ value }: Declared<string>, { parameters }: Definitions): boolean {
  return value === CURSOR_NAME && !parameters.has(CURSOR_NAME);
}

function checkInclude(
  { value, at }: Declared<string>,
  known: ReadonlyMap<string, unknown>,
  report: Report,
  isOfParameters = false,
): void {
  if (known.has(value)) return;
  const builtIn = isOfParameters ? listInclude(value) : undefined;
  report(
    builtIn?.entries === undefined
      ? messages.unknownInclude(at, value, [...known.keys(), ...(isOfParameters ? Object.keys(LIST_INCLUDES) : [])])
      : messages.listEntries(at, value as ListSet),
  );
}

/** The parameters that operations of all methods can inherit. */
function directoryParameters(
  { declarations, template }: DirectoryContract,
  definitions: Definitions,
  report: Report,
): Declared<PlacedParameter>[] {
  const isPaging = (include: Declared<string>): boolean => includesSet(include, definitions.parameters, 'paging');
  const { parameters, parameterIncludes } = declarations;
  for (const include of parameterIncludes.filter(isPaging)) report(messages.directoryPaging(include.at));
  for (const { value, at } of declarations.listSets) report(messages.misplacedSet(at, value.set));
  const placed = resolveParameters(
    { parameters, parameterIncludes: parameterIncludes.filter((include) => !isPaging(include)), consumes: [] },
    template,
    // Only definitions can have such a parameter.
    () => 'body',
    definitions,
    report,
  );
  return placed.filter(({ value, at, via }) => {
    if (value.place !== 'body') return true;
    const { name } = value;
    if (isWholeBody(value)) report(messages.directoryBody(at, name, via));
    else if (value.in === 'body') report(messages.directoryBody(at, `body.${name}`, via));
    else report(messages.unplacedInclude(at, name, template, via ?? []));
    return false;
  });
}

/** A report of a list's mistakes. One at an inherited line is reported at the include of `paging`, with a note. */
export function reportList(
  { responses, at }: { readonly responses: Layer['responses']; readonly at: Location },
  inherited: Inherited | undefined,
  definitions: Definitions,
  report: Report,
): Report {
  // A success that a directory fails to declare has been reported there.
  if (!responses.some(isSuccess) && mayInheritSuccess(inherited, definitions)) return () => {};
  const sources = new Set(inherited?.contracts.map(({ comment }) => comment.at.source));
  return (diagnostic) =>
    report(
      sources.has(diagnostic.at.source)
        ? { ...diagnostic, at, notes: [{ message: 'inherited from here', at: diagnostic.at }, ...diagnostic.notes] }
        : diagnostic,
    );
}

/** Whether a directory declares a success, even if it is invalid. */
function mayInheritSuccess(inherited: Inherited | undefined, { responses }: Definitions): boolean {
  return (inherited?.contracts ?? []).some(
    (contract) =>
      declaresReturn(contract) || contract.declarations.responseIncludes.some(({ value }) => !responses.has(value)),
  );
}
