import type { Schema } from '../../../shared/contract/operation.ts';
import { useGeneric } from '../../../shared/schema/draft.ts';
import { isFace } from '../../../shared/schema/faces.ts';
import { namedSchema, TYPE_NAMES } from '../../../shared/schema/named-types.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import type { TypeScope } from './mode.ts';
import { DATA } from './mode.ts';
import type { NamedTypes } from './names.ts';
import { isTypeIdentifier } from '../identifier.ts';
import { literalText } from '../literal.ts';
import { docText, indent } from './print.ts';
import { docOf, typeOf } from './schema-type.ts';

/** A definition, as plain data. */
interface Definition {
  readonly name: string;
  readonly typeParameters: readonly string[];
  readonly schema: Schema;
  readonly at: { readonly source: { readonly file: string } };
  /** The name by which TypeScript imports it from its file. */
  readonly importedAs?: string;
}

/** All definitions, also those that no operation uses. */
export interface AllDefinitions {
  readonly schemas: ReadonlyMap<string, Definition>;
  readonly lookup: { readonly expand: (schema: Schema) => Schema };
}

/** The global declarations. */
export interface GlobalsInput {
  /** The global types that TypeScript's libraries declare. They are left out. */
  readonly taken: ReadonlySet<string>;
  readonly definitions: AllDefinitions;
  /** The specifier that imports a definition's file. */
  readonly moduleOf: (file: string) => string;
}

/** Adds the definitions without type parameters that no operation uses, below the others. */
export function withUnused(
  used: ReadonlyMap<string, Schema>,
  { schemas, lookup }: AllDefinitions,
): ReadonlyMap<string, Schema> {
  const unused = [...schemas.values()].filter(
    ({ name, typeParameters }) => typeParameters.length === 0 && !used.has(name),
  );
  return new Map([...used, ...unused.map(({ name, schema }) => [name, lookup.expand(schema)] as const)]);
}

/**
 * Declares the language's types and the project's definitions globally, so that editors know them in comments.
 *
 * @param used The definitions that operations use.
 */
export function globalsOf(names: NamedTypes, used: ReadonlyMap<string, Schema>, input: GlobalsInput): string {
  const { taken, definitions } = input;
  const texts = new Map<string, string>();
  for (const [name, identifier] of names.identifiers) {
    const definition = definitions.schemas.get(name);
    if (isFace(name) || identifier !== `${DATA.namespace}.${name}`) continue;
    const imported = definition && !used.has(name) ? importOf(definition, input) : undefined;
    texts.set(name, `type ${name} = ${imported ?? identifier};`);
  }
  for (const definition of definitions.schemas.values())
    if (definition.typeParameters.length > 0 && [definition.name, ...definition.typeParameters].every(isTypeIdentifier))
      texts.set(definition.name, genericText(definition, names, input));
  const builtIn = TYPE_NAMES.filter((name) => isTypeIdentifier(name) && !texts.has(name) && !taken.has(name));
  const leftOut = [...texts.keys()].filter((name) => taken.has(name));
  const declared = [...texts].filter(([name]) => !taken.has(name)).map(([, text]) => text);
  const comment =
    leftOut.length === 0
      ? ''
      : `// Not declared, because TypeScript has global types of these names: ${leftOut.join(', ')}.\n`;
  const lines = [...builtIn.map((name) => builtInText(name, names)), ...declared];
  return `${comment}declare global {\n${indent(lines.join('\n'))}\n}`;
}

/** The type as its file exports it; undefined if TypeScript cannot import it. */
function importOf({ importedAs, at, typeParameters }: Definition, { moduleOf }: GlobalsInput): string | undefined {
  const { file } = at.source;
  if (importedAs === undefined || !isTypeIdentifier(importedAs.replace(/^default$/, 'Default'))) return undefined;
  if (!/(?<!\.d)\.[cm]?ts$/.test(file)) return undefined;
  return `import(${literalText(moduleOf(file))}).${importedAs}${typeParameterList(typeParameters)}`;
}

function genericText(definition: Definition, names: NamedTypes, input: GlobalsInput): string {
  const { name, typeParameters } = definition;
  const imported = importOf(definition, input);
  if (imported !== undefined) return `type ${name}${typeParameterList(typeParameters)} = ${imported};`;
  // Each type parameter is a schema by a name that no definition can have.
  const typeArguments = typeParameters.map((parameter) => referenceTo(`<${parameter}>`));
  const schema = input.definitions.lookup.expand(useGeneric(name, typeArguments));
  const { text } = typeOf(schema, parameterScope(names.scope(DATA, []), typeParameters));
  return `${docText(docOf(schema))}type ${name}${typeParameterList(typeParameters)} = ${text};`;
}

/** Adds the type parameters to a scope. */
function parameterScope(scope: TypeScope, typeParameters: readonly string[]): TypeScope {
  const parameters = new Map(typeParameters.map((parameter) => [`<${parameter}>`, parameter]));
  return {
    ...scope,
    refer: (name, mode) => parameters.get(name) ?? scope.refer(name, mode),
    resolve: (name) => (parameters.has(name) ? true : scope.resolve(name)),
  };
}

function typeParameterList(typeParameters: readonly string[]): string {
  return typeParameters.length === 0 ? '' : `<${typeParameters.join(', ')}>`;
}

function builtInText(name: string, names: NamedTypes): string {
  const schema = namedSchema(name)!;
  const { text } = typeOf(schema, names.scope(DATA, []));
  return `${docText([`In a contract: \`${JSON.stringify(schema)}\``])}type ${name} = ${text};`;
}
