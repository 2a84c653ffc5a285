import type { AnySchema, Keywords } from '../schema/json-types.ts';
import { isKeywords } from '../schema/json-types.ts';
import { Marks, MARKS } from '../schema/marks.ts';
import { shapeOf } from './shape.ts';
import type { Comparison, Site } from './site.ts';
import { describe, isRequest, stepInto } from './site.ts';

/** Compares the properties of objects. */
export function compareProperties(comparison: Comparison, site: Site, before: Keywords, after: Keywords): void {
  const [a, b] = [before.properties ?? {}, after.properties ?? {}];
  const [needed, needs] = [before, after].map(({ required }) => new Set((required ?? []) as string[])) as [
    Set<string>,
    Set<string>,
  ];
  const marks = marksOf(comparison, site);
  const renamed = renamesIn(comparison, [before, after], marks);
  for (const [name, other] of renamed) reportRename(comparison, site, name, other, needs.has(other));
  const done = new Set([...renamed].flat());
  for (const name of new Set([...Object.keys(a), ...needed, ...Object.keys(b), ...needs])) {
    if (done.has(name)) continue;
    const [one, other] = [a, b].map((properties) => (Object.hasOwn(properties, name) ? properties[name] : undefined));
    const [wasDropped, isDropped] = [marks.before.isMarked(one ?? true), marks.after.isMarked(other ?? true)];
    const isHidden =
      (one === undefined || wasDropped) && (other === undefined || isDropped) && (wasDropped || isDropped);
    const at = { ...stepInto(site, name), ...(isHidden && { isDropped: true as const }) };
    const isKnown = wasDropped !== isDropped && one !== undefined && other !== undefined;
    if (isKnown) compareTravel(comparison, at, wasDropped, needed.has(name), needs.has(name), other);
    const [was, is] = [needed.has(name), needs.has(name)];
    if (one === undefined && other === undefined) compareNeed(comparison, at, name, was, is, true);
    else if (one === undefined) added(comparison, at, other!, was, is, before.additionalProperties);
    else if (other === undefined) removed(comparison, at, name, one, was, is, after.additionalProperties);
    else {
      if (!isKnown) compareNeed(comparison, at, name, was, is, other);
      compareModes(comparison, at, is, one, other, wasDropped && !isDropped);
      comparison.compare(at, one, other);
    }
  }
  compareOthers(comparison, site, before.additionalProperties ?? true, after.additionalProperties ?? true);
}

/**
 * The properties that have another name now: of those that are gone and those that are new, the only two with the same schema and need. One change
 * is one finding.
 */
function renamesIn(
  { isSame }: Comparison,
  [before, after]: readonly [Keywords, Keywords],
  marks: ReturnType<typeof marksOf>,
): ReadonlyMap<string, string> {
  const [a, b] = [before.properties ?? {}, after.properties ?? {}];
  const gone = Object.keys(a).filter((name) => !Object.hasOwn(b, name) && !marks.before.isMarked(a[name]!));
  const fresh = Object.keys(b).filter((name) => !Object.hasOwn(a, name) && !marks.after.isMarked(b[name]!));
  // With many of them, it is unknown.
  if (gone.length === 0 || fresh.length === 0 || gone.length + fresh.length > MAX_RENAMES) return new Map();
  const fits = (name: string, other: string): boolean =>
    requires(before, name) === requires(after, other) && isSame(a[name]!, b[other]!);
  return new Map(
    gone.flatMap((name) => {
      const found = fresh.filter((other) => fits(name, other));
      const [other] = found;
      const isOnly = found.length === 1 && gone.filter((one) => fits(one, other!)).length === 1;
      return isOnly ? [[name, other!] as const] : [];
    }),
  );
}

const MAX_RENAMES = 20;

function requires({ required }: Keywords, name: string): boolean {
  return ((required ?? []) as readonly string[]).includes(name);
}

