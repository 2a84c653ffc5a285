import type { AnySchema, Keywords } from '../schema/json-types.ts';
import { isKeywords } from '../schema/json-types.ts';
import { isOfProperties, isTest } from '../schema/keywords.ts';
import { eachSubschema } from '../schema/walk.ts';
import { compareEntries } from './object-properties.ts';
import type { Comparison, Site } from './site.ts';
import { describe, stepInto } from './site.ts';

/** The keywords with subschemas that need no separate comparison, by the names in checks. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['contains', 'contains'],
  ['propertyNames', 'property-names'],
  ['patternProperties', 'pattern-property'],
  ['dependentSchemas', 'dependent-schema'],
  ['if', 'if'],
  ['then', 'then'],
  ['else', 'else'],
  ['not', 'not'],
  ['unevaluatedItems', 'unevaluated-items'],
  ['unevaluatedProperties', 'unevaluated-properties'],
  ['contentSchema', 'content-schema'],
  ['prefixItems', 'prefix-items'],
]);

interface Child {
  readonly keyword: string;
  readonly key: string;
  readonly schema: AnySchema;
}

/** Compares the subschemas of all keywords but unions and properties. */
export function compareChildren(comparison: Comparison, site: Site, before: Keywords, after: Keywords): void {
  compareItems(comparison, site, before, after);
  const [a, b] = [childrenOf(before), childrenOf(after)];
  for (const [id, child] of a) {
    const other = b.get(id);
    if (other === undefined) {
      reportChild(comparison, site, child, 'removed');
      // The items of any list can have what these had hidden.
      if (child.keyword === 'prefixItems' && isAnyList(after))
        comparison.compare(siteOf(site, child), child.schema, true);
    } else if (isOfProperties(child.keyword))
      compareEntries(comparison, siteOf(site, child), child.schema, other.schema);
    else if (!isTest(child.keyword)) comparison.compare(siteOf(site, child), child.schema, other.schema);
    else if (!comparison.isSame(child.schema, other.schema)) reportChild(comparison, site, child, 'changed');
  }
  for (const [id, child] of b) if (!a.has(id)) reportChild(comparison, site, child, 'added');
}

function isAnyList({ items = true, prefixItems }: Keywords): boolean {
  return prefixItems === undefined && (isKeywords(items) ? Object.keys(items).length === 0 : items);
}

/** The subschemas by keyword and name, in the order of the table of keywords. */
function childrenOf(schema: Keywords): Map<string, Child> {
  const children = new Map<string, Child>();
  eachSubschema(schema, (subschema, { key }, keyword) => {
    if (NAMES.has(keyword)) children.set(`${keyword} ${key}`, { keyword, key: String(key), schema: subschema });
  });
  return children;
}

function siteOf(site: Site, { keyword, key }: Child): Site {
  if (keyword === 'prefixItems') return stepInto(site, '[]');
  if (keyword === 'patternProperties') return stepInto(site, `/${key}/`);
  return keyword === 'contains' || keyword === 'unevaluatedItems' ? stepInto(site, '[]') : site;
}

function reportChild(comparison: Comparison, site: Site, { keyword, key }: Child, verb: string): void {
  const name = key === keyword ? `"${keyword}"` : `"${keyword}" for "${key}"`;
  const message = `the constraint ${name} of ${describe(site)} was ${verb}`;
  comparison.report(site, `${NAMES.get(keyword)}-${verb}`, message, [keyword, 'false schema']);
}

/** An absent `items` allows any item. */
function compareItems(comparison: Comparison, site: Site, before: Keywords, after: Keywords): void {
  if (before.items === undefined && after.items === undefined) return;
  comparison.compare(stepInto(site, '[]'), before.items ?? true, after.items ?? true);
}
