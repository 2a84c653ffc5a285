import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isAnnotation } from '../../../shared/schema/keywords.ts';
import { list } from './document-fields.ts';
import type { Fields } from './document-fields.ts';
import type { Documents, Placed } from './documents.ts';
import { componentPointer, definitionKey } from './extended-objects.ts';
import type { Extending } from './extended-objects.ts';
import { freeName } from './free-name.ts';
import type { Literal } from './kind-literals.ts';
import { withLiteral } from './kind-literals.ts';
import { findFamilies } from './object-kinds.ts';
import type { Family, FamilyMember } from './object-kinds.ts';
import type { Notes } from './notes.ts';
import { originKey } from './origins.ts';

/** The documents of a description, and its components, with unions in place of objects that others extend. */
interface Read {
  readonly documents: Documents;
  readonly components: Fields;
}

/**
 * Reads an object that others extend as the union of them if it defines how to distinguish them: OpenAPI 3.1, Discriminator Object. The part that they extend
 * is then a separate schema, `PetBase`. A kind that others extend is `PetOnly`, as is the object itself if values of it alone are valid.
 */
export function withFamilies(documents: Documents, notes: Notes): Read {
  const { components } = documents.root.value as { readonly components?: { readonly schemas?: unknown } };
  const declared = isKeywords(components?.schemas) ? components.schemas : {};
  const families = findFamilies(documents);
  if (families.length === 0) return { documents, components: declared };
  const writer = new FamilyWriter(documents, notes, declared);
  for (const family of families) writer.add(family);
  return writer.finish();
}

class FamilyWriter {
  readonly #added = new Map<string, Schema>();
  /** The schemas in place of those of the description, by location. */
  readonly #replaced = new Map<string, Schema>();
  /** The targets of our own references. */
  readonly #targets = new Map<string, Placed>();
  readonly #members = new Map<string, Extending>();
  /** The base of each member that is a separate schema now. */
  readonly #extended = new Map<string, Set<string>>();
  /** The references to the bases of kinds, by the bases in the description. */
  readonly #bases = new Map<string, string>();
  readonly #literals = new Map<string, Literal[]>();
  readonly #names: Set<string>;
  /** All families are known when they run. */
  readonly #later: (() => void)[] = [];

  constructor(
    readonly documents: Documents,
    readonly notes: Notes,
    readonly declared: Fields,
  ) {
    this.#names = new Set(Object.keys(declared));
  }

