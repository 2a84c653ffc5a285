import type { AnySchema, Keywords } from '../schema/json-types.ts';
import { isKeywords } from '../schema/json-types.ts';
import { referenceTo } from '../schema/references.ts';
import { severityOf } from './checks.ts';
import { compareChildren } from './children.ts';
import { compareConstraints } from './constraints.ts';
import { compareProperties } from './object-properties.ts';
import { compareOpenness } from './openness.ts';
import { takeApart } from './further.ts';
import { soleName } from './sameness.ts';
import { shapeOf } from './shape.ts';
import type { Change, CompareSchemas, Comparison, Sides, Site } from './site.ts';
import { isRequest, subjectOf } from './site.ts';
import { compareTypes } from './types-and-values.ts';
import { compareUnions } from './unions.ts';

/** The changes that a comparison finds up to the named schemas that it comes to. */
interface Visit {
  readonly changes: Change[];
  /** The first use of each named schema in one kind of site. */
  readonly uses: Use[];
  /** The number of the last comparison that came to it. */
  round: number;
}

/** The schemas, or references, that a visit has compared, with their counterparts: of properties that do not travel, and others. */
type Seen = Readonly<Record<'dropped' | 'others', Map<unknown, Set<unknown>>>>;

/** A named schema, and where it is used. */
interface Use {
  /** All that the changes of the named schema depend on. */
  readonly key: string;
  readonly name: string;
  readonly site: Site;
  /** The visit of the named schema, once it is known. */
  visit?: Visit;
}

/** A visit on the way from the compared schemas, with the one before it. */
interface VisitStep {
  readonly visit: Visit;
  readonly use: Use | undefined;
  readonly from: VisitStep | undefined;
  /** The site of the visit, once it is known. */
  site?: Site;
}

/** Represents the path to a named schema while it is compared by itself. */
const SOMEWHERE = ['*'];

/**
 * Prepares to list the changes from one schema to another, in requests or in responses.
 *
 * A named schema is compared by itself, once for each kind of site. A part has its changes at the shortest way to it.
 */
export function createSchemaComparison(sides: Sides): CompareSchemas {
  const visits = new Map<string, Visit>();
  const visitOf = ({ key, name, site }: Use): Visit => {
    const known = visits.get(key);
    if (known !== undefined) return known;
    const found: Visit = { changes: [], uses: [], round: 0 };
    // A recursion finds the result so far.
    visits.set(key, found);
    const at = { ...site, path: site.path.length === 0 ? [] : SOMEWHERE, definition: { name, path: [] }, open: [] };
    const [before, after] = [sides.before, sides.after].map((resolve) => resolve(referenceTo(name).$ref) ?? true);
    return visit(sides, isCompatible, at, before!, after!, found);
  };
  const isCompatible: Comparison['isCompatible'] = (site, before, after) => {
    const reached = new Set([visit(sides, isCompatible, site, before, after)]);
    // The set grows while it is processed.
    for (const { changes, uses } of reached) {
      if (changes.some(({ id }) => severityOf(id) !== 'info' && severityOf(id) !== undefined)) return false;
      for (const use of uses) reached.add((use.visit ??= visitOf(use)));
    }
    return true;
  };
  let round = 0;
  return (site, before, after) => {
    round++;
    const changes: Change[] = [];
    const first = visit(sides, isCompatible, site, before, after);
    const queue: VisitStep[] = [{ visit: first, use: undefined, from: undefined }];
    // Most operations lead to most definitions, so this takes most of the time: a site is only made for a change.
    for (const step of queue) {
      const at = step.visit.changes.length === 0 ? undefined : siteOf(step);
      for (const change of step.visit.changes) changes.push({ ...change, site: placed(change.site, at) });
      for (const use of step.visit.uses) {
        const next = (use.visit ??= visitOf(use));
        if (next.round === round) continue;
        next.round = round;
        queue.push({ visit: next, use, from: step });
      }
    }
    return changes;
  };
}

/** Everything of a site that the changes of a named schema depend on. */
function siteKey(name: string, { subject, isHeader, isDropped, path }: Site): string {
  return JSON.stringify([name, subject, isHeader === true, isDropped === true, path.length === 0]);
}

