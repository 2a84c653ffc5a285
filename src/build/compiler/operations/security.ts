import type { SecurityRequirement } from '../../../shared/contract/operation.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { Edit, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { isComponentName } from '../../../shared/contract/component-name.ts';
import { nearest } from '../diagnostics/report.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { suffices } from '../../../shared/contract/security-requirements.ts';
import type { DeclaredSecurity } from '../language/declared.ts';

/** Reports the security schemes that `openapi.yaml` does not declare. */
export function checkSecurity(
  requirements: readonly Declared<SecurityRequirement>[],
  document: BaseDocument,
  report: Report,
): void {
  const known = Object.keys(document.components?.securitySchemes ?? {});
  for (const { value, at } of requirements) {
    for (const [scheme, scopes] of Object.entries(value)) {
      if (!known.includes(scheme))
        report(messages.unknownScheme(schemeAt(at, scheme), scheme, known, plainLine(at, known)));
      const stray = isLine(at) && scopes.find((scope) => isStray(scope) && !hasScope(scheme, scope, document));
      if (typeof stray === 'string') report(messages.strayInScope(schemeAt(at, stray), stray, plainLine(at, known)));
      // A name of signs alone has no scopes.
      if (!isComponentName(scheme)) continue;
      const lost = scopes.find((scope) => isLostScheme(scope, scheme, document));
      if (lost !== undefined) report(messages.schemeAsScope(schemeAt(at, lost), lost, scheme, known.includes(lost)));
    }
  }
}

const CONJUNCTION = /^(?:and|or|und|oder|[&|+]+)$/i;

/** Whether a scope is probably another scheme: it has the name of one, or joins two. A scope that the scheme declares is one. */
function isLostScheme(scope: string, scheme: string, document: BaseDocument): boolean {
  const schemes = document.components?.securitySchemes ?? {};
  if (!Object.hasOwn(schemes, scope) && !CONJUNCTION.test(scope)) return false;
  return !hasScope(scheme, scope, document);
}

/** Whether a scheme declares a scope. */
function hasScope(scheme: string, scope: string, { components }: BaseDocument): boolean {
  const { flows = {} } = (components?.securitySchemes?.[scheme] ?? {}) as {
    readonly flows?: Readonly<Record<string, unknown>>;
  };
  return Object.values(flows).some((flow) => {
    const { scopes } = (flow ?? {}) as { readonly scopes?: object };
    return scopes !== undefined && scopes !== null && Object.hasOwn(scopes, scope);
  });
}

const OPENING = /^[([{<"'`=:;.@\s]+/;
const CLOSING = /[)\]}>"'`=:;.\s]+$/;

/** Whether a scope has signs around it that code of other tools has: `admin)`, `(admin)`, `"admin";`. A pair inside is its own: `files(read)`. */
function isStray(scope: string): boolean {
  if (/^[([{<"'`]|[;"'`]$/.test(scope)) return true;
  return ['()', '[]', '{}'].some(([open, close]) => scope.endsWith(close!) && !scope.includes(open!));
}

/** Whether a requirement is the text behind a directive, not one of a document. */
function isLine({ source, span }: Location): boolean {
  return /@security[^\S\n]*$/.test(source.text.slice(Math.max(0, span.start - 100), span.start));
}

/**
 * The edit that writes `token admin` in place of a line with signs of code around its names, such as `(token admin)` or `: "token"`.
 *
 * @returns undefined if a name isn't a known scheme then, or similar to one.
 */
function plainLine(at: Location, known: readonly string[]): Edit | undefined {
  const { source, span } = at;
  const text = source.text.slice(span.start, span.end);
  // After a dash, there is a description.
  if (!isLine(at) || /\n|\s-\s/.test(text)) return undefined;
  const lines = text
    .replace(OPENING, '')
    .replace(/^name\s*[=:]/, (found) => (known.includes('name') ? found : ''))
    .split(',')
    .map((part) => {
      const words = part.split(/\s/).map((word) => word.replace(OPENING, '').replace(CLOSING, ''));
      const [name = '', ...scopes] = words.filter((word) => word !== '');
      const scheme = known.includes(name) ? name : nearest(name, known);
      return scheme && [scheme, ...scopes].join(' ');
    });
  return lines.includes(undefined) ? undefined : { at, text: lines.join(', ') };
}

/**
 * Warns of security schemes that no line of an operation or a directory names, and that the document does not require. Their lines are usually
 * missing. Files that other projects share are left out.
 *
 * @param parts All directories and operations.
 */
export function checkUnusedSchemes(
  parts: readonly { readonly declarations: { readonly security: readonly Declared<SecurityRequirement>[] } }[],
  { schemes, security }: Pick<Definitions, 'schemes' | 'security'>,
  report: Report,
): void {
  const known = schemes.map(({ value }) => value);
  const unused = new Set(known);
  // An error, where it is declared.
  unused.delete('none');
  const use = (lines: readonly Declared<SecurityRequirement>[]): void => {
    // A misspelled name is reported where it is written.
    for (const { value } of lines)
      for (const name of Object.keys(value))
        unused.delete(known.includes(name) ? name : (nearest(name, known) ?? name));
  };
  use(security);
  for (const { declarations } of parts) {
    // An edit in an editor needs no more than this.
    if (unused.size === 0) return;
    use(declarations.security);
  }
  for (const { value, at } of schemes)
    if (unused.has(value) && at.source.isShared !== true) report(messages.unusedScheme(at, value));
}

/**
 * Warns of lines that require less than the outer ones, which they replace: fewer scopes, another scheme, or none besides others. `@security none`
 * alone opens an operation on purpose.
 *
 * @param inherited The lines of the nearest directory that has some; empty or absent if there are none, so that those of the document apply.
 */
export function checkWeaker(
  own: readonly DeclaredSecurity[],
  inherited: readonly DeclaredSecurity[] = [],
  { security: ofDocument, schemes }: Pick<Definitions, 'schemes' | 'security'>,
  report: Report,
): void {
  if (own.length === 0) return;
  const outer = inherited.length > 0 ? inherited : ofDocument;
  const known = new Set(schemes.map(({ value }) => value));
  const isOpen = own.length === 1 && Object.keys(own[0]!.value).length === 0;
  for (const { value, at, weakerAt } of own) {
    const isWeaker = outer.length > 0 && !outer.some((each) => suffices(value, each.value));
    // A misspelled name is reported by itself.
    if (isWeaker && weakerAt === undefined && !isOpen && Object.keys(value).every((name) => known.has(name)))
      report(
        messages.weakerSecurity(
          at,
          outer.map((each) => each.at),
        ),
      );
  }
}

/** Warns of lines of one comment that have no effect, because another one requires no more. `none` among others makes credentials optional on purpose. */
export function checkCovered(own: readonly DeclaredSecurity[], report: Report): void {
  for (const [i, { value, at }] of own.entries()) {
    const other = own.find(
      (each, j) =>
        i !== j &&
        Object.keys(each.value).length > 0 &&
        suffices(value, each.value) &&
        // Of two equal lines, the second one has no effect.
        (j < i || !suffices(each.value, value)),
    );
    if (other !== undefined) report(messages.coveredSecurity(at, other.at));
  }
}

function schemeAt(at: Location, scheme: string): Location {
  const text = at.source.text.slice(at.span.start, at.span.end);
  const word = [...text.matchAll(/[^\s,]+/g)].find(([found]) => found === scheme);
  const start = at.span.start + (word?.index ?? 0);
  return { source: at.source, span: { start, end: start + scheme.length } };
}
