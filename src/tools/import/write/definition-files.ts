import { NO_CUSTOM } from '../../../directives/custom/custom-directives.ts';
import { blockYaml } from '../../../build/project/block-yaml.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { parseDefinitionFile } from '../../../build/compiler/definitions/definition-file.ts';
import type { DefinitionFile } from '../../../build/compiler/definitions/model.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { asSchema } from '../../../shared/schema/json-types.ts';
import { freeName } from '../../openapi/read/free-name.ts';
import { stableText } from '../../../shared/validation/values.ts';
import { commentText } from '../../../build/codegen/comment-text.ts';
import type { Scope } from './input-lines.ts';
import { parameterLines } from './input-lines.ts';
import type { InterfaceFile } from './interface-text.ts';
import { interfaceFile } from './interface-text.ts';
import { readsAs } from './read-back.ts';
import { responseLines } from './response-lines.ts';
import type { SharedSets } from './shared-sets.ts';
import { typeName } from './type-names.ts';
import { typedefFile } from './typedef-text.ts';

/** The definitions of a tree while its operations are written. */
export class Pool {
  readonly #schemas: Map<string, AnySchema>;
  readonly #named = new Map<string, string>();

  constructor(
    schemas: ReadonlyMap<string, AnySchema>,
    readonly hasValidSamples: Scope['hasValidSamples'],
  ) {
    this.#schemas = new Map(schemas);
  }

  get schemas(): ReadonlyMap<string, AnySchema> {
    return this.#schemas;
  }

  /** The scope of lines that belong to an operation, or to a set. */
  scope(owner: string): Scope {
    const { hasValidSamples } = this;
    return { owner, hasValidSamples, define: (schema, wanted) => this.define(schema, wanted) };
  }

  define(schema: Schema, wanted: string): string {
    const key = stableText(schema);
    const name = this.#named.get(key) ?? freeName(typeName(wanted), this.#schemas);
    this.#named.set(key, name);
    this.#schemas.set(name, schema);
    return name;
  }
}

/** The files of shared parameters and responses. Their lines can define more schemas. */
export function setFiles(sets: SharedSets, pool: Pool): DefinitionFile[] {
  const parameters = [...sets.parameters].map(([name, parameter]) => [
    `@param-define ${name}`,
    ...(parameterLines(parameter, `${parameter.in}.`, pool.scope(name)) ?? []),
  ]);
  const responses = [...sets.responses].map(([name, response]) => [
    `@returns-define ${name}`,
    ...responseLines(response, pool.scope(name)),
  ]);
  return [...setFile('parameters.js', parameters), ...setFile('responses.js', responses)];
}

function setFile(path: string, comments: readonly (readonly string[])[]): DefinitionFile[] {
  if (comments.length === 0) return [];
  return [{ path, text: `${comments.map((lines) => commentText(lines)).join('\n\n')}\n` }];
}

/** Reads a file of definitions. */
export type ReadFile = (file: DefinitionFile) => ReturnType<typeof parseDefinitionFile>;

/**
 * The files of schemas: TypeScript if it can express the schema and everything that the schema refers to, or JavaScript if a `@typedef` can express the schema;
 * otherwise JSON.
 *
 * @param schemas The schemas to write, by name.
 * @param canBeCode Whether a schema may become TypeScript or JavaScript.
 * @param isTyped Whether the project is written in TypeScript.
 * @param read Reads the files back.
 */
export function schemaFiles(
  schemas: ReadonlyMap<string, AnySchema>,
  canBeCode: (schema: AnySchema) => boolean,
  isTyped: boolean = true,
  read: ReadFile = (file) => parseDefinitionFile(file, '', NO_CUSTOM),
): DefinitionFile[] {
  const counts = new Map<string, number>();
  const written = [...schemas].map(([name, schema]) => {
    const folded = name.toLowerCase();
    const count = (counts.get(folded) ?? 0) + 1;
    counts.set(folded, count);
    return { name, schema, count };
  });
  // Some disks ignore letter case.
  const fileOf = (name: string, schema: AnySchema): InterfaceFile | undefined => {
    const file = isTyped ? interfaceFile(name, schema, schemas) : typedefFile(name, schema);
    const path = `schemas/${name}.${isTyped ? 'ts' : 'js'}`;
    return file !== undefined && readsAs(read({ path, text: file.text }), name, asSchema(schema)) ? file : undefined;
  };
  const single = new Map(
    written
      .filter(({ name }) => counts.get(name.toLowerCase()) === 1)
      .map(({ name, schema }) => [name, canBeCode(schema) ? fileOf(name, schema) : undefined]),
  );
  for (let changed = true; changed;) {
    changed = false;
    for (const [name, file] of single) {
      if (file === undefined || file.uses.every((use) => single.get(use) !== undefined)) continue;
      single.set(name, undefined);
      changed = true;
    }
  }
  return written.map(({ name, schema, count }) => {
    const directory = count === 1 ? 'schemas' : `schemas/${count}`;
    const text = single.get(name)?.text;
    return text === undefined
      ? { path: `${directory}/${name}.json`, text: `${JSON.stringify(schema, null, 2)}\n` }
      : { path: `${directory}/${name}.${isTyped ? 'ts' : 'js'}`, text };
  });
}

/** The file of everything that comments can't express. */
export function baseFile(fields: object): DefinitionFile {
  return { path: 'openapi.yaml', text: blockYaml(fields) };
}
