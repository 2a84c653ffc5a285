import { propertySchemas } from './rows.ts';
import type { Envelope, EnvelopeTag } from '../../../shared/contract/list-contract.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { ENVELOPE_TAGS } from '../../../shared/contract/list-contract.ts';
import type { Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { certainParts, typesOf } from '../../../shared/schema/json-types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';

/** Where an envelope is used, and where it is defined. */
export interface EnvelopePlace {
  /** The response. */
  readonly at: Location;
  /** The definition that it names. */
  readonly definition?: Location | undefined;
}

/**
 * Reads the envelope around the rows of a list: the tagged properties of its body.
 *
 * @param schema The body, without drafts.
 * @returns undefined if no property has a tag; invalid tags are reported.
 * @example readEnvelope({ properties: { pets: { type: 'array', 'x-items': true } } }, resolve, place, report) // { items: 'pets' }
 */
export function readEnvelope(
  schema: Schema,
  resolve: Resolve,
  place: EnvelopePlace,
  report: (diagnostic: Diagnostic) => void,
): Envelope | undefined {
  const parts = certainParts(schema, resolve);
  const tagged = tagsOf(parts);
  const nested = nestedTags(parts, tagged, resolve);
  if (tagged.length + nested.length === 0) return undefined;
  for (const { tag, path } of nested) report(messages.nestedTag(place, tag, path));
  for (const [tag, names] of tagged) {
    if (names.length > 1) report(messages.repeatedTag(place, tag, names));
    const [name = ''] = names;
    const types = typesOf({ allOf: propertySchemas(parts, name) }, resolve);
    const expected = tag === 'items' ? ['array'] : ['integer', 'number'];
    if (!expected.some((type) => (types as ReadonlySet<string>).has(type)))
      report(messages.tagType(place, tag, name, expected, [...types]));
  }
  const names = Object.fromEntries(tagged.map(([tag, [name]]) => [tag, name])) as Partial<Record<EnvelopeTag, string>>;
  if (names.items === undefined && nested.length === 0) report(messages.untaggedRows(place, tagged[0]![0]));
  const required = new Set(parts.flatMap((part) => (part['required'] as readonly string[] | undefined) ?? []));
  const filled = Object.values(names);
  const others = [...required].filter((name) => !filled.includes(name));
  return {
    items: '',
    ...names,
    ...(names.total !== undefined && required.has(names.total) && { countsAlways: true }),
    ...(others.length > 0 && { others }),
  };
}

/** The tags that properties of a schema have, with the names of these. */
function tagsOf(parts: readonly Keywords[]): (readonly [tag: EnvelopeTag, names: readonly string[]])[] {
  return ENVELOPE_TAGS.map((tag) => [tag, taggedNames(parts, tag)] as const).filter(([, names]) => names.length > 0);
}

/** The tags that have no effect, because they are in an object inside the body. Another list inside a list keeps its tags. */
function nestedTags(
  parts: readonly Keywords[],
  outer: ReturnType<typeof tagsOf>,
  resolve: Resolve,
): { readonly tag: EnvelopeTag; readonly path: readonly string[] }[] {
  const isList = (tagged: typeof outer): boolean => tagged.some(([tag]) => tag === 'items');
  return parts.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const inner = tagsOf(certainParts(property, resolve));
      if (isList(outer) && isList(inner)) return [];
      return inner.map(([tag, [first = '']]) => ({ tag, path: [name, first] }));
    }),
  );
}

function taggedNames(parts: readonly Keywords[], tag: EnvelopeTag): string[] {
  const names = parts.flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([, property]) => hasTag(property, tag)),
  );
  return [...new Set(names.map(([name]) => name))];
}

/** An intersection has the tags of its parts. */
function hasTag(schema: Keywords[string], tag: EnvelopeTag): boolean {
  if (typeof schema !== 'object') return false;
  const { allOf = [], [`x-${tag}`]: isTagged } = schema as Keywords;
  return isTagged === true || allOf.some((part) => hasTag(part, tag));
}
