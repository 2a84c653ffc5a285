import type { AnySchema } from '../schema/json-types.ts';
import { isKeywords } from '../schema/json-types.ts';
import { referredName } from '../schema/references.ts';
import { isSameText } from './sameness.ts';
import type { Shape } from './shape.ts';
import { shapeOf } from './shape.ts';
import type { Comparison, Site } from './site.ts';
import { describe, isRequest } from './site.ts';

const KEYWORDS = ['anyOf', 'oneOf', 'type', 'required'];

/** Compares the alternatives of schemas, in any order. */
export function compareUnions(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  const [a, b] = [before.union, after.union];
  if (a === undefined && b === undefined) return;
  if (a === undefined) return wrapped(comparison, site, before, after);
  if (b === undefined) return unwrapped(comparison, site, before, after);
  const { kept, removed, added, pairs } = pairUp(comparison, a.members, b.members);
  // Another alternative already has all of its values, as in `'novel' | string`.
  const isNew = (member: AnySchema): boolean =>
    isRequest(site) || b.kind === 'one-of' || !kept.some((other) => comparison.isCompatible(site, other, member));
  for (const [one, other] of pairs) if (isNew(other)) comparison.compare(site, one, other);
  if (a.kind !== b.kind && b.kind === 'one-of')
    comparison.report(site, 'wrapped-in-one-of', `${describe(site)} must match exactly one alternative now`, KEYWORDS);
  const { kind } = b;
  // A value of a removed alternative may still match a remaining one.
  for (const member of removed) {
    const message = `${describe(site)} no longer has the alternative ${nameOf(member)}`;
    comparison.report(site, `${kind}-removed`, message, KEYWORDS);
  }
  for (const member of added.filter(isNew))
    comparison.report(site, `${kind}-added`, `${describe(site)} has the new alternative ${nameOf(member)}`, KEYWORDS);
}

/** A schema became a union. */
function wrapped(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  const { kind, members } = after.union!;
  const single = toSchema(before);
  const isOneOf = members.some((member) => comparison.isCompatible(site, single, member));
  const message = `${describe(site)} has alternatives now: ${members.map(nameOf).join(', ')}`;
  if (kind === 'one-of' && (!isRequest(site) || !isOneOf))
    comparison.report(site, isRequest(site) ? 'wrapped-in-one-of' : 'one-of-added', message, KEYWORDS);
  else if (isRequest(site) && !isOneOf) comparison.report(site, 'type-changed', message, KEYWORDS);
  else comparison.report(site, `${kind}-added`, message, KEYWORDS);
}

/** A union became one schema. */
function unwrapped(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  const { kind, members } = before.union!;
  const single = toSchema(after);
  const isCovered = members.every((member) => comparison.isCompatible(site, member, single));
  const message = `${describe(site)} no longer has alternatives: ${members.map(nameOf).join(', ')}`;
  // Any value includes the lists and maps of all alternatives, with all that is in them.
  if (after.types === undefined && !isRequest(site))
    for (const member of members)
      if (hasParts(shapeOf(member, comparison.before))) comparison.compare(site, member, true);
  if (isRequest(site)) {
    if (isCovered) comparison.report(site, 'type-generalized', message);
    else comparison.report(site, `${kind}-removed`, message, KEYWORDS);
    return;
  }
  const isOld = members.some((member) => comparison.isCompatible(site, member, single));
  comparison.report(site, isOld ? `${kind}-removed` : 'type-changed', message);
}

/** Whether a schema describes the items of lists, or the entries of maps. */
function hasParts({ keywords: { items, prefixItems, additionalProperties } }: Shape): boolean {
  return isKeywords(items) || prefixItems !== undefined || isKeywords(additionalProperties);
}

/** A shape without its union, as a schema. */
function toSchema({ types, keywords, nullable }: Shape): AnySchema {
  if (types === undefined) return keywords;
  return { ...keywords, type: nullable ? [...types, 'null'] : types.length === 1 ? types[0]! : types };
}

interface Pairs {
  /** The members of the baseline that have not changed. */
  readonly kept: readonly AnySchema[];
  readonly pairs: readonly (readonly [AnySchema, AnySchema])[];
  readonly removed: readonly AnySchema[];
  readonly added: readonly AnySchema[];
}

/** Pairs the members: equal ones, then those of the same name or text, then a single one that is left on both sides. */
function pairUp(comparison: Comparison, before: readonly AnySchema[], after: readonly AnySchema[]): Pairs {
  const candidates = candidatesOf(before, after);
  const rest = new Set(after.keys());
  const take = (member: AnySchema, test: (other: AnySchema) => boolean): AnySchema | undefined => {
    const index = candidates(member).find((i) => rest.has(i) && test(after[i]!));
    if (index !== undefined) rest.delete(index);
    return index === undefined ? undefined : after[index];
  };
  const unchanged = new Set(
    before.filter((member) => take(member, (other) => comparison.isSame(member, other)) !== undefined),
  );
  const changed = before.filter((member) => !unchanged.has(member));
  const pairs: (readonly [AnySchema, AnySchema])[] = [];
  const removed = changed.filter((member) => {
    const name = identity(member);
    const other =
      name === undefined
        ? take(member, (candidate) => isSameText(member, candidate))
        : take(member, (candidate) => identity(candidate) === name);
    if (other !== undefined) pairs.push([member, other]);
    return other === undefined;
  });
  const left = [...rest].map((i) => after[i]!);
  const [one] = removed;
  const [other] = left;
  const areAlike =
    removed.length === 1 && left.length === 1 && identity(one!) === undefined && identity(other!) === undefined;
  const kept = before.filter((member) => unchanged.has(member));
  if (areAlike) return { kept, pairs: [...pairs, [one!, other!]], removed: [], added: [] };
  return { kept, pairs, removed, added: left };
}

/** The most pairs of members that are compared. */
const MAX_PAIRS = 10_000;

/** Which members of the new union can be the counterparts of one: in a long union, only those of the same name or text. */
function candidatesOf(
  before: readonly AnySchema[],
  after: readonly AnySchema[],
): (member: AnySchema) => readonly number[] {
  const all = [...after.keys()];
  if (before.length * after.length <= MAX_PAIRS) return () => all;
  const byKey = new Map<string, number[]>();
  for (const [i, member] of after.entries()) {
    const key = memberKey(member);
    byKey.set(key, [...(byKey.get(key) ?? []), i]);
  }
  return (member) => byKey.get(memberKey(member)) ?? [];
}

function memberKey(member: AnySchema): string {
  return identity(member) ?? JSON.stringify(member);
}

/** The name of a member: that of the definition it refers to, or its title. */
function identity(member: AnySchema): string | undefined {
  if (!isKeywords(member)) return undefined;
  return referredName(member) ?? (typeof member['title'] === 'string' ? member['title'] : undefined);
}

function nameOf(member: AnySchema): string {
  const name = identity(member);
  if (name !== undefined) return name;
  const { type, enum: values, const: value } = (isKeywords(member) ? member : {}) as Record<string, unknown>;
  if (value !== undefined || values !== undefined) return JSON.stringify(values ?? value);
  return type === undefined ? 'without a name' : `of type ${[type].flat().join(' or ')}`;
}
