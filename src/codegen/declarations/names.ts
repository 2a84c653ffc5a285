import type { Mode } from './mode.ts';
import { DATA } from './mode.ts';
import { docText, indent } from './text.ts';
import type { AnySchema, Scope } from './type.ts';
import { docOf, typeOf } from './type.ts';

type Schemas = ReadonlyMap<string, AnySchema>;

/** The named schemas, as types in namespaces. */
export interface NamedTypes {
  /** What the types of one mode are written with. */
  scope(mode: Mode): Scope;
  /** Each schema's name, and how it is referred to as data. */
  readonly references: ReadonlyMap<string, string>;
  /** A namespace with all schemas as data, and one for each mode in which one that was referred to is another type. */
  declarations(): string[];
}

/**
 * Prepares the types of named schemas.
 *
 * @param schemas By their names; any text may be one.
 */
export function nameTypes(schemas: Schemas): NamedTypes {
  const identifiers = identifiersOf([...schemas.keys()]);
  const differs = createComparison(schemas);
  const declared = new Map<Mode, Map<string, string>>();
  const refer = (name: string, wanted: Mode): string => {
    const mode = differs(name, wanted) ? wanted : DATA;
    const texts = declared.get(mode) ?? new Map<string, string>();
    declared.set(mode, texts);
    if (!texts.has(name)) {
      // First, for it may refer to itself.
      texts.set(name, '');
      texts.set(name, declarationOf(identifiers.get(name)!, schemas.get(name)!, scope(mode)));
    }
    return `${mode.namespace}.${identifiers.get(name)}`;
  };
  const scope = (mode: Mode): Scope => ({ mode, refer, resolve: (name) => schemas.get(name) });
  return {
    scope,
    references: new Map([...schemas.keys()].map((name) => [name, refer(name, DATA)])),
    declarations: () =>
      [...declared].map(([mode, texts]) => {
        const sorted = [...schemas.keys()].flatMap((name) => texts.get(name) ?? []);
        return `declare namespace ${mode.namespace} {\n${indent(sorted.join('\n'))}\n}`;
      }),
  };
}

function declarationOf(identifier: string, schema: AnySchema, scope: Scope): string {
  const { text } = typeOf(schema, scope);
  const isInterface = text.startsWith('{\n') && text.indexOf('\n}') === text.length - '\n}'.length;
  return `${docText(docOf(schema))}${isInterface ? `interface ${identifier} ${text}` : `type ${identifier} = ${text};`}`;
}

/** Tells whether a schema is another type in a mode than it is as data, by itself or by what it refers to. */
function createComparison(schemas: Schemas): (name: string, mode: Mode) => boolean {
  const printed = new Map<string, Printed>();
  const print = (name: string, mode: Mode): Printed => {
    const key = `${mode.namespace} ${name}`;
    const known = printed.get(key) ?? printAlone(name, mode, schemas);
    printed.set(key, known);
    return known;
  };
  return (name, mode) => {
    // It grows while it is gone through.
    const reached = new Map([[`${mode.namespace} ${name}`, { name, mode }]]);
    for (const one of reached.values()) {
      const { text, references } = print(one.name, one.mode);
      if (text !== print(one.name, DATA).text) return true;
      for (const reference of references)
        if (reference.mode !== DATA) reached.set(`${reference.mode.namespace} ${reference.name}`, reference);
    }
    return false;
  };
}

/** A named schema as a type in which the others go by their own names. */
interface Printed {
  readonly text: string;
  readonly references: readonly { readonly name: string; readonly mode: Mode }[];
}

function printAlone(name: string, mode: Mode, schemas: Schemas): Printed {
  const references: { name: string; mode: Mode }[] = [];
  const refer = (referred: string, as: Mode): string => {
    references.push({ name: referred, mode: as });
    return referred;
  };
  const { text } = typeOf(schemas.get(name)!, { mode, refer, resolve: (referred) => schemas.get(referred) });
  return { text, references };
}

/** A name for each schema that TypeScript takes for a type's. */
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

/** Words that no type may be called: ECMAScript's reserved ones, and TypeScript's own types. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'any await bigint boolean break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if implements import in instanceof interface let never new null number object package private protected public return static ' +
    'string super switch symbol this throw true try typeof undefined unknown var void while with yield'
  ).split(' '),
);

function identifierOf(name: string): string {
  const word = name.replaceAll(/[^\p{ID_Continue}$]/gu, '_');
  return !/^[\p{ID_Start}_$]/u.test(word) || RESERVED.has(word) ? `_${word}` : word;
}
