import { COMBINED } from '../../../shared/schema/named-types.ts';
import { keysOf, pointTo } from '../../../shared/contract/json-pointer.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { PROBLEM } from '../../../shared/schema/problem.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import { keywordRow } from '../../../shared/schema/keywords.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';
import { dialectAsMeant, readAsMeant, withoutDeadMembers } from './as-meant.ts';
import type { Documents, Placed } from './documents.ts';
import type { Notes } from './notes.ts';
import type { DescriptionFile } from './origins.ts';
import { originKey } from './origins.ts';
import type { Dialect } from '../../../shared/schema/dialects.ts';
import { dialectOf, LATEST, OPENAPI_3_0, translateKeywords } from '../../../shared/schema/dialects.ts';
import { impliesType, isOfType } from './implied-type.ts';
import { inPlainForm } from './plain-form.ts';
import { repairKeywords } from './repairs.ts';
import { isComponentName } from '../../../shared/contract/component-name.ts';
import { componentPointer, fileName } from './extended-objects.ts';
import { withFamilies } from './family-schemas.ts';
import { freeName } from './free-name.ts';

/** Names of definitions that files cannot have, or that have a special meaning. */
const RESERVED = /^(?:[._].*|openapi|.*\.(?:test|spec)(?:\..*)?|__proto__)$/i;

/** Names of files have at most 255 bytes, with the number and the extension. */
const MAX_NAME = 200;

/** References can form a circle. */
const MAX_HOPS = 50;

/** The schemas of a description, in JSON Schema 2020-12. Those that something refers to have names. */
export class NamedSchemas {
  readonly schemas = new Map<string, AnySchema>();
  /** By file and pointer. */
  readonly #names = new Map<string, string>();
  readonly #converted = new WeakMap<object, AnySchema>();
  readonly #dialect: Dialect;

  readonly documents: Documents;

  /** The named schemas of the root file come first, under their own names if definitions can have them. */
  constructor(
    given: Documents,
    readonly notes: Notes,
    readonly hasOwnProblem: boolean,
  ) {
    const { openapi, jsonSchemaDialect: uri } = given.root.value as { openapi: string; jsonSchemaDialect?: unknown };
    this.#dialect = openapi.startsWith('3.0') ? OPENAPI_3_0 : (typeof uri === 'string' && dialectOf(uri)) || LATEST;
    const { documents, components: declared } = withFamilies(given, notes);
    this.documents = documents;
    const names = Object.keys(declared).map((name) => this.#declare(name, declared));
    for (const [i, schema] of Object.values(declared).entries()) {
      const { value, file } = this.#fileOf(schema) ?? { value: schema, file: documents.root };
      this.schemas.set(names[i]!, this.convert(value, file));
    }
  }

  /**
   * Converts a schema of a file. The schemas that it refers to become named ones.
   *
   * @param isExact Whether it must allow exactly the values that it allows by the specification.
   */
  convert(schema: unknown, file: DescriptionFile, outer: Dialect = this.#dialect, isExact: boolean = false): AnySchema {
    if (typeof schema === 'boolean') return schema;
    if (!isKeywords(schema)) return {};
    const known = this.#converted.get(schema);
    if (known !== undefined) return known;
    const dialect = typeof schema['$schema'] === 'string' ? (dialectOf(schema['$schema']) ?? outer) : outer;
    const { find, origins } = this.documents;
    const meant = readAsMeant(this.documents.withTexts(schema, file), {
      dialect,
      isExact,
      isOfType: (type, value) => isOfType(type, { value, file }, { find, dialect }),
      notes: this.notes,
    });
    // After the translation, every schema is in 2020-12.
    const { $schema: _, ...translated } = translateKeywords(meant, dialectAsMeant(schema, dialect, this.notes));
    const own = repairKeywords(translated, schema, this.notes);
    const isExactBelow = isExact || 'unevaluatedProperties' in own;
    // In a schema that only tests, a reading that allows fewer values could allow more.
    const linked = mapSubschemas(this.#withReferences(own, file, schema), (part, _at, keyword) =>
      this.convert(part, file, dialect, isExactBelow || keywordRow(keyword)?.tests !== undefined),
    );
    const implies = (type: unknown): boolean => impliesType(type, { value: schema, file }, { find, dialect });
    // A member can have no effect only once it is spelled plainly.
    const alive = withoutDeadMembers(origins.copy(schema, linked), () => false, this.notes);
    const plain = inPlainForm(alive, { implies, isExact: isExactBelow, notes: this.notes });
    const result = origins.copy(schema, { ...plain });
    this.#converted.set(schema, result);
    return result;
  }

  /** Reserves the name of a component. */
  #declare(name: string, declared: Schema): string {
    const isBuiltIn = name === 'Problem' && (this.hasOwnProblem || isEqual(declared[name], PROBLEM));
    const valid = isBuiltIn ? name : freeName(validName(name), this.schemas);
    if (valid !== name)
      this.notes.add({ of: declared, key: name }, `a definition cannot have the name "${name}"; it is "${valid}"`);
    this.#names.set(this.#componentKey(name), valid);
    this.schemas.set(valid, {});
    const file = this.#fileOf(declared[name]);
    if (file !== undefined) this.#names.set(originKey(file), valid);
    return valid;
  }

