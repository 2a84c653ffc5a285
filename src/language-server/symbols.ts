import type { Compilation } from '../compiler/compile.ts';
import { declarationsOf } from '../compiler/link.ts';
import { BUILT_IN } from '../compiler/definitions/built-in.ts';
import type { Location } from '../compiler/diagnostics/source.ts';
import type { Declarations } from '../compiler/language/declared.ts';
import { readParts } from '../compiler/language/line-parts.ts';
import { requiresNothing } from '../compiler/language/metadata.ts';

/** What a name stands for. */
export type SymbolKind = 'schema' | 'parameters' | 'responses' | 'scheme' | 'operation';

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

const indexed = new WeakMap<Compilation, readonly Occurrence[]>();

/** Lists every place that defines or names a definition, a scheme or an operation. A compilation is searched once. */
export function occurrencesIn(compilation: Compilation): readonly Occurrence[] {
  const known = indexed.get(compilation);
  if (known !== undefined) return known;
  const found = [...definitions(compilation), ...references(compilation), ...schemes(compilation), ...ids(compilation)];
  const unique = new Map(
    found.map((one) => [`${one.kind} ${one.name} ${one.at.source.file} ${one.at.span.start}`, one] as const),
  );
  const occurrences = [...unique.values()];
  indexed.set(compilation, occurrences);
  return occurrences;
}

/** The places of one symbol. */
export function occurrencesOf(compilation: Compilation, { kind, name }: ProjectSymbol): readonly Occurrence[] {
  return occurrencesIn(compilation).filter((one) => one.kind === kind && one.name === name);
}

/** The declarations of all operations and directories, each once. */
function allDeclarations({ operations, directories }: Compilation): ReadonlySet<Declarations> {
  return new Set([...operations.flatMap(declarationsOf), ...directories.map(({ declarations }) => declarations)]);
}

function definitions({ definitions: { schemas, parameters, responses } }: Compilation): Occurrence[] {
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

function references(compilation: Compilation): Occurrence[] {
  const { schemas, parameters, responses } = compilation.definitions;
  const declared = [...allDeclarations(compilation)];
  const types = [...schemas.values(), ...parameters.values(), ...responses.values(), ...declared];
  const includes = (kind: 'parameters' | 'responses'): Occurrence[] => {
    const sets = [...compilation.definitions[kind].values()].flatMap((set) => set.includes);
    const own = declared.flatMap((one) => (kind === 'parameters' ? one.parameterIncludes : one.responseIncludes));
    return [...sets, ...own].map(({ value, at }) => ({ kind, name: value, at, isDefinition: false }));
  };
  return [
    ...types.flatMap((one) =>
      one.references.flatMap(({ name, at }) =>
        namesWithin(at, name).map((place): Occurrence => ({ kind: 'schema', name, at: place, isDefinition: false })),
      ),
    ),
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

function schemes({ comments }: Compilation): Occurrence[] {
  return [...comments.values()].flat().flatMap(({ directives, at: { source } }) =>
    directives
      .filter((directive) => directive.name === 'security' && !requiresNothing(directive))
      .flatMap(readParts)
      .filter(({ role }) => role === 'scheme')
      .map(({ start, end }): Occurrence => ({
        kind: 'scheme',
        name: source.text.slice(start, end),
        at: { source, span: { start, end } },
        isDefinition: false,
      })),
  );
}

/** The names of operations: of the function or the directive, and those in the types of handlers. */
function ids({ operations }: Compilation): Occurrence[] {
  return operations.flatMap(({ contract: { operationId: name }, handler, declarations }) => {
    if (name === undefined) return [];
    const own = namesWithin(
      declarations.operationId.length > 0 ? (directiveOf(handler.comment) ?? handler.at) : handler.at,
      name,
    );
    const typed = handler.typedAs.filter(({ value }) => value === name).flatMap(({ at }) => namesWithin(at, name));
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
