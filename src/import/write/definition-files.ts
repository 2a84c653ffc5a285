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

/** How many operations must have a part without a name of its author before it becomes a definition. */
const FREQUENT = 3;

/** Parts that several operations share, by the name of their definition. */
export interface SharedSets {
  /** The name of the set of a parameter or a response; undefined if it is not shared. */
  nameOf(part: Parameter | Response): string | undefined;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly responses: ReadonlyMap<string, Response>;
}

type OnClash = (kind: 'parameters' | 'responses', component: string, name: string) => void;

/**
 * Finds the parameters and error responses that become definitions: those that at least two operations have under a name of the description, and those
 * that at least three have without one, whose names depend only on what they are.
 *
 * @param onClash Receives a component of the description, and the name of its definition if that is another one.
 */
export function sharedSets(operations: readonly Operation[], onClash: OnClash = () => {}): SharedSets {
  const all = operations.flatMap(({ parameters }) => parameters);
  // The results of an operation stay in its comment.
  const failures = operations.flatMap(({ responses }) => responses.filter(({ status }) => !status.startsWith('2')));
  const parameters = collect(all, ({ name, in: place }) => [name, `${name}_${place}`], 'line');
  const responses = collect(failures, componentNames, 'include');
  for (const [component, name] of parameters.renamed) onClash('parameters', component, name);
  for (const [component, name] of responses.renamed) onClash('responses', component, name);
  return {
    parameters: parameters.sets,
    responses: responses.sets,
    nameOf: (part) => ('in' in part ? parameters : responses).names.get(part),
  };
}

/** The shared parts of one kind. */
interface Collected<T> {
  readonly sets: ReadonlyMap<string, T>;
  readonly names: ReadonlyMap<object, string>;
  /** Names of components that are taken, with the names in their place. */
  readonly renamed: readonly (readonly [component: string, name: string])[];
}

/**
 * Finds the shared parts of one kind.
 *
 * @param pairs Whether two operations with a part that has no name, or the one that the document would give it, share it or have a line each.
 */
function collect<T extends Parameter | Response>(
  parts: readonly T[],
  namesOf: (part: T) => readonly string[],
  pairs: 'line' | 'include',
): Collected<T> {
  const components = componentsIn(parts);
  const all = parts.map((value) => {
    const names = namesOf(value);
    const component = componentOf(value) ?? components.get(stableText(value));
    const name = component === undefined || isGenerated(component, names) ? undefined : component;
    const part = createPart(value, names, { name, suffix: 'in' in value ? value.in : value.status });
    return { ...part, component: name, plain: names[0]!, at: `${part.key} ${stableText(value)}` };
  });
  const counts = new Map<string, number>();
  for (const { at } of all) counts.set(at, (counts.get(at) ?? 0) + 1);
  const isOwn = ({ component, plain }: (typeof all)[number]): boolean => component !== undefined && component !== plain;
  const frequent = all.filter((part) => counts.get(part.at)! >= (isOwn(part) ? 2 : FREQUENT));
  const taken = new Set([...shareParts(frequent, ['paging']).values()].map(({ name }) => name));
  // The document gives these pairs their names by itself.
  const named = all.filter((part) => counts.get(part.at) === 2 && !isOwn(part) && !taken.has(part.plain));
  const first = new Map(named.toReversed().map(({ plain, at }) => [plain, at]));
  const repeated =
    pairs === 'line' ? frequent : [...frequent, ...named.filter(({ plain, at }) => first.get(plain) === at)];
  const shared = shareParts(repeated, ['paging']);
  const renamed = new Map<string, string>();
  const names = new Map<object, string>();
  for (const { key, value, component } of repeated) {
    const { name } = shared.get(key)!;
    names.set(value, name);
    if (component !== undefined && component !== name) renamed.set(component, name);
  }
  const sets = [...shared.values()].map(({ name, value }) => [name, value] as const);
  return { sets: new Map(sets.sort(([a], [b]) => (a < b ? -1 : 1))), names, renamed: [...renamed] };
}

/** Whether a name is one that the document gives to parts of the same best name. */
function isGenerated(component: string, names: readonly string[]): boolean {
  const [, stem] = /^(.*)_\d+$/s.exec(component) ?? [];
  return names.slice(1).includes(component) || (stem !== undefined && stem === names.at(-1));
}

/** The first component with each content: a part that the description repeats in place is the same. */
function componentsIn(parts: readonly (Parameter | Response)[]): Map<string, string> {
  const components = new Map<string, string>();
  for (const part of parts) {
    const [content, component] = [stableText(part), componentOf(part)];
    if (component !== undefined && !components.has(content)) components.set(content, component);
  }
  return components;
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