  /** The content of another file that a component consists of. */
  #fileOf(schema: unknown): Placed | undefined {
    const { root, find } = this.documents;
    const isReference = isKeywords(schema) && typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1;
    const target = isReference ? find(schema['$ref'] as string, root) : undefined;
    return target?.file === root ? undefined : target;
  }

  #withReferences(schema: Schema, file: DescriptionFile, of: Schema): Schema {
    const { $ref, discriminator, ...others } = schema;
    const reference = typeof $ref === 'string' ? this.#refer($ref, file) : undefined;
    if (typeof $ref === 'string' && reference === undefined)
      this.notes.add({ of, key: '$ref' }, `"${$ref}" refers to a schema that does not exist`);
    return {
      ...(reference !== undefined && { $ref: reference }),
      ...others,
      ...(isKeywords(discriminator) && { discriminator: this.#discriminator(discriminator, file) }),
    };
  }

  #discriminator(discriminator: Schema, file: DescriptionFile): Schema {
    const { mapping } = discriminator;
    if (!isKeywords(mapping)) return discriminator;
    const entries = Object.entries(mapping).flatMap(([value, target]) => {
      const text = String(target);
      const isName = isComponentName(text) && !/\.(?:json|ya?ml)$/.test(text);
      const reference = isName
        ? this.#refer(`#${pointTo('/components/schemas', text)}`, this.documents.root)
        : this.#refer(text, file);
      if (reference === undefined) this.notes.add({ of: mapping, key: value }, `"${text}" does not exist`);
      return reference === undefined ? [] : [[value, reference] as const];
    });
    const { origins } = this.documents;
    const copy = origins.copy(mapping, Object.fromEntries(entries));
    return origins.copy(discriminator, { ...discriminator, mapping: copy });
  }

  /** The reference to the named schema that a `$ref` leads to; undefined if there is no such schema. */
  #refer($ref: string, file: DescriptionFile, hops = 0): string | undefined {
    const { root, find } = this.documents;
    const target = find($ref, file);
    if (target === undefined) return undefined;
    const [first, second, name, ...rest] = keysOf(target.pointer);
    if (target.file !== root || first !== 'components' || second !== 'schemas' || name === undefined)
      return referenceTo(this.#nameOf(target)).$ref;
    const component = find(`#${componentPointer(name)}`, root)?.value;
    if (rest.length === 0 || (isKeptAt(component, rest) && this.#isAsWritten(name, component)))
      return schemaPart(this.#names.get(this.#componentKey(name)) ?? name, rest);
    // The part of a union, for example, is read elsewhere or in another order, so it becomes a schema by itself.
    const { value } = target;
    const isAlias = isKeywords(value) && typeof value['$ref'] === 'string' && Object.keys(value).length === 1;
    if (isAlias && hops < MAX_HOPS) return this.#refer(value['$ref'] as string, target.file, hops + 1);
    return referenceTo(this.#nameOf(target, [name, ...rest].join('_'))).$ref;
  }

  /** Whether a component is read as the file has it, and not as a union in its place. */
  #isAsWritten(name: string, component: unknown): boolean {
    const { components } = this.documents.root.value as { readonly components?: { readonly schemas?: unknown } };
    return Object(components?.schemas)[name] === component;
  }

  #nameOf(target: Placed, wanted: string = keysOf(target.pointer).at(-1) ?? fileName(target.file)): string {
    const known = this.#names.get(originKey(target));
    if (known !== undefined) return known;
    const name = freeName(validName(wanted), this.schemas);
    this.#names.set(originKey(target), name);
    // Reserves the name while the schema, which may refer to itself, is converted.
    this.schemas.set(name, {});
    this.schemas.set(name, this.convert(target.value, target.file));
    return name;
  }

  #componentKey(name: string): string {
    return originKey({ file: this.documents.root, pointer: pointTo('/components/schemas', name) });
  }
}

/** Whether a part of a schema is read where it is written: the plain form moves combined schemas, and drops those without an effect. */
function isKeptAt(schema: unknown, keys: readonly string[]): boolean {
  let part = schema;
  for (const key of keys) {
    if (isKeywords(part) && COMBINED.some((keyword) => keyword in (part as Schema))) return false;
    const types = isKeywords(part) && 'type' in part ? [part['type']].flat() : undefined;
    if (key === 'properties' && types?.includes('object') === false) return false;
    if (key === 'items' && types?.includes('array') === false) return false;
    part = Object(part)[key];
  }
  return true;
}

function schemaPart(name: string, keys: readonly string[]): string {
  const pointer = keys.map((key) => `/${encodeURIComponent(pointTo('', key).slice(1))}`).join('');
  return referenceTo(name, pointer).$ref;
}

function validName(name: string): string {
  const plain =
    name
      .replaceAll(/[^\w.-]+/g, '_')
      .replace(/^[._]+/, '')
      .slice(0, MAX_NAME) || 'Schema';
  return RESERVED.test(plain) || plain === 'Problem' ? `${plain.replaceAll(/\.(?=test|spec)/gi, '_')}_` : plain;
}
