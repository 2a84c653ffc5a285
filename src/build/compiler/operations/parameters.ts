import { anyPathParameter, examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import type { Place } from '../../../shared/contract/enforcement.ts';
import type { Method, Parameter, Schema } from '../../../shared/contract/operation.ts';
import { asRest, restName } from '../../../shared/contract/rest-parameter.ts';
import type { PathTemplate } from '../../../shared/contract/path-template.ts';
import { asComponent, componentOf } from '../../../shared/contract/component-name.ts';
import type { DeclaredParameter, Declarations } from '../language/declared.ts';
import type { Definitions } from '../definitions/collect.ts';
import { includedEntries, mergeIncluded } from '../definitions/includes.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { isNear } from '../diagnostics/report.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ParsedOperation } from './parse.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { isHeaderName } from '../../../shared/contract/enforcement.ts';
import { decodedParts, decodedProperties } from '../../../shared/schema/decoding.ts';
import { defaultType, groupsOf, isWholeBody } from './body-groups.ts';
import { allowedTypes } from './list.ts';

/** A parameter where it is known to be. */
export type PlacedParameter = DeclaredParameter & {
  readonly place: Place | 'body';
  /** The media types of its body, if there are several bodies. */
  readonly body?: string;
};

/** The parameters that built-in includes add. */
export interface AddedParameters {
  /** Those that a `@param` of the comment can replace. */
  readonly overridable: readonly Declared<DeclaredParameter>[];
  /** Those whose names no other parameter can have. */
  readonly fixed: readonly Declared<DeclaredParameter>[];
}

/**
 * The parameters of a comment, the included ones too, each in its place: see docs/guides/parameters.md.
 *
 * @param template The path.
 * @param placeOf The location of a parameter that has no prefix and is not in the path.
 * @param more Further included parameters.
 */
export function resolveParameters(
  declarations: Pick<Declarations, 'parameters' | 'parameterIncludes' | 'consumes'>,
  template: PathTemplate,
  placeOf: (parameter: DeclaredParameter) => Place | 'body',
  definitions: Definitions,
  report: Report,
  more: AddedParameters = { overridable: [], fixed: [] },
): Declared<PlacedParameter>[] {
  const put = (entry: Declared<DeclaredParameter>): Declared<PlacedParameter> => {
    const place = entry.value.in ?? (template.names.includes(entry.value.name) ? 'path' : placeOf(entry.value));
    return { ...entry, value: { ...entry.value, place } };
  };
  const included = includedEntries(
    declarations.parameterIncludes,
    definitions.parameters,
    (value) => `${value.in ?? ''} ${value.name}`,
  );
  const [own, fixed] = [declarations.parameters.map(put), more.fixed.map(put)];
  const added = [...included, ...more.overridable].map(put);
  checkAlike(fixed, [...own, ...added], report);
  added.push(...fixed);
  const bodies = bodyNames([...own, ...added], declarations.consumes);
  const withBody = (entry: Declared<PlacedParameter>): Declared<PlacedParameter> =>
    bodies.has(entry) ? { ...entry, value: { ...entry.value, body: bodies.get(entry)! } } : entry;
  const all = mergeIncluded(own.map(withBody), added.map(withBody), describeParameter, describeParameter, report);
  checkPath(all, template, report);
  for (const { value, at } of all) {
    if ((value.place === 'header' || value.place === 'cookie') && !isHeaderName(value.name))
      report(messages.headerName(at, value.name));
    if (value.explode === false && value.place !== 'query') report(messages.explodePlace(at, value.place));
    checkStyle(value, at, all, definitions, report);
  }
  return all;
}

/** Reports parameters of a list that have the name of another parameter. */
function checkAlike(
  fixed: readonly Declared<PlacedParameter>[],
  others: readonly Declared<PlacedParameter>[],
  report: Report,
): void {
  const first = new Map(others.map((other) => [describeParameter(other.value), other]));
  for (const one of fixed) {
    const key = describeParameter(one.value);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, one);
    else report(messages.alikeParameters(one.at, one.value.name, (earlier.via ?? [earlier.at])[0]!));
  }
}

/** The media types of the body of each part, if there are several bodies. */
function bodyNames(
  all: readonly Declared<PlacedParameter>[],
  consumes: Declarations['consumes'],
): ReadonlyMap<Declared<PlacedParameter>, string> {
  const parts = all.filter(({ value }) => value.place === 'body');
  const groups = groupsOf(parts, consumes);
  if (groups.length < 2) return new Map();
  return new Map(
    groups.flatMap((group) => {
      const whole = group.parts.find(({ value }) => isWholeBody(value));
      const name = group.consumes.map(({ value }) => value).join(', ') || defaultType(whole?.value.schema ?? {});
      return group.parts.map((part) => [part, name] as const);
    }),
  );
}

/** Styles are for the query. One of lists needs a list, and the properties of an object that are separate parameters need their names. */
function checkStyle(
  { style, place, schema, explode }: PlacedParameter,
  at: Location,
  all: readonly Declared<PlacedParameter>[],
  { lookup }: Definitions,
  report: Report,
): void {
  if (style === undefined) return;
  if (place !== 'query') return report(messages.explodePlace(at, place, 'style'));
  if (explode === false) return report(messages.twoStyles(at));
  const needed = style === 'json' ? undefined : style === 'form' ? 'object' : 'array';
  const types = allowedTypes(schema, lookup);
  if (needed !== undefined && (!types.has(needed) || types.size > 1)) report(messages.styleType(at, style, needed));
  if (style !== 'form') return;
  const names = [...decodedProperties(decodedParts(schema, lookup.resolve)).keys()];
  for (const other of all)
    if (other.value.place === 'query' && other.at !== at && names.includes(other.value.name))
      report(messages.declaredTwice(other.at, describeParameter(other.value), at));
}

