import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { once } from '../../../shared/validation/values.ts';
import { list } from './document-fields.ts';
import type { Documents } from './documents.ts';
import { findExtending, definitionKey, usedAsValues } from './extended-objects.ts';
import type { Extending, ExtendingSchemas } from './extended-objects.ts';
import { allowedIn, mappingOf, discriminatorProperty, requires, kindValues } from './kind-values.ts';
import type { DescriptionFile } from './origins.ts';

/** An object that others extend, and that represents all of them if something has it as its type. */
export interface Family {
  readonly base: Extending;
  /** The keyword with the list of kinds, if the base has one. */
  readonly union: 'oneOf' | 'anyOf' | undefined;
  /** The property that selects the kind. */
  readonly property: string | undefined;
  /** The kinds in order; the base is one if values of it alone are valid. */
  readonly kinds: readonly FamilyMember[];
  /** The schemas between the base and its kinds, the base included. */
  readonly between: ReadonlySet<string>;
  /** These and the kinds. */
  readonly all: readonly Extending[];
}

/** A schema that values of a family can have. */
export interface FamilyMember {
  readonly schema: Extending;
  /** The values of the property; undefined if the description does not have them. */
  readonly values: readonly string[] | undefined;
  /** Whether all of its values have the property. */
  readonly isRequired: boolean;
}

/** Finds the families of a description: objects with a discriminator, or a list of kinds, that other schemas extend. */
export function findFamilies(documents: Documents): Family[] {
  const schemas = findExtending(documents);
  const children = new Map<string, Extending[]>();
  for (const schema of schemas.values())
    for (const parent of schema.parents) {
      const known = children.get(parent);
      if (known === undefined) children.set(parent, [schema]);
      else known.push(schema);
    }
  const used = once(() => usedAsValues(schemas, documents));
  const taken = new Set<string>();
  const bases = [...schemas.values()].filter(
    (schema) => children.has(schema.key) && isBase(schema, schemas, documents),
  );
  const depths = new Map<string, number>();
  for (const base of bases)
    for (const key of descendants(base, children).keys()) depths.set(key, (depths.get(key) ?? 0) + 1);
  // An outer family can have the kinds of an inner one.
  return bases
    .toSorted((a, b) => (depths.get(a.key) ?? 0) - (depths.get(b.key) ?? 0))
    .flatMap((base) => {
      if (taken.has(base.key)) return [];
      const family = familyOf(base, { schemas, children, used, documents });
      for (const key of family.between) taken.add(key);
      return family.kinds.some(({ schema }) => schema !== base) ? [family] : [];
    });
}

interface FamilyContext {
  readonly schemas: ExtendingSchemas;
  readonly children: ReadonlyMap<string, readonly Extending[]>;
  readonly used: () => ReadonlySet<string>;
  readonly documents: Documents;
}

function unionOf(schema: Schema): 'oneOf' | 'anyOf' | undefined {
  return (['oneOf', 'anyOf'] as const).find((union) => Array.isArray(schema[union]));
}

/** Whether an object represents those that extend it: it has a discriminator and no union, or it lists schemas that extend it. */
function isBase({ key, value, file }: Extending, schemas: ExtendingSchemas, documents: Documents): boolean {
  const union = unionOf(value);
  if (union === undefined) return discriminatorProperty(value) !== undefined;
  return list(value[union]).some((member) => {
    const target =
      isKeywords(member) && typeof member['$ref'] === 'string' && definitionKey(member['$ref'], file, documents);
    return typeof target === 'string' && schemas.get(target)?.parents.includes(key) === true;
  });
}

/** The schemas that extend a base, each with the schemas that extend it, up to those that have kinds by another property. */
function descendants(base: Extending, children: FamilyContext['children']): Map<string, Extending> {
  const property = discriminatorProperty(base.value);
  const found = new Map<string, Extending>();
  const visit = (schema: Extending): void => {
    for (const child of children.get(schema.key) ?? []) {
      if (found.has(child.key) || child === base) continue;
      found.set(child.key, child);
      const own = discriminatorProperty(child.value);
      if (own === undefined || own === property) visit(child);
    }
  };
  visit(base);
  return found;
}

function familyOf(base: Extending, context: FamilyContext): Family {
  const { schemas, children, used, documents } = context;
  const union = unionOf(base.value);
  const property = discriminatorProperty(base.value);
  const below = descendants(base, children);
  const mapped = mappingOf([base, ...below.values()], property, documents);
  const listed = new Set(union === undefined ? [] : unionMembers(base.value[union], base.file, documents));
  const isMapped = [...mapped.keys()].some((key) => below.has(key));
  const isKind = (schema: Extending): boolean => {
    if (union !== undefined) return listed.has(schema.key);
    if (mapped.has(schema.key)) return true;
    // Another schema that something refers to adds properties to all kinds.
    return isMapped || !hasOwnParts(schema) ? !used().has(schema.key) : true;
  };
  const own = new Set([...below.values()].filter(isKind).map(({ key }) => key));
  const between = ancestors(own, base, below);
  const isRequired = (schema: Extending): boolean => requires(schema, property, schemas);
  const isAlone = ({ key }: Extending): boolean =>
    !between.has(key) || mapped.has(key) || (!isMapped && union === undefined);
  const isOfBase = mapped.has(base.key) || (union === undefined && property !== undefined && !isRequired(base));
  const all = [
    ...(isOfBase ? [base] : []),
    ...[...below.values()].filter((schema) => own.has(schema.key) && isAlone(schema)),
  ];
  const kinds = all.map((schema): FamilyMember => {
    const values =
      property === undefined ? undefined : kindValues(schema, property, mapped, allowedIn(base, property, documents));
    return { schema, values, isRequired: isRequired(schema) };
  });
  const isMember = ({ key }: Extending): boolean => between.has(key) || own.has(key);
  return { base, union, property, kinds, between, all: [base, ...[...below.values()].filter(isMember)] };
}

/** The base, and the schemas below it that kinds extend. */
function ancestors(kinds: Iterable<string>, base: Extending, below: ReadonlyMap<string, Extending>): Set<string> {
  const found = new Set([base.key]);
  const visit = (key: string): void => {
    for (const parent of below.get(key)?.parents ?? []) {
      if (!below.has(parent) || found.has(parent)) continue;
      found.add(parent);
      visit(parent);
    }
  };
  for (const key of kinds) visit(key);
  return found;
}

function unionMembers(union: unknown, file: DescriptionFile, documents: Documents): string[] {
  return list(union).flatMap((member) =>
    isKeywords(member) && typeof member['$ref'] === 'string'
      ? (definitionKey(member['$ref'], file, documents) ?? [])
      : [],
  );
}

/** Whether a schema has more than the ones that it extends. */
function hasOwnParts({ value, parents }: Extending): boolean {
  const { properties, required, allOf } = value;
  if (isKeywords(properties) || Array.isArray(required) || parents.length > 1) return true;
  return list(allOf).some(
    (part) => isKeywords(part) && typeof part['$ref'] !== 'string' && Object.keys(part).length > 0,
  );
}
