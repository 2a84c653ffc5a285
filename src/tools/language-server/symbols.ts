import type { Compilation } from '../../build/compiler/compile.ts';
import { declarationsOf } from '../../build/compiler/link.ts';
import { BUILT_IN } from '../../build/compiler/definitions/built-in.ts';
import type { SetDefinition } from '../../build/compiler/definitions/model.ts';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import { firedIn } from '../../build/compiler/events/fired.ts';
import { operationId } from '../../directives/texts/operation-id.ts';
import { declaredValues } from '../../build/compiler/language/described.ts';
import type { Declarations } from '../../build/compiler/language/declared.ts';
import { readParts } from '../../build/compiler/language/line-parts.ts';
import { requiresNothing } from '../../build/compiler/language/metadata.ts';

/** The meaning of a name. */
export type SymbolKind = 'schema' | 'parameters' | 'responses' | 'scheme' | 'operation' | 'event';

/** A name of the project. */
export interface ProjectSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
}

/** A place that has the name of a symbol. */
export interface Occurrence extends ProjectSymbol {
  readonly at: Location;
  readonly isDefinition: boolean;
}

/** Which occurrences to find. Locating all of them takes tens of milliseconds in a large tree. */
interface Wanted {
  /** Whether a name is wanted. */
  readonly named: (kind: SymbolKind, name: string) => boolean;
  /** Whether a file is wanted, as diagnostics show it. */
  readonly inFile: (file: string) => boolean;
}

/** Lists the places of a file that define or name a definition, a scheme or an operation. */
export function occurrencesIn(compilation: Compilation, file: string): readonly Occurrence[] {
  return findOccurrences(compilation, { named: () => true, inFile: (other) => other === file });
}

/** Lists the places of one symbol. */
export function occurrencesOf(compilation: Compilation, { kind, name }: ProjectSymbol): readonly Occurrence[] {
  return findOccurrences(compilation, {
    named: (otherKind, other) => otherKind === kind && other === name,
    inFile: () => true,
  });
}

function findOccurrences(compilation: Compilation, wanted: Wanted): readonly Occurrence[] {
  const found = [
    ...definitionsIn(compilation).filter(({ kind, name }) => wanted.named(kind, name)),
    ...references(compilation, wanted),
    ...schemes(compilation, wanted),
    ...ids(compilation, wanted),
    ...eventNames(compilation, wanted),
  ].filter(({ at }) => wanted.inFile(at.source.file));
  const unique = new Map(
    found.map((one) => [`${one.kind} ${one.name} ${one.at.source.file} ${one.at.span.start}`, one] as const),
  );
  return [...unique.values()];
}

/** The declarations of all operations, directories and events, each once. */
function allDeclarations({ operations, directories, events }: Compilation): ReadonlySet<Declarations> {
  const others = [...directories, ...events].map(({ declarations }) => declarations);
  return new Set([...operations.flatMap(declarationsOf), ...others]);
}

/** Lists the definitions of a project, without the built-in ones. */
export function definitionsIn({ definitions: { schemas, parameters, responses } }: Compilation): readonly Occurrence[] {
  const kinds = [
    ['schema', schemas],
    ['parameters', parameters],
    ['responses', responses],
  ] as const;
  return kinds.flatMap(([kind, all]) =>
    [...all.values()]
      .filter(({ at }) => at.source.file !== BUILT_IN)
      .map(({ name, at }): Occurrence => ({ kind, name, at, isDefinition: true })),
  );
}

