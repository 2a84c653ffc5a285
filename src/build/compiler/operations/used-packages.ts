import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Code that sets the body of a request, as body parsers do. */
const SETS_BODY = /\breq(?:uest)?\s*\.\s*body\s*(?:\?\?|\|\|)?=(?![=>])/;
/** The name of a package in quotes, such as `'@koa/bodyparser'`, `"koa-body"` and `"body-parser"`. */
const PARSER = /["'](?:[@\w./-]+body[\w.-]*|body-?parser)["']/;
/** Code that sets a field with the name of a method of koa-passport. */
const SETS_METHOD = /\.\s*is(?:Una|A)uthenticated\s*=(?![=>])/;

/** The field of a package.json with which bundlers leave out modules of the project: `false`, or a list of other files. */
const DROPS = /"sideEffects"\s*:\s*(?:false|\[\s*(?:"[^"]*\.(?:css|s[ac]ss|less|styl|svg|vue)"[\s,]*)*\])/;

/** Whether a module or a package.json shows that something parses bodies. */
export function mayParseBody(text: string): boolean {
  return SETS_BODY.test(text) || PARSER.test(text);
}

/**
 * Leaves out the warnings of reads of `ctx.request.body` if something may set it, and those that are about a package which the project doesn't use, or a field that its package.json lacks.
 *
 * @param appTexts Those of package.json and of the app.
 * @param files The files of the tree.
 */
export function forPackages(
  diagnostics: readonly Diagnostic[],
  appTexts: () => readonly string[] = () => [],
  files: readonly { readonly text: string }[] = [],
): readonly Diagnostic[] {
  if (diagnostics.every(({ code, needs }) => code !== 'unset-body' && needs === undefined)) return diagnostics;
  const own = files.map(({ text }) => text);
  const outer = appTexts();
  const all = [...own, ...outer];
  const isParsed = own.some((text) => SETS_BODY.test(text)) || outer.some(mayParseBody);
  const isSet = all.some((text) => SETS_METHOD.test(text));
  return diagnostics.filter(({ code, needs }) => {
    if (code === 'unset-body') return !isParsed;
    if (needs === undefined) return true;
    if (needs === 'sideEffects') return outer.some((text) => DROPS.test(text));
    return all.some((text) => names(text, needs)) && !(needs === 'koa-passport' && isSet);
  });
}

/** Whether a module or a package.json has the name of a package in quotes. */
function names(text: string, name: string): boolean {
  return text.includes(`'${name}'`) || text.includes(`"${name}"`);
}
