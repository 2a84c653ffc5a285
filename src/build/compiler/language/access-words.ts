import { NO_CUSTOM } from '../../../directives/custom/custom-directives.ts';
import { isKnownDirective } from '../../../directives/vocabulary.ts';
import type { Comment, Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage } from '../comment/comment.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { guardsByItself } from './security-words.ts';

/** Words that restrict access to a route in other frameworks. */
const ACCESS =
  /^(?:security|auth|authentication|authenticated|authori[sz]ation|authori[sz]er|authenticate|roles?|permissions?|scopes|acl|polic(?:y|ies)|accessControl|protected|require[sd]?Auth\w*|(?:require[sd]?|needs?|min)(?:Role|Login|User|Admin|Permission|Scope)s?|needsAuth|(?:auth|login|user|admin)Required|isAllowed|isAdmin|isAuth\w*|(?:can|has)Access|allowed(?:Roles?|Users?)|auth[nz]|protect|permits?|permitted|only(?:Admins?|Owners?|Staff|Users?|Members?)|(?:admin|owner|staff|user|member|internal)s?Only)$/i;
/** More of them that directives have. */
const DIRECTIVE = /^(?:scope|(?:use)?guards?|login|(?:pre|post)Authorize|rolesAllowed)$/i;

/** Words for credentials in the names of directives: `@ApiBearerAuth`, `@basic-auth`, `@oauth`. Those with a negation let clients in. */
const CREDENTIALS = /^(?:o?auth\d*|auth[nz]|oidc|jwt|restrict(?:ed|s)?)$/i;
const NEGATION = /^(?:no|not|non|without|skip|ignore|disable|optional|anonymous|public|un\w*)$/i;

/** Parts of the names of guards. */
export const GUARD_WORDS: RegExp =
  /auth|guard|protect|secur|require|admin|access|acl|permission|polic|role|login|session|limit|csrf|cors|jwt|only|middleware|verif|check|allow|deny|block|helmet/i;

/** The modules of Node that have no ":" in their names. */
const NODE =
  /^(?:assert|buffer|child_process|cluster|crypto|dns|events|fs|http|http2|https|net|os|path|perf_hooks|process|querystring|readline|stream|timers|tls|url|util|v8|vm|worker_threads|zlib)$/;

/** Whether a name restricts access to a route in other frameworks: `roles`, `permissions`, `requiresAuth`. */
export function isAccessWord(name: string): boolean {
  return ACCESS.test(name);
}

/**
 * The mistake that a directive is if it restricts access in the words of another tool: `@roles admin`, `@guard`, and JSDoc's `@requires` unless it names
 * a module.
 */
export function accessFault({ name, at, content }: Directive): Diagnostic | undefined {
  const { custom = NO_CUSTOM } = at.source;
  if (isKnownDirective(name, at.source) || custom.unnamed(name) !== undefined) return undefined;
  const letters = name.replaceAll(/[-_]/g, '');
  if (isAccessWord(letters) || DIRECTIVE.test(letters) || hasCredentials(name))
    return messages.accessDirective(at, name);
  if (!/^requires$/i.test(name)) return undefined;
  // As `operations list --access` writes a scheme and a scope; `module:books` and `node:fs` are other things.
  const [found, word, scope] =
    /^[\s{`'"]*(?!(?:module|node|bun|deno|npm|jsr|external|file|https?|virtual):)([A-Za-z_][\w-]*)(?::\s*([\w:-]+))?(?![\w./:@-])/.exec(
      content.text,
    ) ?? [];
  if (found === undefined || word === undefined || isModule(word, at.source.text)) return undefined;
  const [line] = /^.*/.exec(content.text)!;
  const { span } = locate(slicePassage(content, 0, Math.max(line.trimEnd().length, found.length)));
  return messages.requiresNothing(at, scope === undefined ? word : `${word} ${scope}`, {
    source: at.source,
    span: { start: at.span.start, end: span.end },
  });
}

/** Whether a text without effect may be a guard in the wrong place, which must not get lost: it has a directive, a key with a value, or a word of guards. */
export function mayGuard({ text, source }: Passage): boolean {
  return (
    /[@＠﹫]|[\p{L}\p{N}_-]["'`*]*\s*[:=]/u.test(text) ||
    GUARD_WORDS.test(text) ||
    [...text.matchAll(/\p{L}[\p{L}\p{N}_-]*/gu)].some(([word]) => guardsByItself(word, source))
  );
}

/** Whether a name has a word for credentials, and none that negates it. */
function hasCredentials(name: string): boolean {
  const words = name.replaceAll(/OAuth/g, 'Oauth').match(/[A-Z]*[a-z]+\d*|[A-Z]+\d*/g) ?? [];
  return words.some((word) => CREDENTIALS.test(word)) && !words.some((word) => NEGATION.test(word));
}

/** Reports the directives of a comment that {@link accessFault} is about, if nothing reads the comment. */
export function checkAccessWords({ directives }: Comment, report: Report): void {
  for (const directive of directives) {
    const fault = accessFault(directive);
    if (fault !== undefined) report(fault);
  }
}

/** Whether a word names a module of Node, or one that a file imports, or something that it imports. */
function isModule(word: string, text: string): boolean {
  if (NODE.test(word)) return true;
  const imports = text.matchAll(
    /\b(?:import|require|export)\b[^'"`;]{0,2000}['"][^'"\n]*['"]|\b(?:const|let|var)\b[^;=]{0,2000}=\s*require\s*\(\s*['"][^'"\n]*['"]/g,
  );
  return [...imports].some(([clause]) => clause.split(/[^\w$-]+_?/).includes(word));
}
