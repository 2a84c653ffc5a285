import { parsePathTemplate } from '../contract/path-template.ts';

/**
 * A path template as @koa/router writes routes (path-to-regexp 8), its text percent-encoded as requests have it.
 *
 * @example toRoutePath('/pets/{id}') // '/pets/:id'
 * @example toRoutePath('/{sha}.diff/{na-me}') // '/:sha.diff/:"na-me"'
 */
export function toRoutePath(path: string): string {
  const { segments } = parsePathTemplate(path).template;
  const parts = segments.map((segment) => {
    return segment
      .map((piece, index) =>
        typeof piece === 'string' ? escapeText(piece) : printName(piece.name, segment[index + 1]),
      )
      .join('');
  });
  return `/${parts.join('/')}`;
}

function escapeText(text: string): string {
  return encodeURI(text).replace(/[()+?!:*]/g, String.raw`\$&`);
}

/** Quoted where it is no identifier, or where the text after it would be taken for more of it. */
function printName(name: string, following: unknown): string {
  const runsOn = typeof following === 'string' && /^[\w$]/.test(following);
  return /^[A-Za-z_$][\w$]*$/.test(name) && !runsOn ? `:${name}` : `:"${name.replace(/["\\]/g, String.raw`\$&`)}"`;
}