/** The site of a visit, as one of the compared schemas; undefined for these themselves. */
function siteOf(step: VisitStep): Site | undefined {
  const { use, from } = step;
  return use && (step.site ??= placed(use.site, from && siteOf(from)));
}

/** A site in a named schema, as a site of the part that uses the schema. */
function placed(site: Site, at: Site | undefined): Site {
  if (at === undefined) return site;
  const inner = at.path.length === 0 ? site.path : site.path.slice(SOMEWHERE.length);
  return { ...site, label: at.label, path: [...at.path, ...inner] };
}

/** Compares two schemas up to the named schemas in them. */
function visit(
  sides: Sides,
  isCompatible: Comparison['isCompatible'],
  site: Site,
  before: AnySchema,
  after: AnySchema,
  found: Visit = { changes: [], uses: [], round: 0 },
): Visit {
  const { changes, uses } = found;
  const seen: Seen = { dropped: new Map(), others: new Map() };
  const used = new Set<string>();
  const comparison: Comparison = {
    ...sides,
    compare(at, a, b) {
      if (sides.isSame(a, b)) return;
      const name = soleName(a, b);
      if (name === undefined) comparePair(comparison, seen, at, a, b);
      else {
        const key = siteKey(name, at);
        if (!used.has(key)) uses.push({ key, name, site: at });
        used.add(key);
      }
    },
    report(at, change, message, keywords = []) {
      const id = at.isDropped ? droppedName(at, change) : changeCheck(at, change);
      if (severityOf(id) !== undefined) changes.push({ id, site: at, message, keywords });
    },
    reportAs: (at, id, message, keywords = []) => changes.push({ id, site: at, message, keywords }),
    isCompatible,
  };
  comparison.compare(site, before, after);
  return found;
}

/** The name of the check for a change of a schema. */
function changeCheck(site: Site, change: string): string {
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
  return severityOf(id) === undefined ? changeCheck(site, change) : id;
}

function comparePair(comparison: Comparison, seen: Seen, site: Site, before: AnySchema, after: AnySchema): void {
  const entered = enter(site, seen, before, after);
  if (entered === undefined) return;
  const shapes = [shapeOf(before, comparison.before), shapeOf(after, comparison.after)] as const;
  const {
    shapes: [a, b],
    pairs,
  } = takeApart(...shapes, comparison.isSame);
  const isAlike = compareTypes(comparison, entered, a, b);
  if (!isAlike) return;
  compareConstraints(comparison, entered, a, b);
  compareProperties(comparison, entered, a.keywords, b.keywords);
  compareOpenness(comparison, entered, a, b);
  compareChildren(comparison, entered, a.keywords, b.keywords);
  compareUnions(comparison, entered, a, b);
  for (const [one, other] of pairs) comparison.compare(entered, one, other);
}

/** Follows references; undefined at a recursion, and for schemas that the visit has compared on another way to them. */
function enter(site: Site, seen: Seen, before: AnySchema, after: AnySchema): Site | undefined {
  const [one, other] = [before, after].map((schema) => (isKeywords(schema) ? schema['$ref'] : undefined));
  const isReference = one !== undefined || other !== undefined;
  if (!isReference && !isComposed(before) && !isComposed(after)) return site;
  const pair = [one ?? before, other ?? after] as const;
  const kind = site.isDropped === true ? seen.dropped : seen.others;
  const known = kind.get(pair[0]) ?? new Set();
  const isKnown = known.has(pair[1]);
  kind.set(pair[0], known.add(pair[1]));
  // Two properties can have the same schema under a new name: both have changed.
  if (isKnown && (!isReference || site.open.length > 0)) return undefined;
  if (site.open.some(([a, b]) => a === pair[0] && b === pair[1])) return undefined;
  return { ...site, open: [...site.open, pair] };
}

/** Whether a schema can lead to itself without a reference in itself. */
function isComposed(schema: AnySchema): boolean {
  if (!isKeywords(schema)) return false;
  const { allOf, anyOf, oneOf } = schema as Keywords;
  return (allOf ?? anyOf ?? oneOf) !== undefined;
}