  add(family: Family): void {
    const { base, union, property, kinds, between, all } = family;
    this.notes.mend(
      { of: base.value, key: union ?? 'discriminator' },
      union === undefined
        ? '"discriminator" of an object that others extend: read as the union of them'
        : `"${union}" of schemas that extend the one around them: read as the union of them`,
    );
    for (const schema of all) {
      this.#members.set(schema.key, schema);
      this.#extended.set(schema.key, new Set([...(this.#extended.get(schema.key) ?? []), ...between]));
      if (between.has(schema.key)) this.#bases.set(schema.key, this.#reserve(`${schema.name}Base`));
    }
    const references = new Map(kinds.map((kind) => [kind, this.#addKind(kind, property, between)]));
    this.#later.push(() => {
      for (const schema of all.filter(({ key }) => between.has(key))) this.#divide(schema, family, references);
    });
  }

  finish(): Read {
    for (const write of this.#later) write();
    for (const schema of this.#members.values())
      if (!this.#bases.has(schema.key))
        this.#replaced.set(schema.key, this.#withLiterals(schema, this.#rewrite(schema)));
    const { root, find } = this.documents;
    const found: Documents['find'] = (reference, from) => {
      const target = this.#targets.get(reference) ?? find(reference, from);
      const value = target && (this.#added.get(originKey(target)) ?? this.#replaced.get(originKey(target)));
      return value === undefined ? target : { ...target!, value };
    };
    const at = (name: string): string => originKey({ file: root, pointer: componentPointer(name) });
    const own = Object.entries(this.declared).map(([name, schema]) => [name, this.#replaced.get(at(name)) ?? schema]);
    const added = [...this.#added].map(([key, schema]) => [this.#targets.get(key)!.value, schema]);
    return {
      documents: { ...this.documents, find: found },
      components: Object.fromEntries([...own, ...added]) as Fields,
    };
  }

  /** A reference to a schema that is not in the description. */
  #reserve(wanted: string): string {
    const name = freeName(wanted, this.#names);
    this.#names.add(name);
    const target = { value: name, file: this.documents.root, pointer: componentPointer(name) };
    this.#targets.set(originKey(target), target);
    return originKey(target);
  }

  /** The reference to a kind in a union. */
  #addKind(
    { schema, values, isRequired }: FamilyMember,
    property: string | undefined,
    between: ReadonlySet<string>,
  ): string {
    const literals = property === undefined || values === undefined ? [] : [{ property, values, isRequired }];
    const base = between.has(schema.key) ? this.#bases.get(schema.key) : undefined;
    if (base === undefined) {
      this.#literals.set(schema.key, [...(this.#literals.get(schema.key) ?? []), ...literals]);
      this.#targets.set(schema.key, schema);
      return schema.key;
    }
    const only = this.#reserve(`${schema.name}Only`);
    const { origins } = this.documents;
    const plain = origins.copy(schema.value, { allOf: [{ $ref: base }] });
    this.#added.set(
      only,
      literals.reduce<Schema>((all, literal) => withLiteral(all, literal, origins), plain),
    );
    return only;
  }

  /** Makes a union of a schema, and a separate schema of the base of its kinds. */
  #divide(schema: Extending, family: Family, references: ReadonlyMap<FamilyMember, string>): void {
    const { origins } = this.documents;
    const { discriminator: _, ...value } = this.#rewrite(schema);
    const entries = Object.entries(value).filter(([keyword]) => schema !== family.base || keyword !== family.union);
    const own = Object.fromEntries(entries.filter((entry) => !isDescribing(entry)));
    const { nullable, ...others } = own;
    const types = [own['type']].flat();
    const type = types.includes('null') ? { type: types.find((one) => one !== 'null') } : {};
    const base = this.#bases.get(schema.key)!;
    this.#added.set(base, this.#withLiterals(schema, origins.copy(schema.value, { ...others, ...type })));
    const union = this.#union(schema, family, references);
    const keyword = 'oneOf' in union ? 'oneOf' : 'anyOf';
    const isNullable = nullable === true || types.includes('null');
    const members = [...list(union[keyword]), ...(isNullable ? [{ type: 'null' }] : [])];
    const texts = Object.fromEntries(entries.filter(isDescribing));
    this.#replaced.set(schema.key, origins.copy(schema.value, { ...texts, ...union, [keyword]: members }));
  }

  #union(schema: Extending, family: Family, references: ReadonlyMap<FamilyMember, string>): Schema {
    const { base, union, property, kinds } = family;
    const below = kinds.filter((kind) => kind.schema === schema || this.#extends(kind.schema, schema, family));
    const values = below.flatMap((kind) => kind.values ?? []);
    const isTold = below.every((kind) => kind.values !== undefined) && new Set(values).size === values.length;
    const keyword = union ?? (isTold && below.every((kind) => kind.isRequired) ? 'oneOf' : 'anyOf');
    const listed = schema === base && union !== undefined ? this.#listed(schema, union, references) : undefined;
    const members = listed ?? below.map((kind) => ({ $ref: references.get(kind)! }));
    const isWhole = members.every((member) => isKeywords(member) && '$ref' in member);
    if (!isTold || !isWhole || property === undefined) return { [keyword]: members };
    const mapping = below.flatMap((kind) => kind.values!.map((value) => [value, references.get(kind)!] as const));
    return { [keyword]: members, discriminator: { propertyName: property, mapping: Object.fromEntries(mapping) } };
  }

  /** The members that a union lists, each with its context. */
  #listed(schema: Extending, union: string, references: ReadonlyMap<FamilyMember, string>): Schema[] {
    const base = this.#bases.get(schema.key)!;
    const known = new Map([...references].map(([kind, reference]) => [kind.schema.key, reference]));
    return list(schema.value[union]).map((member) => {
      const key = isKeywords(member) && typeof member['$ref'] === 'string' ? this.#keyOf(member['$ref'], schema) : '';
      const reference = known.get(key ?? '');
      if (reference !== undefined) return { $ref: reference };
      return isKeywords(member) && member['type'] === 'null' ? member : { allOf: [{ $ref: base }, member] };
    });
  }

  /** Whether a kind extends a schema, also through others of its family. */
  #extends(kind: Extending, schema: Extending, { between }: Family): boolean {
    const seen = new Set<string>();
    const visit = ({ parents }: Extending): boolean =>
      parents.some((key) => {
        if (key === schema.key) return true;
        if (seen.has(key) || !between.has(key)) return false;
        seen.add(key);
        return visit(this.#members.get(key)!);
      });
    return visit(kind);
  }

  /** A member with references to its new base. */
  #rewrite(schema: Extending): Schema {
    const { origins } = this.documents;
    const { value } = schema;
    const extended = this.#extended.get(schema.key);
    const rewrite = (part: unknown): unknown => {
      const key = isKeywords(part) && typeof part['$ref'] === 'string' ? this.#keyOf(part['$ref'], schema) : undefined;
      const base = key !== undefined && extended?.has(key) === true ? this.#bases.get(key) : undefined;
      return base === undefined ? part : origins.copy(part as object, { ...(part as object), $ref: base });
    };
    const { allOf } = value;
    const own = rewrite(value) as Schema;
    return origins.copy(value, {
      ...own,
      ...(Array.isArray(allOf) && { allOf: origins.copy(allOf, allOf.map(rewrite)) }),
    });
  }

  #withLiterals(schema: Extending, value: Schema): Schema {
    const literals = this.#literals.get(schema.key) ?? [];
    return literals.reduce<Schema>((all, literal) => withLiteral(all, literal, this.documents.origins), value);
  }

  #keyOf($ref: string, { file }: Extending): string | undefined {
    return definitionKey($ref, file, this.documents);
  }
}

/** Whether a keyword describes values, so that it belongs to the union. */
function isDescribing([keyword]: readonly [string, unknown]): boolean {
  return isAnnotation(keyword) || keyword === 'example';
}
