import { parsePathTemplate } from '../../contract/path-template.ts';

/**
 * Writes a path template as OpenAPI has it: text percent-encoded where a path cannot hold it as it is (RFC 3986, 3.3), names as they are.
 *
 * @param path Decoded: `/größe/{id}`.
 * @example encodePath('/größe/{id}') // '/gr%C3%B6%C3%9Fe/{id}'
 */
export function encodePath(path: string): string {
  const { segments } = parsePathTemplate(path).template;
  const encoded = segments.map((segment) =>
    segment.map((piece) => (typeof piece === 'string' ? encodeText(piece) : `{${piece.name}}`)).join(''),
  );
  return `/${encoded.join('/')}`;
}

/** encodeURIComponent knows no path: `@`, `:` and the like need no escape in one. */
function encodeText(text: string): string {
  return text.replace(/[^\w.~!$&'()*+,;=:@-]/gu, encodeURIComponent);
}
