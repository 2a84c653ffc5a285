import type { Keywords, Resolve } from '../schema/json-types.ts';
import { Marks } from '../schema/marks.ts';
import type { Shape } from './shape.ts';
import { shapeOf } from './shape.ts';
import type { Comparison, Site } from './site.ts';
import { describe, isRequest } from './site.ts';

/** How deep unions are followed. */
const MAX_DEPTH = 20;

/** Reports objects of bodies that had only declared properties, and can have others now: the server no longer refuses or drops those. */
export function compareOpenness(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  if (!site.subject.endsWith('body') || !isClosed(comparison.before, before)) return;
  const isOpened = isOpen(comparison, site, after);
  const isDropped =
    isRequest(site) && before.keywords.additionalProperties === false && othersOf(after.keywords) === undefined;
  if (!isOpened && !isDropped) return;
  const effect = !isOpened ? 'are dropped, not refused' : isRequest(site) ? 'reach the handler' : 'are sent';
  comparison.report(
    site,
    'additional-properties-allowed',
    `${describe(site)} allows other properties now, so undeclared ones ${effect}`,
  );
}

/** Whether a schema lists the properties of its objects. One that lists none is open. */
function isClosed(resolve: Resolve, shape: Shape, depth = 0): boolean {
  const { keywords, union } = shape;
  const { properties = {}, patternProperties = {} } = keywords;
  const others = othersOf(keywords);
  if (others !== undefined && others !== false) return false;
  if (others === false || Object.keys(properties).length + Object.keys(patternProperties).length > 0) return true;
  if (union === undefined || depth > MAX_DEPTH) return false;
  const objects = union.members.map((member) => shapeOf(member, resolve)).filter(hasObjects);
  return objects.length > 0 && objects.every((member) => isClosed(resolve, member, depth + 1));
}

function isOpen(comparison: Comparison, site: Site, shape: Shape, depth = 0): boolean {
  const { keywords, union } = shape;
  if (!hasObjects(shape)) return false;
  const others = othersOf(keywords);
  if (others !== undefined)
    return others !== false && !new Marks(comparison.after, isRequest(site) ? 'request' : 'response').isMarked(others);
  const { properties = {}, patternProperties = {} } = keywords;
  if (Object.keys(properties).length + Object.keys(patternProperties).length > 0) return false;
  if (union === undefined) return !HAS_PARTS.some((keyword) => keyword in keywords);
  if (depth > MAX_DEPTH) return true;
  return union.members.some((member) => isOpen(comparison, site, shapeOf(member, comparison.after), depth + 1));
}

/** The keywords that can list properties in their schemas. */
const HAS_PARTS: readonly string[] = ['if', 'then', 'else', 'dependentSchemas'];

function othersOf({ additionalProperties, unevaluatedProperties }: Keywords): Keywords['additionalProperties'] {
  return additionalProperties ?? unevaluatedProperties;
}

function hasObjects({ types }: Shape): boolean {
  return types === undefined || types.includes('object');
}
