import { encodeSegment } from '../../../shared/contract/path-spelling.ts';
import { parsePathTemplate, printSegments, withoutRest } from '../../../shared/contract/path-template.ts';

/**
 * Converts a path template to OpenAPI. Literal text is percent-encoded (RFC 3986, 3.3), parameter names are unchanged. The rest of a path is an
 * ordinary parameter there, which has a mark.
 *
 * @param path The decoded template: `/größe/{id}`.
 * @example encodePath('/größe/{id}') // '/gr%C3%B6%C3%9Fe/{id}'
 */
export function encodePath(path: string): string {
  const { segments } = parsePathTemplate(path).template;
  return printSegments(segments.map(withoutRest), (text) => encodeSegment(text) ?? text);
}
