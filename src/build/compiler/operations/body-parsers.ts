import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Code that sets the body of a request, as body parsers do. */
const SETS_BODY = /\breq(?:uest)?\s*\.\s*body\s*(?:\?\?|\|\|)?=(?![=>])/;
/** The name of a package in quotes, such as `'@koa/bodyparser'`, `"koa-body"` and `"body-parser"`. */
const PARSER = /["'](?:[@\w./-]+body[\w.-]*|body-?parser)["']/;

/** Whether a module or a package.json shows that something parses bodies. */
export function mayParseBody(text: string): boolean {
  return SETS_BODY.test(text) || PARSER.test(text);
}

/**
 * Leaves out the warnings of reads of `ctx.request.body` if something may set it.
 *
 * @param hasBodyParser Whether other code may do it.
 * @param files The files of the tree.
 */
export function withoutParsed(
  diagnostics: readonly Diagnostic[],
  hasBodyParser: () => boolean = () => false,
  files: readonly { readonly text: string }[] = [],
): readonly Diagnostic[] {
  if (diagnostics.every(({ code }) => code !== 'unset-body')) return diagnostics;
  const isParsed = files.some(({ text }) => SETS_BODY.test(text)) || hasBodyParser();
  return isParsed ? diagnostics.filter(({ code }) => code !== 'unset-body') : diagnostics;
}
