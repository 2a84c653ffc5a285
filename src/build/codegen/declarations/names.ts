import type { Mode, TypeScope } from './mode.ts';
import { DATA } from './mode.ts';
import { docText, indent } from './print.ts';
import { isReserved } from '../identifier.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { depthsOf } from '../../../shared/schema/depths.ts';
import { docOf, typeOf } from './schema-type.ts';

type SchemaMap = ReadonlyMap<string, AnySchema>;

/** A named schema in a mode. */
export interface Reference {
  readonly name: string;
  readonly mode: Mode;
}

/** Text, and the named schemas that it refers to. */
export interface ReferringText {
  readonly text: string;
  readonly references: readonly Reference[];
}

/** The named schemas, as types in namespaces. */
export interface NamedTypes {
  /** The reference to each schema as data, by the schema's name. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** Creates the scope of a mode, which records the references of its types. */
  scope(mode: Mode, references: Reference[]): TypeScope;
  /** A namespace with all schemas as data, and one for each mode in which one that is referred to is another type. */
  declarations(references: readonly Reference[]): string[];
  /** The names of the schemas that are referred to, directly or by others. */
  used(references: readonly Reference[]): ReadonlySet<string>;
}

/**
 * Prepares the types of named schemas.
 *
 * @param schemas By their names.
 */
export function nameTypes(schemas: SchemaMap): NamedTypes {
  const identifiers = identifiersOf([...schemas.keys()]);
  const differs = createComparison(schemas);
  const scope = (mode: Mode, references: Reference[]): TypeScope => ({
    mode,
    refer(name, wanted) {
      const reference = { name, mode: differs(name, wanted) ? wanted : DATA };
      references.push(reference);
      return `${reference.mode.namespace}.${identifiers.get(name)}`;
    },
    resolve: (name) => schemas.get(name),
  });
  const print = rememberByMode((name, mode): ReferringText => {
    const references: Reference[] = [];
    const schema = schemas.get(name)!;
    return { text: declarationText(identifiers.get(name)!, schema, scope(mode, references)), references };
  });
  const reachFrom = (references: readonly Reference[]): Reference[] =>
    reach(references, ({ name, mode }) => print(name, mode).references);
  return {
    used: (references) => new Set(reachFrom(references).map(({ name }) => name)),
    identifiers: new Map([...identifiers].map(([name, identifier]) => [name, `${DATA.namespace}.${identifier}`])),
    scope,
    declarations(references) {
      const all = [...schemas.keys()].map((name) => ({ name, mode: DATA }));
      const reached = reachFrom([...all, ...references]);
      const modes = new Set(reached.map(({ mode }) => mode));
      return [...modes]
        .sort((a, b) => (a.namespace < b.namespace ? -1 : 1))
        .map((mode) => {
          const names = new Set(reached.filter((one) => one.mode === mode).map(({ name }) => name));
          const texts = [...schemas.keys()].filter((name) => names.has(name)).map((name) => print(name, mode).text);
          return `namespace ${mode.namespace} {${texts.length === 0 ? '' : `\n${indent(texts.join('\n'))}\n`}}`;
        });
    },
  };
}

function declarationText(identifier: string, schema: AnySchema, scope: TypeScope): string {
  const { text, joint, isList } = typeOf(schema, scope);
  const isInterface = joint === undefined && isList === undefined && text.startsWith('{\n');
  return `${docText(docOf(schema))}${isInterface ? `interface ${identifier} ${text}` : `type ${identifier} = ${text};`}`;
}

/** Creates a test of whether a schema's type in a mode differs from its type as data, itself or in its references. */
function createComparison(schemas: SchemaMap): (name: string, mode: Mode) => boolean {
  // References are written as names, regardless of their types.
  const print = rememberByMode((name, mode): ReferringText => {
    const references: Reference[] = [];
    const refer = (referred: string, as: Mode): string => {
      references.push({ name: referred, mode: as });
      return referred;
    };
    const { text } = typeOf(schemas.get(name)!, { mode, refer, resolve: (referred) => schemas.get(referred) });
    return { text, references };
  });
  const references = new Map<string, Reference>();
  const known = new Map<string, boolean>();
  const targetsOf = (key: string): string[] => {
    const { name, mode } = references.get(key)!;
    return print(name, mode).references.map((one) => {
      const target = modeKeyOf(one.name, one.mode);
      references.set(target, one);
      return target;
    });
  };
  const differsItself = (key: string): boolean => {
    const { name, mode } = references.get(key)!;
    return print(name, mode).text !== print(name, DATA).text;
  };
  // Each schema is visited once, however many refer to it.
  const learn = (group: readonly string[]): void => {
    const differs = group.some((key) => differsItself(key) || targetsOf(key).some((target) => known.get(target)));
    for (const key of group) known.set(key, differs);
  };
  return (name, mode) => {
    if (mode === DATA) return false;
    const key = modeKeyOf(name, mode);
    references.set(key, { name, mode });
    if (!known.has(key))
      depthsOf(
        [key],
        (one) => (known.has(one) ? [] : targetsOf(one)),
        (group) => {
          if (!known.has(group[0]!)) learn(group);
        },
      );
    return known.get(key)!;
  };
}

/** All references that are reachable from some references, including these, each once. */
function reach(references: readonly Reference[], next: (reference: Reference) => readonly Reference[]): Reference[] {
  const reached = new Map<string, Reference>();
  const pending = [...references];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const key = modeKeyOf(one.name, one.mode);
    if (reached.has(key)) continue;
    reached.set(key, one);
    pending.push(...next(one));
  }
  return [...reached.values()];
}

function rememberByMode<T>(workOut: (name: string, mode: Mode) => T): (name: string, mode: Mode) => T {
  const known = new Map<string, T>();
  return (name, mode) => {
    const key = modeKeyOf(name, mode);
    const value = known.has(key) ? known.get(key)! : workOut(name, mode);
    known.set(key, value);
    return value;
  };
}

function modeKeyOf(name: string, mode: Mode): string {
  return `${mode.namespace} ${name}`;
}

/** A distinct TypeScript identifier for each schema; the names of schemas have letters, digits, `.`, `-` and `_`. */
function identifiersOf(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const base = identifierOf(name);
      let identifier = base;
      for (let i = 2; taken.has(identifier); i++) identifier = `${base}_${i}`;
      taken.add(identifier);
      return [name, identifier];
    }),
  );
}

function identifierOf(name: string): string {
  // The face of a definition in one direction: `PetRequest`.
  const word = name.replace(/@./, (text) => text.slice(1).toUpperCase()).replaceAll(/\W/g, '_');
  return /^\d/.test(word) || isReserved(word) ? `_${word}` : word;
}
