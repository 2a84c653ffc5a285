import { CompletionItemKind } from 'vscode-languageserver';
import { readParameterPhrase } from '../../../build/compiler/comment/line.ts';
import { splitPlace } from '../../../build/compiler/language/parameter.ts';
import { BODY_METHODS } from '../../../build/compiler/operations/parameters.ts';
import type { Place } from '../../../shared/contract/enforcement.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { words } from './candidate.ts';
import { usesAt } from './use-counts.ts';

/** The path parameters that no line declares yet; the line of the cursor does not count. */
export function missingPathParameters({ operation, contract, comment, directive }: CommentPlace): readonly string[] {
  const names = operation?.template.names ?? contract?.template.names ?? [];
  const own = comment.directives
    .filter((other) => other !== directive && other.name === 'param')
    .map(({ content }) => splitPlace(readParameterPhrase(content).name?.text ?? '')[1]);
  const outer = (operation?.inherited?.layer.parameters ?? []).map(({ value }) => value.name);
  const included = new Set(operation?.declarations.parameterIncludes.map(({ value }) => value));
  return names.filter((name) => {
    if (own.includes(name) || outer.includes(name)) return false;
    const declared = operation?.contract.parameters.find((one) => one.in === 'path' && one.name === name);
    // If an included set declares it too, it accepts more than any text.
    return included.size === 0 || declared === undefined || Object.keys(declared.schema).length === 1;
  });
}

/** The locations that a name can begin with; a parameter of the path has the name alone. */
const LOCATIONS: readonly Place[] = ['query', 'header', 'cookie'];

/** The names of a parameter: those of the path that are missing, and the locations. */
export function suggestNames(place: CommentPlace, prefix: string): readonly Candidate[] {
  const counts = usesAt(place);
  if (prefix.includes('.') && !prefix.startsWith('path.')) return [];
  const isPath = prefix.startsWith('path.') || place.kind === 'directory';
  const missing = missingPathParameters(place).map((name): Candidate => ({
    label: isPath ? `path.${name}` : name,
    kind: CompletionItemKind.Variable,
    detail: 'path parameter',
    weight: 1e6,
  }));
  const locations = LOCATIONS.map((location): Candidate => ({
    label: `${location}.`,
    kind: CompletionItemKind.Folder,
    snippet: `${location}.\${1:name}`,
    weight: counts.of('location', location),
  }));
  const method = place.operation?.contract.method;
  const body =
    place.kind === 'operation' && method !== undefined && BODY_METHODS.includes(method)
      ? [
          ...words(['body'], CompletionItemKind.Variable),
          { ...words(['body.'], CompletionItemKind.Folder)[0]!, snippet: 'body.${1:name}' },
        ]
      : [];
  return [...missing, ...locations, ...body];
}
