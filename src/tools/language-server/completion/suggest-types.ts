import { CompletionItemKind } from 'vscode-languageserver';
import { readWords } from '../../../build/compiler/comment/line.ts';
import { BUILT_IN } from '../../../build/compiler/definitions/built-in.ts';
import type { SchemaDefinition } from '../../../build/compiler/definitions/model.ts';
import { TYPE_NAMES, namedSchema } from '../../../shared/schema/named-types.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { TypePlace } from '../type-place.ts';
import type { Candidate } from './candidate.ts';
import { usesAt } from './use-counts.ts';

/** Other spellings of types that have a name already. */
const ALIASES = ['Object', 'Array', 'array', 'long', 'dateTime', 'true', 'false', 'null', 'any'];

/** The names that a type can have at a place. */
export function suggestTypes(place: CommentPlace, { isOutermost }: TypePlace): readonly Candidate[] {
  const { definitions } = place.project.compilation()!;
  const { directive } = place;
  const counts = usesAt(place);
  const weightOf = (name: string): number => counts.of('type', name);
  const isResponse = directive?.name === 'returns' || directive?.name === 'throws';
  // The parameters of a GET are rarely objects.
  const isQuery = directive?.name === 'param' && place.operation?.contract.method === 'GET';
  const builtIn = TYPE_NAMES.filter((name) => name !== 'void' || (isResponse && isOutermost)).map(
    (name): Candidate => ({
      label: name,
      kind: CompletionItemKind.Keyword,
      detail: name === 'void' ? 'no body' : JSON.stringify(namedSchema(name)),
      weight: weightOf(name) - (ALIASES.includes(name) ? 0.5 : 0),
    }),
  );
  const record: Candidate = {
    label: 'Record',
    kind: CompletionItemKind.Interface,
    snippet: 'Record<string, ${1:string}>',
    weight: weightOf('Record') - 0.6,
  };
  const defined = [...definitions.schemas.values()]
    .filter(({ name }) => name !== 'Stream' || (isResponse && isOutermost))
    .filter(({ name }) => !TYPE_NAMES.includes(name))
    .map((definition) => {
      const used = weightOf(definition.name) + (isBuiltIn(definition) ? 0.1 : 0.2);
      return { ...schemaCandidate(definition), weight: isQuery && isObject(definition) ? used / 1e4 : used };
    });
  return [...typeParameters(place), ...defined, ...builtIn, record];
}

function isBuiltIn({ at }: SchemaDefinition): boolean {
  return at.source.file === BUILT_IN;
}

function isObject({ schema }: SchemaDefinition): boolean {
  return schema['type'] === 'object' || 'properties' in schema || 'allOf' in schema;
}

function schemaCandidate(definition: SchemaDefinition): Candidate {
  const { name, typeParameters: parameters, schema, at } = definition;
  const description = schema['description'];
  return {
    label: name,
    kind: isBuiltIn(definition) ? CompletionItemKind.Interface : CompletionItemKind.Class,
    ...(parameters.length > 0 && { snippet: `${name}<${parameters.map(argumentOf).join(', ')}>` }),
    detail: at.source.file,
    documentation: typeof description === 'string' ? description : undefined,
  };
}

/** An argument that the definition takes; the name of an event is a text. */
function argumentOf(parameter: string, index: number): string {
  return `\${${index + 1}:${parameter === 'Name' ? "'name'" : 'string'}}`;
}

/** The type parameters of the `@typedef` around the place. */
function typeParameters({ kind, comment, directive }: CommentPlace): Candidate[] {
  if (kind !== 'definitions') return [];
  const { directives } = comment;
  const start = directives.findLastIndex(
    ({ name, at }) => name === 'typedef' && at.span.start <= (directive?.at.span.start ?? 0),
  );
  const end = directives.findIndex(({ name }, i) => i > start && name === 'typedef');
  return directives
    .slice(Math.max(0, start), end === -1 ? undefined : end)
    .filter(({ name }) => name === 'template')
    .flatMap(({ content }) => readWords(content).slice(0, 1))
    .map(({ text }) => ({ label: text, kind: CompletionItemKind.TypeParameter, weight: 1e6 }));
}
