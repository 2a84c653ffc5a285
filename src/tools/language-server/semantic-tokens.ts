import type { SemanticTokensLegend } from 'vscode-languageserver';
import { SemanticTokensBuilder } from 'vscode-languageserver';
import { readParts } from '../../build/compiler/language/line-parts.ts';
import type { Role } from '../../build/compiler/language/line-parts.ts';
import type { Span } from '../../build/compiler/diagnostics/source.ts';
import { namesIn } from '../../build/compiler/language/type-nodes.ts';
import { rangeOf } from './positions.ts';
import type { OpenProject } from './open-project.ts';

const TYPES = ['keyword', 'type', 'parameter', 'property', 'number', 'string', 'namespace', 'enumMember'] as const;

type TokenType = (typeof TYPES)[number];

export const LEGEND: SemanticTokensLegend = { tokenTypes: [...TYPES], tokenModifiers: [] };

const TOKEN_OF: { readonly [role in Role]?: TokenType } = {
  location: 'namespace',
  name: 'parameter',
  default: 'string',
  facet: 'property',
  'facet-value': 'string',
  status: 'number',
  'media-type': 'string',
  include: 'namespace',
  'row-property': 'property',
  'list-word': 'keyword',
  scheme: 'namespace',
  scope: 'enumMember',
  tag: 'enumMember',
  event: 'namespace',
};

/** The tokens of the contracts and definitions in a file. */
export function tokensOf(project: OpenProject, file: string): { data: number[] } {
  const builder = new SemanticTokensBuilder();
  for (const comment of project.compilation()?.comments.get(project.shownAs(file)) ?? []) {
    const { source } = comment.at;
    for (const directive of comment.directives) {
      const tokens = [{ ...directive.at.span, token: 'keyword' as TokenType }, ...partTokens(directive)];
      for (const { token, ...span } of tokens.toSorted((a, b) => a.start - b.start)) {
        const { start, end } = rangeOf({ source, span });
        // A token cannot be longer than its line.
        if (start.line === end.line)
          builder.push(start.line, start.character, end.character - start.character, TYPES.indexOf(token), 0);
      }
    }
  }
  return builder.build();
}

function partTokens(directive: Parameters<typeof readParts>[0]): (Span & { readonly token: TokenType })[] {
  return readParts(directive).flatMap(({ role, start, end, type }) => {
    if (type !== undefined)
      return namesIn(type).map((name) => ({ start: name.start, end: name.end, token: 'type' as const }));
    const token = TOKEN_OF[role];
    return token === undefined ? [] : [{ start, end, token }];
  });
}
