import { parsePathTemplate } from '../../contract/path-template.ts';

/**
 * Converts a path template to OpenAPI. Literal text is percent-encoded (RFC 3986, 3.3), parameter names are unchanged.
 *
 * @param path The decoded template: `/größe/{id}`.
 * @example encodePath('/größe/{id}') // '/gr%C3%B6%C3%9Fe/{id}'
 */
export function encodePath(path: string): string {
  const { segments } = parsePathTemplate(path).template;
  const encoded = segments.map((segment) =>
    segment.map((piece) => (typeof piece === 'string' ? encodeText(piece) : `{${piece.name}}`)).join(''),
  );
  return `/${encoded.join('/')}`;
}

/** Like encodeURIComponent, but keeps characters that are allowed in paths, such as `@` and `:`. */
function encodeText(text: string): string {
  return text.replace(/[^\w.~!$&'()*+,;=:@-]/gu, encodeURIComponent);
}
