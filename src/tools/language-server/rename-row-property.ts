import { isIdentifier } from '../../build/codegen/identifier.ts';
import type { Compilation, CompiledOperation } from '../../build/compiler/compile.ts';
import type { SchemaDefinition } from '../../build/compiler/definitions/model.ts';
import type { Edit } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import { filterName } from '../../shared/contract/list-parameters.ts';
import { certainParts } from '../../shared/schema/json-types.ts';
import { operationRows } from './list-rows.ts';
import type { OpenProject } from './open-project.ts';
import { editReads } from './parameter-names.ts';
import { callsOf } from './rename-parameter.ts';
import type { Renamable, Renaming } from './renaming.ts';
import type { ListEntry } from './row-properties.ts';
import { declarationsOf, declaringDefinitions, listEntries, typeProperties } from './row-properties.ts';
import { sourceFilesIn } from './source-files.ts';
import { touches } from './symbol-at.ts';

/** A property of the rows of lists, with its declarations and the entries that name it. */
interface RowProperty {
  readonly name: string;
  /** The definition that declares it; undefined if the comment of its only list does. */
  readonly definition: SchemaDefinition | undefined;
  readonly declarations: readonly Location[];
  readonly entries: readonly ListEntry[];
}

/** The property of a row at an offset, in the comment of a list or at its declaration, if a list names it. TypeScript renames others. */
export function rowPropertyAt(project: OpenProject, file: string, offset: number): Renamable | undefined {
  const compilation = project.compilation();
  if (compilation === undefined) return undefined;
  const shown = project.shownAs(file);
  const isHere = ({ source, span }: Location): boolean => source.file === shown && touches(span, offset);
  const all = listEntries(compilation);
  const entry = all.find(({ at }) => isHere(at));
  const properties = (entry === undefined ? all : [entry]).flatMap((one) => namedProperty(one, all, compilation));
  for (const property of properties) {
    const at = entry?.at ?? property.declarations.find(isHere);
    if (at !== undefined) return { at, name: property.name, rename: (to) => rename(project, property, to) };
  }
  return undefined;
}

/** The property that an entry names; none if it is declared in a way that has no name to rename, such as `Partial<Book>`. */
function namedProperty(
  { operation, name }: ListEntry,
  all: readonly ListEntry[],
  compilation: Compilation,
): RowProperty[] {
  const named = all.filter((entry) => entry.name === name);
  const [definition, ...others] = declaringDefinitions(operation, name, compilation);
  if (others.length > 0) return [];
  if (definition === undefined) {
    const declarations = inComment(operation, name, compilation);
    const entries = named.filter((entry) => entry.operation === operation);
    return declarations.length === 1 ? [{ name, definition, declarations, entries }] : [];
  }
  const declarations = declarationsOf(definition, name, compilation.comments.get(definition.at.source.file) ?? []);
  const entries = named.filter((entry) => declaringDefinitions(entry.operation, name, compilation).has(definition));
  return declarations.length === 0 ? [] : [{ name, definition, declarations, entries }];
}

/** The properties in the type of the response. */
function inComment({ handler }: CompiledOperation, name: string, { comments }: Compilation): Location[] {
  return (comments.get(handler.at.source.file) ?? []).flatMap(({ directives }) =>
    directives.filter((directive) => directive.name === 'returns').flatMap((line) => typeProperties(line, name)),
  );
}

/** @throws {Error} If the name is invalid, or rows have a property of that name. */
function rename(project: OpenProject, { name, definition, declarations, entries }: RowProperty, to: string): Renaming {
  const compilation = project.compilation()!;
  const { resolve } = compilation.definitions.lookup;
  if (!isIdentifier(to)) throw new Error(`"${to}" is not a valid name.`);
  const operations = [...new Set(entries.map(({ operation }) => operation))];
  const taken = [
    ...(definition === undefined ? [] : certainParts(definition.schema, resolve)).flatMap(({ properties = {} }) =>
      Object.keys(properties),
    ),
    ...operations.flatMap((operation) => operationRows(operation, compilation)?.names ?? []),
  ];
  if (to !== name && taken.includes(to)) throw new Error(`"${to}" already exists.`);
  const places = [...declarations, ...entries.map(({ at }) => at)];
  return {
    edits: [
      ...places.map((at) => ({ at, text: to })),
      ...operations.flatMap((one) => parameterEdits(project, one, name, to)),
    ],
    moves: [],
  };
}

/** The edits where code has the parameters that have their names from the property. */
function parameterEdits(project: OpenProject, operation: CompiledOperation, name: string, to: string): Edit[] {
  const { filters = [], in: place = 'query' } = operation.contract.paging?.choices ?? {};
  const sources = sourceFilesIn(project);
  return filters
    .filter((filter) => filter.name === name && filter.parameter === filterName(name, filter.op))
    .flatMap(({ parameter, op }) => {
      const renamed = filterName(to, op);
      return [
        ...sources
          .filter(({ file }) => file === operation.handler.at.source.file)
          .flatMap((source) => editReads(source, { place, name: parameter }, renamed)),
        ...callsOf([operation], sources, { place, name: parameter }, renamed),
      ];
    });
}