function references(compilation: Compilation, { named, inFile }: Wanted): Occurrence[] {
  const { schemas, parameters, responses } = compilation.definitions;
  const declared = [...allDeclarations(compilation)];
  const own = <T extends { readonly at: Location }>(all: ReadonlyMap<string, T>): T[] =>
    [...all.values()].filter(({ at }) => inFile(at.source.file));
  const types = [...own(schemas), ...own(parameters), ...own(responses), ...declared];
  const includes = (kind: 'parameters' | 'responses'): Occurrence[] => {
    const sets = own<SetDefinition<object>>(compilation.definitions[kind]).flatMap((set) => set.includes);
    const others = declared.flatMap((one) => (kind === 'parameters' ? one.parameterIncludes : one.responseIncludes));
    return [...sets, ...others]
      .filter(({ value }) => named(kind, value))
      .map(({ value, at }) => ({ kind, name: value, at, isDefinition: false }));
  };
  return [
    ...types
      .flatMap((one) => one.references)
      .filter(({ name }) => named('schema', name))
      // In JSON and YAML, its location is found when it is read.
      .flatMap((reference) => namesWithin(reference.at, reference.name).map((at) => ({ name: reference.name, at })))
      .map((one): Occurrence => ({ kind: 'schema', ...one, isDefinition: false })),
    ...includes('parameters'),
    ...includes('responses'),
  ];
}

/** The places of a name in a reference: in the text of a `$ref` it is a part. */
function namesWithin({ source, span }: Location, name: string): Location[] {
  const text = source.text.slice(span.start, span.end);
  const pattern = new RegExp(String.raw`(?<![\w.-])${name.replaceAll(/[.$]/g, String.raw`\$&`)}(?![\w-])`, 'g');
  return [...text.matchAll(pattern)].map(({ index }) => {
    const start = span.start + index;
    return { source, span: { start, end: start + name.length } };
  });
}

function schemes({ comments }: Compilation, { named, inFile }: Wanted): Occurrence[] {
  const files = [...comments].filter(([file]) => inFile(file));
  const all = files.flatMap(([, own]) => own);
  return all.flatMap(({ directives, at: { source } }) =>
    directives
      .filter((directive) => directive.name === 'security' && !requiresNothing(directive))
      .flatMap(readParts)
      .filter(({ role }) => role === 'scheme')
      .map(({ start, end }): Occurrence => ({
        kind: 'scheme',
        name: source.text.slice(start, end),
        at: { source, span: { start, end } },
        isDefinition: false,
      }))
      .filter(({ name }) => named('scheme', name)),
  );
}

/** The names of events: of their files, and in `@fires`. */
function eventNames({ operations, events }: Compilation, { named, inFile }: Wanted): Occurrence[] {
  const defined = events.flatMap(({ contract: { event: name = '' }, comment }): Occurrence[] => {
    const { source } = comment.at;
    // The file has the name.
    const at = { source, span: { start: 0, end: 0 } };
    return named('event', name) && inFile(source.file) ? [{ kind: 'event', name, at, isDefinition: true }] : [];
  });
  const fired = operations
    .filter(({ handler }) => inFile(handler.at.source.file))
    .flatMap(firedIn)
    .filter(({ value }) => named('event', value))
    .map(({ value, at }): Occurrence => ({ kind: 'event', name: value, at, isDefinition: false }));
  return [...defined, ...fired];
}

/** The names of operations: of the function or the directive, and those in the types of handlers. */
function ids({ operations }: Compilation, { named, inFile }: Wanted): Occurrence[] {
  return operations.flatMap(({ contract: { operationId: name }, handler, guard, declarations }) => {
    if (name === undefined || !named('operation', name) || !inFile(handler.at.source.file)) return [];
    const own = namesWithin(
      declaredValues(declarations.described, operationId).length > 0
        ? (directiveOf(handler.comment) ?? handler.at)
        : handler.at,
      name,
    );
    const typed = [...handler.typedAs, ...(guard?.typedAs ?? [])]
      .filter(({ value }) => value === name)
      .flatMap(({ at }) => namesWithin(at, name));
    return [
      ...own.slice(0, 1).map((at): Occurrence => ({ kind: 'operation', name, at, isDefinition: true })),
      ...typed.map((at): Occurrence => ({ kind: 'operation', name, at, isDefinition: false })),
    ];
  });
}

function directiveOf(
  comment: { readonly directives: readonly Parameters<typeof readParts>[0][] } | undefined,
): Location | undefined {
  const content = comment?.directives.find(({ name }) => name === 'operationId')?.content;
  return (
    content && { source: content.source, span: { start: content.start, end: content.start + content.text.length } }
  );
}