function reportRename(comparison: Comparison, site: Site, name: string, other: string, isNeeded: boolean): void {
  const at = stepInto(site, name);
  const message = `${describe(at)} was renamed to "${other}"`;
  if (!isRequest(site)) {
    comparison.reportAs(at, `response-${isNeeded ? 'required' : 'optional'}-property-removed`, message);
  } else if (isNeeded) {
    const isHeader = site.subject === 'request-parameter' && site.isHeader === true;
    const id = isHeader ? 'new-required-request-header-property' : 'new-required-request-property';
    comparison.reportAs(stepInto(site, other), id, message, ['required']);
  } else
    comparison.reportAs(at, 'request-property-removed', message, [
      'additionalProperties',
      'unevaluatedProperties',
      'false schema',
    ]);
}

function added(
  comparison: Comparison,
  site: Site,
  schema: AnySchema,
  wasNeeded: boolean,
  isNeeded: boolean,
  others: AnySchema = true,
): void {
  const label = describe(site);
  if (!isRequest(site)) {
    const id = `response-${isNeeded ? 'required' : 'optional'}-property-added`;
    comparison.reportAs(site, site.isDropped ? id.replace('-property', '-write-only-property') : id, `${label} is new`);
    return;
  }
  const { default: value } = shapeOf(schema, comparison.after).keywords;
  if (isNeeded && !wasNeeded && site.isDropped !== true) {
    const isHeader = site.subject === 'request-parameter' && site.isHeader === true;
    const ending = value === undefined ? '' : '-with-default';
    const id = isHeader ? 'new-required-request-header-property' : `new-required-request-property${ending}`;
    comparison.reportAs(site, id, `${label} is new and required`, ['required']);
  } else comparison.reportAs(site, 'new-optional-request-property', `${label} is new`);
  // A client could already send it as an undeclared property, with any value that those allow.
  if (isKeywords(others)) comparison.compare(site, others, schema);
}

function removed(
  comparison: Comparison,
  site: Site,
  name: string,
  schema: AnySchema,
  wasNeeded: boolean,
  isNeeded: boolean,
  others: AnySchema = true,
): void {
  const message = `${describe(site)} was removed`;
  if (isRequest(site)) {
    comparison.reportAs(site, 'request-property-removed', message, [
      'additionalProperties',
      'unevaluatedProperties',
      'false schema',
    ]);
    compareNeed(comparison, site, name, wasNeeded, isNeeded, true);
    if (isKeywords(others)) comparison.compare(site, schema, others);
  } else {
    const kind = site.isDropped ? '-write-only' : '';
    comparison.reportAs(site, `response-${wasNeeded ? 'required' : 'optional'}${kind}-property-removed`, message);
  }
}

function compareNeed(
  comparison: Comparison,
  site: Site,
  name: string,
  was: boolean,
  is: boolean,
  schema: AnySchema,
): void {
  if (was === is) return;
  const message = `${describe(site)} is ${is ? 'required now' : 'optional now'}`;
  if (!isRequest(site)) {
    const kind = site.isDropped ? '-write-only' : '';
    comparison.reportAs(site, `response${kind}-property-became-${is ? 'required' : 'optional'}`, message);
    return;
  }
  // No request needs it.
  if (site.isDropped) return;
  if (!is) return comparison.reportAs(site, 'request-property-became-optional', message);
  const isHeader = site.subject === 'request-parameter' && site.isHeader === true;
  const hasDefault = shapeOf(schema, comparison.after).keywords['default'] !== undefined;
  const id = isHeader ? 'request-header-property-became-required' : 'request-property-became-required';
  comparison.reportAs(site, hasDefault && !isHeader ? `${id}-with-default` : id, message, ['required']);
}

/** The marks of properties that do not travel in a site's direction. A parameter has none. */
function marksOf(
  { before, after }: Comparison,
  site: Site,
): Readonly<Record<'before' | 'after', Pick<Marks, 'isMarked'>>> {
  if (!site.subject.endsWith('body')) return { before: NO_MARKS, after: NO_MARKS };
  const direction = isRequest(site) ? 'request' : 'response';
  return { before: new Marks(before, direction), after: new Marks(after, direction) };
}

