import { comparedName } from '../../../../shared/contract/operation.ts';
import { isChoice } from '../../../../shared/contract/list-parameters.ts';
import type { Operation, Parameter } from '../../../../shared/contract/operation.ts';
import { declaredSchema } from '../../../../shared/contract/rest-parameter.ts';
import { parsePathTemplate } from '../../../../shared/contract/path-template.ts';
import type { Resolve } from '../../../../shared/schema/json-types.ts';
import { defaultOf } from '../../../../shared/schema/json-types.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, foundInSchema, siteOf } from './found.ts';

/** Compares the parameters of an operation. Those of the path are paired by position. */
export function compareParameters(scope: Scope, pair: Pair): Found[] {
  const [old, now] = [byKey(pair.before), byKey(pair.after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): Found[] => {
    const [one, other] = [old.get(key), now.get(key)];
    if (one === undefined) return [added(other!, pair, scope)];
    return other === undefined ? [removed(one, pair)] : comparePair(scope, pair, one, other);
  });
}

const known = new WeakMap<Operation, ReadonlyMap<string, Parameter>>();

/** The parameters by location and name. Header names are compared without their case: RFC 9110, 5.1. */
export function byKey(operation: Operation): ReadonlyMap<string, Parameter> {
  let parameters = known.get(operation);
  if (parameters === undefined) {
    const { names } = parsePathTemplate(operation.path).template;
    parameters = new Map(operation.parameters.map((parameter) => [parameterKey(parameter, names), parameter]));
    known.set(operation, parameters);
  }
  return parameters;
}

/** @param names The names of the path's parameters. */
function parameterKey(parameter: Parameter, names: readonly string[]): string {
  const { name, in: place } = parameter;
  return place === 'path' ? `path ${names.indexOf(name)}` : `${place} ${comparedName(parameter)}`;
}

function parameterPart({ name, in: place }: Parameter): Found['part'] {
  return { kind: 'parameter', name, in: place };
}

function labelOf({ name, in: place }: Parameter): string {
  return `${place} parameter "${name}"`;
}

function added(parameter: Parameter, pair: Pair, { resolveAfter }: Scope): Found {
  const { in: place } = parameter;
  const label = labelOf(parameter);
  const make = (id: string, message: string): Found =>
    found(id, 'request', pair, parameterPart(parameter), `${label} ${message}`, { keywords: ['required'] });
  if (place === 'path') return make('new-request-path-parameter', 'is new');
  return isNeeded(parameter, resolveAfter)
    ? make('new-required-request-parameter', 'is new and required')
    : make('new-optional-request-parameter', 'is new');
}

function removed(parameter: Parameter, pair: Pair): Found {
  // Ignoring it would return other rows than before, or the same ones in another order.
  if (isChoice(parameter))
    return found(
      'list-choice-removed',
      'request',
      pair,
      parameterPart(parameter),
      `${labelOf(parameter)} was removed from the list`,
    );
  const id = parameter.deprecated ? 'request-parameter-removed-with-deprecation' : 'request-parameter-removed';
  return found(id, 'request', pair, parameterPart(parameter), `${labelOf(parameter)} was removed`);
}

/** A parameter with a default can be absent, even if it is required. */
function isNeeded({ required, schema }: Parameter, resolve: Resolve): boolean {
  return required && defaultOf(schema, resolve) === undefined;
}

function comparePair(scope: Scope, pair: Pair, before: Parameter, after: Parameter): Found[] {
  const [part, label] = [parameterPart(after), labelOf(after)];
  const changes: Found[] = [];
  const note = (id: string, message: string, keywords: readonly string[] = []): unknown =>
    changes.push(found(id, 'request', pair, part, `${label} ${message}`, { keywords }));
  const [was, is] = [isNeeded(before, scope.resolveBefore), isNeeded(after, scope.resolveAfter)];
  if (!was && is) note('request-parameter-became-required', 'is required now', ['required']);
  if (was && !is) note('request-parameter-became-optional', 'is optional now');
  if (before.deprecated !== after.deprecated)
    if (after.deprecated === true) note('request-parameter-deprecated', 'is deprecated');
    else note('request-parameter-reactivated', 'is no longer deprecated');
  if (before.explode !== after.explode || before.style !== after.style)
    note(
      'request-parameter-explode-changed',
      after.style !== undefined || before.style !== undefined
        ? `has the style "${after.style ?? 'default'}" now`
        : after.explode === false
          ? 'separates its items by commas now'
          : 'repeats for each item now',
      ['type', 'repeated', 'items', 'enum', 'pattern', 'format'],
    );
  if (before.rest === true && after.rest !== true)
    note('request-path-parameter-became-single-segment', 'matches one segment of the path now', ['pattern']);
  const site = siteOf('request-parameter', label, after.in === 'header');
  for (const change of scope.compareSchemas(site, declaredSchema(before), declaredSchema(after)))
    changes.push(foundInSchema(change, pair, part));
  return changes;
}
