import { isDeepStrictEqual } from 'node:util';
import { keysOf } from '../../contract/json-pointer.ts';
import type { Schema } from '../../contract/operation.ts';
import { PROBLEM } from '../../compiler/definitions/built-in.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isKeywords } from '../../schema/json-types.ts';
import { referenceTo } from '../../schema/references.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import type { Documents, Placed } from './documents.ts';
import type { Notes } from './notes.ts';
import type { DescriptionFile } from './origins.ts';
import { repairKeywords, upgradeKeywords } from './upgrade.ts';

/** The named schemas of a description, in JSON Schema 2020-12. */
export interface NamedSchemas {
  readonly schemas: ReadonlyMap<string, AnySchema>;
  /** Converts a schema of a file. The schemas that it refers to become named ones. */
  readonly convert: (schema: unknown, file: DescriptionFile) => AnySchema;
}

/** Names of definitions that files cannot have, or that have a meaning of their own. */
const RESERVED = /^(?:[._].*|openapi|.*\.(?:test|spec)(?:\..*)?|__proto__)$/i;

/** The named schemas of the root file come first, under their own names where definitions can have them. */
export function namedSchemas(documents: Documents, notes: Notes): NamedSchemas {
  const { root, origins, find } = documents;
  const { openapi, components = {} } = root.value as { openapi: string; components?: { schemas?: unknown } };
  const isOld = openapi.startsWith('3.0');
  const schemas = new Map<string, AnySchema>();
  const names = new Map<string, string>();
  const converted = new WeakMap<object, AnySchema>();

  function convert(schema: unknown, file: DescriptionFile): AnySchema {
    if (typeof schema === 'boolean') return schema;
    if (!isKeywords(schema)) return {};
    const known = converted.get(schema);
    if (known !== undefined) return known;
    const own = repairKeywords(isOld ? upgradeKeywords(schema) : schema, notesOf(schema));
    const linked = mapSubschemas(withReferences(own, file, schema), (part) => convert(part, file));
    const result = origins.copy(schema, { ...linked });
    converted.set(schema, result);
    return result;
  }

  /** Notes on a copy are notes on the schema itself. */
  function notesOf(schema: Schema): Notes {
    return Object.assign(Object.create(notes) as Notes, {
      add: (at: { key?: string | number }, reason: string) => notes.add({ ...at, of: schema }, reason),
    });
  }

  function withReferences(schema: Schema, file: DescriptionFile, of: Schema): Schema {
    const { $ref, discriminator, ...others } = schema;
    const reference = typeof $ref === 'string' ? refer($ref, file) : undefined;
    if (typeof $ref === 'string' && reference === undefined)
      notes.add({ of, key: '$ref' }, `"${$ref}" refers to a schema that does not exist`);
    return {
      ...(reference !== undefined && { $ref: reference }),
      ...others,
      ...(isKeywords(discriminator) && { discriminator: convertDiscriminator(discriminator, file) }),
    };
  }

  function convertDiscriminator(discriminator: Schema, file: DescriptionFile): Schema {
    const { mapping } = discriminator;
    if (!isKeywords(mapping)) return discriminator;
    const entries = Object.entries(mapping).flatMap(([value, target]) => {
      const isName = /^[\w.-]+$/.test(String(target)) && !/\.(?:json|ya?ml)$/.test(String(target));
      const reference = refer(isName ? `#/components/schemas/${String(target)}` : String(target), isName ? root : file);
      if (reference === undefined) notes.add({ of: mapping, key: value }, `"${String(target)}" does not exist`);
      return reference === undefined ? [] : [[value, reference] as const];
    });
    return origins.copy(discriminator, {
      ...discriminator,
      mapping: origins.copy(mapping, Object.fromEntries(entries)),
    });
  }

  /** The reference to the named schema that a `$ref` leads to; undefined if it leads nowhere. */
  function refer($ref: string, file: DescriptionFile): string | undefined {
    const target = find($ref, file);
    if (target === undefined) return undefined;
    const [first, second, name, ...rest] = keysOf(target.pointer);
    if (target.file === root && first === 'components' && second === 'schemas' && name !== undefined)
      return partOf(names.get(componentKey(name)) ?? name, rest);
    return referenceTo(nameOf(target)).$ref;
  }

  function nameOf(target: Placed): string {
    const key = `${target.file.uri}#${target.pointer}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const wanted = keysOf(target.pointer).at(-1) ?? target.file.uri.replace(/.*\//, '').replace(/\.\w+$/, '');
    const name = freeName(validName(wanted), schemas);
    names.set(key, name);
    // Reserves the name while the schema, which may refer to itself, is converted.
    schemas.set(name, {});
    schemas.set(name, convert(target.value, target.file));
    return name;
  }

  function componentKey(name: string): string {
    return `${root.uri}#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }

  const declared = isKeywords(components.schemas) ? Object.entries(components.schemas) : [];
  for (const [name, schema] of declared) {
    const isBuiltIn = name === 'Problem' && isDeepStrictEqual(schema, PROBLEM);
    const valid = isBuiltIn ? name : freeName(validName(name), schemas);
    if (valid !== name)
      notes.add(
        { of: components.schemas as object, key: name },
        `a definition cannot have the name "${name}"; it is "${valid}"`,
      );
    names.set(componentKey(name), valid);
    schemas.set(valid, {});
    // A component that is another file has that file's content.
    const target =
      isKeywords(schema) && Object.keys(schema).length === 1 ? find(String(schema['$ref']), root) : undefined;
    if (target !== undefined && target.file !== root) names.set(`${target.file.uri}#${target.pointer}`, valid);
  }
  for (const [name, schema] of declared) {
    const target =
      isKeywords(schema) && Object.keys(schema).length === 1 ? find(String(schema['$ref']), root) : undefined;
    const isFile = target !== undefined && target.file !== root;
    schemas.set(names.get(componentKey(name))!, isFile ? convert(target.value, target.file) : convert(schema, root));
  }
  return { schemas, convert };
}

function partOf(name: string, keys: readonly string[]): string {
  const pointer = keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
  return referenceTo(name, pointer).$ref;
}

function validName(name: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '_').replace(/^[._]+/, '') || 'Schema';
  return RESERVED.test(plain) || plain === 'Problem' ? `${plain.replaceAll(/\.(?=test|spec)/gi, '_')}_` : plain;
}

/** A name that is not taken, with a number behind it if need be. */
export function freeName(wanted: string, taken: { has(name: string): boolean }): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}