/** A parameter in words. Two parameters with the same words are one parameter. */
export function describeParameter(value: PlacedParameter): string {
  const name = isWholeBody(value) ? 'body' : `${value.place} parameter "${spelled(value)}"`;
  return value.body === undefined || value.body === '' ? name : `${name} of ${value.body}`;
}

/** Headers are compared without their case: RFC 9110, 5.1. */
function spelled({ name, place }: PlacedParameter): string {
  return place === 'header' ? name.toLowerCase() : name;
}

/** The methods whose parameters are in the body, unless they have a prefix. */
export const BODY_METHODS: readonly Method[] = ['POST', 'PUT', 'PATCH', 'QUERY'];

/** The location of a parameter that has no prefix and is not in the path. */
export function placeByMethod(parameter: DeclaredParameter, method: Method): Place | 'body' {
  return BODY_METHODS.includes(method) || isWholeBody(parameter) ? 'body' : 'query';
}

/** Every `path.` parameter must be in the path, and be required. */
function checkPath(parameters: readonly Declared<PlacedParameter>[], template: PathTemplate, report: Report): void {
  for (const { value, at, via } of parameters) {
    if (value.place !== 'path') continue;
    if (!template.names.includes(value.name)) report(messages.notInPath(at, value.name, template, via));
    else if (!value.required) report(messages.optionalPathParameter(at, value.name, via));
  }
}

/** The parameters outside of the body, in the contract's form. Undeclared path parameters come first, and accept any text. */
export function toContract(
  all: readonly Declared<PlacedParameter>[],
  { route, handler }: Pick<ParsedOperation, 'route' | 'handler'>,
  { lookup }: Definitions,
  report: Report,
): Parameter[] {
  const missing = route.template.names.filter(
    (name) => !all.some(({ value }) => value.place === 'path' && value.name === name),
  );
  for (const name of handler.comment === undefined ? [] : missing) {
    const meant = missing.length === 1 ? meantFor(name, all) : undefined;
    report(messages.undeclaredPathParameter(parameterLocation(route.at, name), name, handler.comment!.at, meant));
  }
  const rest = restName(route.template.text);
  const isRest = ({ in: place, name }: Parameter): boolean => place === 'path' && name === rest;
  for (const { value, at, via } of all)
    if (value.place === 'path' && value.name === rest && !isTextSchema(value.schema, lookup))
      report(messages.restType(at, rest, via));
  return [
    ...missing.map(anyPathParameter),
    ...all.flatMap(({ value }) =>
      value.place === 'body' ? [] : [asComponent(toParameter(value, value.place), componentOf(value))],
    ),
  ].map((parameter) => (isRest(parameter) ? asComponent(asRest(parameter), componentOf(parameter)) : parameter));
}

/** Whether all values of a schema are strings. */
function isTextSchema(schema: Schema, lookup: Definitions['lookup']): boolean {
  const types = allowedTypes(schema, lookup);
  return types.size === 1 && types.has('string');
}

/** The parameter of the comment that may be intended for one of the path: it has no prefix, and a similar name or `id`. */
function meantFor(
  name: string,
  all: readonly Declared<PlacedParameter>[],
): { readonly name: string; readonly at: Location } | undefined {
  const found = all.find(
    ({ value, via }) =>
      value.in === undefined &&
      value.place !== 'path' &&
      via === undefined &&
      isMeantFor(value.name, name) &&
      all.filter((other) => other.value.name === value.name).length === 1,
  );
  return found && { name: found.value.name, at: found.at };
}

/** Whether two names can mean the same parameter, as `id`, `petId`, `pet_id` and `pet`. */
function isMeantFor(name: string, other: string): boolean {
  const [a, b] = [name, other].map((text) => text.toLowerCase().replace(/[_-]/g, ''));
  if (a === undefined || b === undefined) return false;
  const isOfOther = [a, b].some((text) => text === 'id') && [a, b].every((text) => text.endsWith('id'));
  return a === 'id' || isOfOther || a === `${b}id` || b === `${a}id` || isNear(a, b);
}

function toParameter(
  { name, required, schema, description, deprecated, explode, style, ...others }: DeclaredParameter,
  place: Place,
): Parameter {
  return {
    name,
    in: place,
    required,
    schema,
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    ...withExamples(examplesOf(others)),
    ...(explode === false && { explode }),
    ...(style !== undefined && { style }),
  };
}

/** The location of a parameter in a file's path, in any Unicode normalization form. */
function parameterLocation({ source, span }: Location, name: string): Location {
  const tokens = source.text.slice(span.start).matchAll(/\{([^{}]*?)(?:\.\.\.)?\}/g);
  const token = [...tokens].find((match) => match[1]!.normalize('NFC') === name);
  if (token === undefined) return { source, span };
  const start = span.start + token.index;
  return { source, span: { start, end: start + token[0].length } };
}
