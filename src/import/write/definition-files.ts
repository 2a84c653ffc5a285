import { stringify } from 'yaml';
import type { Operation, Parameter, Response, Schema } from '../../contract/operation.ts';
import { componentOf } from '../../contract/component-name.ts';
import { createPart, shareParts } from '../../openapi/write/share.ts';
import { componentNames } from '../../openapi/write/response.ts';
import type { DefinitionFile } from '../../compiler/definitions/model.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { freeName } from '../../openapi/read/schemas.ts';
import { stableText } from '../../validation/values.ts';
import { commentText } from '../../codegen/comment-text.ts';
import type { Scope } from './input-lines.ts';
import { parameterLines } from './input-lines.ts';
import type { InterfaceFile } from './interface-text.ts';
import { interfaceFile } from './interface-text.ts';
import { responseLines } from './response-lines.ts';
import { typedefFile } from './typedef-text.ts';

/** How many operations must have a parameter or a response before it becomes a definition. */
const SHARED = 3;

/** Parts that several operations share, by the name of their definition. */
export interface SharedSets {
  /** The name of the set of a parameter or a response; undefined if it is not shared. */
  nameOf(part: Parameter | Response): string | undefined;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly responses: ReadonlyMap<string, Response>;
}

/**
 * Finds the parameters and responses that at least three operations have. They have the names of the description, or names that depend only on
 * what they are.
 *
 * @param onClash Receives a component of the description, and the name of its definition if that is another one.
 */
export function sharedSets(operations: readonly Operation[], onClash: OnClash = () => {}): SharedSets {
  const names = new Map<string, string>();
  const components = componentsIn(operations);
  const collect = <T extends Parameter | Response>(
    kind: 'parameters' | 'responses',
    parts: readonly T[],
    namesOf: (part: T) => readonly string[],
  ): Map<string, T> => {
    const all = parts.map((part) => {
      const { name, at } = identify(part, components);
      const suffix = 'in' in part ? part.in : part.status;
      return { name, at, ...createPart(part, namesOf(part), { name, suffix }) };
    });
    const counts = new Map<string, number>();
    for (const { at } of all) counts.set(at, (counts.get(at) ?? 0) + 1);
    const repeated = all.filter(({ at }) => counts.get(at)! >= SHARED);
    const shared = shareParts(repeated, ['paging']);
    for (const { at, key, name: component } of repeated) {
      const { name } = shared.get(key)!;
      names.set(at, name);
      if (component !== undefined && component !== name) onClash(kind, component, name);
    }
    const sets = [...shared.values()].map(({ name, value }) => [name, value] as const);
    return new Map(sets.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  const parameters = collect(
    'parameters',
    operations.flatMap((operation) => operation.parameters),
    ({ name, in: place }) => [name, `${name}_${place}`],
  );
  // The results of an operation stay in its comment.
  const failures = operations.flatMap((operation) =>
    operation.responses.filter(({ status }) => !status.startsWith('2')),
  );
  const responses = collect('responses', failures, componentNames);
  return { parameters, responses, nameOf: (part) => names.get(identify(part, components).at) };
}

type OnClash = (kind: 'parameters' | 'responses', component: string, name: string) => void;

/** The first component with each content: a part that the description repeats in place is the same. */
function componentsIn(operations: readonly Operation[]): Map<string, string> {
  const components = new Map<string, string>();
  for (const part of operations.flatMap(({ parameters, responses }) => [...parameters, ...responses])) {
    const [content, component] = [stableText(part), componentOf(part)];
    if (component !== undefined && !components.has(content)) components.set(content, component);
  }
  return components;
}

/** The component of the description that a part is, and a text that is equal for parts that can be shared. */
function identify(
  part: Parameter | Response,
  components: ReadonlyMap<string, string>,
): { readonly name: string | undefined; readonly at: string } {
  const content = stableText(part);
  const name = componentOf(part) ?? components.get(content);
  return { name, at: `${name ?? ''} ${content}` };
}

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
    const name = this.#named.get(key) ?? freeName(definitionName(wanted), this.#schemas);
    this.#named.set(key, name);
    this.#schemas.set(name, schema);
    return name;
  }
}

/** Names of files have at most 255 bytes, with the number and the extension. */
const MAX_NAME = 200;

/** `listPets body` -> `ListPetsBody`. */
export function definitionName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`).join('');
  return (/^[A-Za-z]/.test(name) ? name : `Schema${name}`).slice(0, MAX_NAME);
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

/**
 * The files of schemas: TypeScript if it can say the schema and everything that the schema refers to, or JavaScript if a `@typedef` can say the
 * schema; otherwise JSON.
 *
 * @param schemas The schemas to write, by name.
 * @param canBeCode Whether a schema may become TypeScript or JavaScript.
 * @param isTyped Whether the project is written in TypeScript.
 */
export function schemaFiles(
  schemas: ReadonlyMap<string, AnySchema>,
  canBeCode: (schema: AnySchema) => boolean,
  isTyped: boolean = true,
): DefinitionFile[] {
  const counts = new Map<string, number>();
  const written = [...schemas].map(([name, schema]) => {
    const folded = name.toLowerCase();
    const count = (counts.get(folded) ?? 0) + 1;
    counts.set(folded, count);
    return { name, schema, count };
  });
  // Some disks do not tell names apart by letter case.
  const fileOf = (name: string, schema: AnySchema): InterfaceFile | undefined =>
    isTyped ? interfaceFile(name, schema, schemas) : typedefFile(name, schema);
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

/** The file of everything that comments cannot say. */
export function baseFile(fields: object): DefinitionFile {
  return { path: 'openapi.yaml', text: stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false }) };
}
