import { filterName, filterParameter, MAX_TEXT } from '../../../shared/contract/list-parameters.ts';
import type { FilterOperator } from '../../../shared/contract/list-request.ts';
import type { FilterChoice } from '../../../shared/contract/list-contract.ts';
import type { Parameter, Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { asSchema, besideNull, certainParts, listedValues, typesOf } from '../../../shared/schema/json-types.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { DeclaredSet, ListEntry } from '../language/list-includes.ts';
import type { Rows, Scalar } from './rows.ts';
import { scalarOf } from './rows.ts';

/** A filter with its parameter. */
export interface Filter {
  readonly choice: FilterChoice;
  readonly parameter: Parameter;
  readonly at: Location;
}

/** Reads the entries of `filter (...)`: an operator that does not fit the property is reported. */
export function readFilters({ entries }: DeclaredSet, rows: Rows, report: Report): Filter[] {
  return entries.flatMap(({ value: entry, at }) => {
    const scalar = scalarOf(rows, entry.property, 'filter', report);
    return scalar === undefined ? [] : filtersOf(entry, at, scalar, rows, report);
  });
}

function filtersOf(entry: ListEntry, at: Location, scalar: Scalar, rows: Rows, report: Report): Filter[] {
  const { parameter, words } = entry;
  const operators: readonly Declared<FilterOperator>[] =
    words.length === 0 ? [{ value: 'eq', at: entry.property.at }] : (words as readonly Declared<FilterOperator>[]);
  if (parameter !== undefined && operators.length > 1) {
    report(messages.sharedName(parameter.at, parameter.value));
    return [];
  }
  const allowed = operatorsOf(scalar, rows.resolve);
  return operators.flatMap(({ value: op, at: opAt }): Filter[] => {
    if (!allowed.includes(op)) {
      report(messages.unfitOperator(opAt, rows.at, op, scalar.name, describeScalar(scalar, rows.resolve), allowed));
      return [];
    }
    const name = parameter?.value ?? filterName(scalar.name, op);
    const value = valueSchema(scalar, op, rows.resolve);
    const choice = { parameter: name, name: scalar.name, op };
    return [{ choice, parameter: filterParameter(name, scalar.name, op, value), at: parameter?.at ?? at }];
  });
}

/** Reads the properties of `search (...)`: texts. */
export function readSearched({ entries }: DeclaredSet, rows: Rows, report: Report): string[] {
  return entries.flatMap(({ value: { property } }) => {
    const scalar = scalarOf(rows, property, 'search', report);
    if (scalar === undefined) return [];
    if (isFreeText(scalar, rows.resolve)) return [scalar.name];
    report(messages.searchedType(property.at, rows.at, scalar.name, describeScalar(scalar, rows.resolve)));
    return [];
  });
}

const SAME: readonly FilterOperator[] = ['eq', 'ne', 'in'];
const RANGE: readonly FilterOperator[] = ['gt', 'gte', 'lt', 'lte'];
const TEXT: readonly FilterOperator[] = ['starts', 'contains'];

/** The operators that a property can have. */
export function operatorsOf(scalar: Scalar, resolve: Resolve): readonly FilterOperator[] {
  const isRanged = scalar.type !== 'boolean' && !isListed(scalar, resolve);
  return [
    ...(scalar.type === 'boolean' ? SAME.filter((op) => op !== 'in') : SAME),
    ...(isRanged ? RANGE : []),
    ...(scalar.nullable ? (['null'] as const) : []),
    ...(isFreeText(scalar, resolve) ? TEXT : []),
  ];
}

/** Formats of texts that databases usually store as another type, so that parts of them can't be searched. */
const OPAQUE = ['date', 'date-time', 'time', 'duration', 'uuid', 'byte', 'binary', 'ipv4', 'ipv6'];

/** Whether a property is free text. */
function isFreeText(scalar: Scalar, resolve: Resolve): boolean {
  return (
    scalar.type === 'string' &&
    !isListed(scalar, resolve) &&
    certainOf(scalar, resolve).every((part) => !OPAQUE.includes(String(part['format'])))
  );
}

/** Whether a property has one of some known values. */
function isListed(scalar: Scalar, resolve: Resolve): boolean {
  return certainOf(scalar, resolve).some((part) => listedValues(part) !== undefined);
}

function certainOf({ schemas }: Scalar, resolve: Resolve): Keywords[] {
  return schemas.flatMap((schema) => certainParts(schema, resolve));
}

/** The type of a property in a message. */
function describeScalar(scalar: Scalar, resolve: Resolve): string {
  if (isListed(scalar, resolve)) return 'one of known values';
  const format = certainOf(scalar, resolve).find((part) => part['format'] !== undefined)?.['format'];
  return format === undefined ? scalar.type : `${scalar.type} with the format ${String(format)}`;
}

/** The keywords that describe a property and do not constrain its value. */
const ANNOTATIONS =
  /^(?:title|description|default|examples?|deprecated|readOnly|writeOnly|\$comment|externalDocs|xml|x-(?!enum-).*)$/;

/** The schema of one value of a filter: that of the property without null. A part of a text has its greatest length alone. */
function valueSchema(scalar: Scalar, op: FilterOperator, resolve: Resolve): Schema {
  if (TEXT.includes(op)) {
    const lengths = certainOf(scalar, resolve).flatMap(({ maxLength }) =>
      typeof maxLength === 'number' ? maxLength : [],
    );
    return { type: 'string', maxLength: Math.min(MAX_TEXT, ...lengths) };
  }
  const [first = {}, ...others] = scalar.schemas.map((schema) => withoutNull(schema, resolve));
  return others.length === 0 ? first : { allOf: [first, ...others] };
}

/** A schema without its annotations and without null. A reference stays one if its target cannot be null. */
function withoutNull(schema: AnySchema, resolve: Resolve): Schema {
  const kept = Object.fromEntries(Object.entries(asSchema(schema)).filter(([keyword]) => !ANNOTATIONS.test(keyword)));
  if (!typesOf(kept, resolve).has('null')) return kept;
  const {
    $ref,
    type,
    enum: values,
    anyOf,
    oneOf,
    ...others
  } = kept as Keywords & { readonly enum?: readonly unknown[] };
  const target = $ref === undefined ? undefined : withoutNull(resolve($ref) ?? true, resolve);
  const left = [type].flat().filter((one) => one !== 'null' && one !== undefined);
  const own: Schema = {
    ...(left.length > 0 && { type: left.length === 1 ? left[0] : left }),
    ...(values !== undefined && { enum: values.filter((value) => value !== null) }),
    ...others,
  };
  const branches = [anyOf, oneOf].flatMap((union) => (union === undefined ? [] : [besideNull(union)]));
  const parts = [
    ...(target === undefined ? [] : [target]),
    ...branches.map((union) =>
      union.length === 1 ? withoutNull(union[0]!, resolve) : { anyOf: union.map((one) => withoutNull(one, resolve)) },
    ),
  ];
  if (parts.length === 0) return own;
  const all = Object.keys(own).length === 0 ? parts : [own, ...parts];
  return all.length === 1 ? all[0]! : { allOf: all };
}