const NO_MARKS = { isMarked: (): boolean => false };

/** Compares a property that travels in one of the contracts only. */
function compareTravel(
  comparison: Comparison,
  site: Site,
  wasDropped: boolean,
  was: boolean,
  is: boolean,
  schema: AnySchema,
): void {
  if (isRequest(site)) return compareNeed(comparison, site, '', was && !wasDropped, is && wasDropped, schema);
  const name = `response-${(wasDropped ? is : was) ? 'required' : 'optional'}-property`;
  if (wasDropped) comparison.reportAs(site, `${name}-added`, `${describe(site)} is in responses now`);
  else
    comparison.reportAs(
      site,
      `${name}-removed`,
      `${describe(site)} is no longer in responses, because it is writeOnly`,
    );
}

/**
 * Compares annotations of a property: `deprecated`, `readOnly`, `writeOnly`.
 *
 * @param isBack Whether the property travels in the site's direction again. A part of its schema can have had the keyword.
 */
function compareModes(
  comparison: Comparison,
  site: Site,
  isNeeded: boolean,
  before: AnySchema,
  after: AnySchema,
  isBack: boolean,
): void {
  const [a, b] = [shapeOf(before, comparison.before).keywords, shapeOf(after, comparison.after).keywords];
  const changed = (keyword: string): boolean => (a[keyword] === true) !== (b[keyword] === true);
  const direction = isRequest(site) ? 'request' : 'response';
  if (changed('deprecated')) {
    const isDeprecated = b['deprecated'] === true;
    const id = `${direction}-property-${isDeprecated ? 'deprecated' : 'reactivated'}`;
    comparison.reportAs(site, id, `${describe(site)} is ${isDeprecated ? 'deprecated' : 'no longer deprecated'}`);
  }
  for (const [keyword, mode] of [
    ['readOnly', 'read-only'],
    ['writeOnly', 'write-only'],
  ] as const) {
    const isExposed = isBack && keyword === MARKS[direction];
    if (!isExposed && !changed(keyword)) continue;
    const isOn = !isExposed && b[keyword] === true;
    const id = `${direction}-${isNeeded ? 'required' : 'optional'}-property-became-${isOn ? '' : 'not-'}${mode}`;
    const effect = !isExposed ? '' : isRequest(site) ? ', so clients can set it' : ', so clients get it';
    comparison.reportAs(site, id, `${describe(site)} is ${isOn ? '' : 'no longer '}${mode}${effect}`);
  }
}

/** Compares undeclared properties. */
function compareOthers(comparison: Comparison, site: Site, before: AnySchema, after: AnySchema): void {
  if (comparison.isSame(before, after)) return;
  if (after === false)
    comparison.report(site, 'additional-properties-disallowed', `${describe(site)} no longer allows other properties`, [
      'additionalProperties',
      'false schema',
    ]);
  else if (before !== false) compareEntries(comparison, stepInto(site, '*'), before, after);
  // Those of bodies are compared in `openness.ts`.
  else if (!site.subject.endsWith('body'))
    comparison.report(site, 'additional-properties-allowed', `${describe(site)} allows other properties now`);
}

/** Compares properties without a fixed name: those of a pattern, and additional and unevaluated ones. */
export function compareEntries(comparison: Comparison, site: Site, before: AnySchema, after: AnySchema): void {
  const marks = marksOf(comparison, site);
  const [wasDropped, isDropped] = [marks.before.isMarked(before), marks.after.isMarked(after)];
  if (wasDropped !== isDropped) compareTravel(comparison, site, wasDropped, false, false, after);
  compareModes(comparison, site, false, before, after, wasDropped && !isDropped);
  comparison.compare({ ...site, ...(wasDropped && isDropped && { isDropped: true as const }) }, before, after);
}
