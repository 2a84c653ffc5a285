import type { JsonType } from '../schema/json-types.ts';
import { checkedFormat } from '../schema/formats.ts';
import { isValid } from '../validation/explain/index.ts';
import { JSON_TYPES, listedValues } from '../schema/json-types.ts';
import type { Shape } from './shape.ts';
import { isEqualJson, valuesIn } from './shape.ts';
import type { Comparison, Site } from './site.ts';
import { describe, isRequest } from './site.ts';

/** The formats whose values another format of the same type includes. */
const WIDER_FORMATS: { readonly [format: string]: readonly string[] } = {
  float: ['double'],
  int32: ['int64'],
};

/** Compares types, null and listed values. Returns false if the types differ too much to compare further. */
export function compareTypes(comparison: Comparison, site: Site, before: Shape, after: Shape): boolean {
  if (before.nullable !== after.nullable)
    comparison.report(
      site,
      after.nullable ? 'became-nullable' : 'became-not-nullable',
      `${describe(site)} ${after.nullable ? 'can be null now' : 'can no longer be null'}`,
      ['type', 'enum', 'const', 'anyOf', 'oneOf'],
    );
  const isAlike = compareTypeLists(comparison, site, before, after);
  if (isAlike) compareFormats(comparison, site, before, after);
  compareValues(comparison, site, before, after);
  compareDefaults(comparison, site, before, after);
  return isAlike;
}

function compareTypeLists(comparison: Comparison, site: Site, before: Shape, after: Shape): boolean {
  const [a, b] = [before.types, after.types];
  // A union has the types of its members, which are compared.
  const isUnion = (before.union !== undefined && a === undefined) || (after.union !== undefined && b === undefined);
  if (isUnion || (isWithin(a, b) && isWithin(b, a))) return true;
  const message = `the type of ${describe(site)} changed from ${typeList(a)} to ${typeList(b)}`;
  const report = (change: string): void => comparison.report(site, change, message, ['type']);
  const [widens, narrows] = [isWithin(a, b) || becomesText(site, a, b), isWithin(b, a)];
  const areLists = (a?.length ?? 0) > 1 || (b?.length ?? 0) > 1;
  if (areLists && a !== undefined && b !== undefined && (widens || narrows))
    report(widens ? 'list-of-types-widened' : 'list-of-types-narrowed');
  else if (widens) report('type-generalized');
  else report(narrows && !isRequest(site) ? 'type-specialized' : 'type-changed');
  return widens || narrows;
}

/** Whether a parameter becomes text: every scalar already arrives as one. */
function becomesText({ subject, path }: Site, types: readonly JsonType[] | undefined, others: Shape['types']): boolean {
  const isScalar = types?.every((type) => type !== 'array' && type !== 'object') === true;
  return subject === 'request-parameter' && path.length === 0 && isScalar && others?.includes('string') === true;
}

/** Whether all types of a list are in the other one; undefined is any type. */
function isWithin(types: readonly JsonType[] | undefined, others: readonly JsonType[] | undefined): boolean {
  if (others === undefined) return true;
  return types?.every((type) => others.includes(type) || (type === 'integer' && others.includes('number'))) ?? false;
}

function typeList(types: readonly JsonType[] | undefined): string {
  return types === undefined ? 'any' : types.map((type) => `"${type}"`).join(' or ');
}

function includesFormat(format: string | undefined, other: string | undefined): boolean {
  return other === undefined || (format !== undefined && WIDER_FORMATS[format]?.includes(other) === true);
}

/** Whether the format of a schema refuses values of its types. A file is sent in another way than a text. */
function refusesByFormat({ types = JSON_TYPES, keywords: { format } }: Shape): boolean {
  if (types.includes('string') && (format === 'binary' || checkedFormat(format, 'string') !== undefined)) return true;
  // Every integer that JavaScript represents exactly is within 64 bits.
  if (format === 'int64') return types.includes('number');
  return (types.includes('number') || types.includes('integer')) && checkedFormat(format, 'number') !== undefined;
}

/** Whether all listed values have a format, so that it refuses none of them. */
function passesFormat({ keywords }: Shape, format: string | undefined): boolean {
  const values = listedValues(keywords);
  return format !== 'binary' && values?.every((value) => isValid({ format }, value)) === true;
}

function compareFormats(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  const [a, b] = [before, after].map(({ keywords }) => keywords['format'] as string | undefined);
  if (a === b) return;
  const isAccepted = isRequest(site) && (!refusesByFormat(after) || passesFormat(before, b));
  const change =
    includesFormat(a, b) || isAccepted
      ? 'type-generalized'
      : includesFormat(b, a) && !isRequest(site)
        ? 'type-specialized'
        : 'type-changed';
  const message = `the format of ${describe(site)} changed from ${quotedText(a)} to ${quotedText(b)}`;
  comparison.report(site, change, message, ['format']);
}

function compareValues(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  // A literal type is a constant; compared with a list it is a list of one.
  const isList = 'enum' in before.keywords || 'enum' in after.keywords;
  const [a, b] = [before, after].map(({ keywords }) =>
    isList ? listedValues(keywords) : (keywords['enum'] as readonly unknown[] | undefined),
  );
  const label = describe(site);
  if (a === undefined && b !== undefined)
    comparison.report(site, 'became-enum', `${label} allows only ${shownValues(b)} now`, ['enum', 'const']);
  else if (a !== undefined && b === undefined)
    comparison.report(site, 'enum-removed', `${label} no longer lists its values`);
  else if (a !== undefined && b !== undefined) {
    const [removed, added] = [missing(a, b), missing(b, a)];
    if (removed.length > 0)
      comparison.report(site, 'enum-value-removed', `${label} no longer allows ${shownValues(removed)}`, [
        'enum',
        'const',
      ]);
    if (added.length > 0) comparison.report(site, 'enum-value-added', `${label} allows ${shownValues(added)} too`);
  }
  if (!isList) compareConst(comparison, site, before, after);
}

/** The values of a list that another one lacks. */
function missing(from: readonly unknown[], values: readonly unknown[]): unknown[] {
  const isListed = valuesIn(values);
  return from.filter((value) => !isListed(value));
}

function compareConst(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  const [a, b] = [before, after].map(({ keywords }) => keywords);
  const had = 'const' in a!;
  const has = 'const' in b!;
  if ((!had && !has) || isEqualJson(a!['const'], b!['const'])) return;
  const from = had ? ` from ${JSON.stringify(a!['const'])}` : '';
  const to = has ? ` to ${JSON.stringify(b!['const'])}` : '';
  const change = !had ? 'const-added' : has ? 'const-changed' : 'const-removed';
  comparison.report(site, change, `the constant of ${describe(site)} changed${from}${to}`, ['const', 'enum']);
}

function compareDefaults(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  const [a, b] = [before, after].map(({ keywords }) => keywords['default']);
  if (isEqualJson(a, b)) return;
  const change = a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
  const message = `the default of ${describe(site)} changed from ${shownValues([a])} to ${shownValues([b])}`;
  comparison.report(site, `default-value-${change}`, message);
}

function quotedText(text: string | undefined): string {
  return text === undefined ? 'none' : `"${text}"`;
}

/** The most values that a message lists. */
const MAX_SHOWN = 5;

function shownValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_SHOWN).map((value) => (value === undefined ? 'none' : JSON.stringify(value)));
  const rest = values.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
