import type { AnySchema, Resolve } from '../../../schema/json-types.ts';
import { isKeywords } from '../../../schema/json-types.ts';
import { referredName } from '../../../schema/references.ts';
import { severityOf } from '../checks.ts';
import { compareChildren } from './children.ts';
import { compareConstraints } from './constraints.ts';
import { compareProperties } from './object-properties.ts';
import type { IsSame } from './sameness.ts';
import { shapeOf } from './shape.ts';
import type { Change, Comparison, Site } from './site.ts';
import { isRequest, subjectOf } from './site.ts';
import { compareTypes } from './types-and-values.ts';
import { compareUnions } from './unions.ts';

/** The contracts that schemas belong to. */
export interface Sides {
  readonly before: Resolve;
  readonly after: Resolve;
  readonly isSame: IsSame;
}

/** Lists the changes from one schema to another, in requests or in responses. */
export function compareSchemas(sides: Sides, site: Site, before: AnySchema, after: AnySchema): Change[] {
  const changes: Change[] = [];
  const comparison: Comparison = {
    ...sides,
    compare: (at, a, b) => comparePair(comparison, at, a, b),
    report(at, change, message, keywords = []) {
      const id = at.isDropped ? droppedName(at, change) : checkName(at, change);
      if (severityOf(id) !== undefined) changes.push({ id, site: at, message, keywords });
    },
    reportAs: (at, id, message, keywords = []) => changes.push({ id, site: at, message, keywords }),
    isCompatible: (at, a, b) =>
      compareSchemas(sides, at, a, b).every(({ id }) => severityOf(id) === 'info' || severityOf(id) === undefined),
  };
  comparison.compare(site, before, after);
  return changes;
}

/** The name of the check for a change of a schema. */
function checkName(site: Site, change: string): string {
  const ofParameter = `request-parameter-property-${change}`;
  const isProperty = site.subject === 'request-parameter' && site.path.length > 0;
  if (isProperty && site.isHeader === true && change === 'became-enum') return 'request-header-property-became-enum';
  if (isProperty && severityOf(ofParameter) !== undefined) return ofParameter;
  return `${subjectOf(site)}-${change}`;
}

/**
 * The name of the check for a change of a property that does not travel. Clients get a `writeOnly` one never, and send a `readOnly` one only as they
 * got it, so its bounds break nothing.
 */
function droppedName(site: Site, change: string): string {
  if (!isRequest(site)) return `response-write-only-property-${change}`;
  const id = `request-read-only-property-${change}`;
  return severityOf(id) === undefined ? checkName(site, change) : id;
}

function comparePair(comparison: Comparison, site: Site, before: AnySchema, after: AnySchema): void {
  if (comparison.isSame(before, after)) return;
  const entered = enter(site, before, after);
  if (entered === undefined) return;
  const [a, b] = [shapeOf(before, comparison.before), shapeOf(after, comparison.after)];
  const isAlike = compareTypes(comparison, entered, a, b);
  if (!isAlike) return;
  compareConstraints(comparison, entered, a.keywords, b.keywords);
  compareProperties(comparison, entered, a.keywords, b.keywords);
  compareChildren(comparison, entered, a.keywords, b.keywords);
  compareUnions(comparison, entered, a, b);
}

/** Follows references to a named schema; undefined at a recursion. */
function enter(site: Site, before: AnySchema, after: AnySchema): Site | undefined {
  const [one, other] = [before, after].map((schema) => (isKeywords(schema) ? schema['$ref'] : undefined));
  if (one === undefined && other === undefined) return site;
  const key = `${String(one)} ${String(other)}`;
  if (site.open.includes(key)) return undefined;
  const name = isKeywords(after) ? referredName(after) : undefined;
  const open = [...site.open, key];
  return one === other && name !== undefined ? { ...site, open, definition: { name, path: [] } } : { ...site, open };
}
