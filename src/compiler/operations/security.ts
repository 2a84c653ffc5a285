import type { SecurityRequirement } from '../../contract/operation.ts';
import type { BaseDocument } from '../../contract/base-document.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { suffices } from '../../contract/security-requirements.ts';
import type { DeclaredSecurity } from '../language/declared.ts';

/** Reports the security schemes that `openapi.yaml` does not declare. */
export function checkSecurity(
  requirements: readonly Declared<SecurityRequirement>[],
  document: BaseDocument,
  report: Report,
): void {
  const known = Object.keys(document.components?.securitySchemes ?? {});
  for (const { value, at } of requirements) {
    for (const scheme of Object.keys(value))
      if (!known.includes(scheme)) report(messages.unknownScheme(schemeAt(at, scheme), scheme, known));
  }
}

/**
 * Warns of lines that require less than the outer ones, which they replace: fewer scopes, another scheme, or none besides others. `@security none`
 * alone opens an operation on purpose.
 *
 * @param outer The lines of the nearest directory that has some; empty if there are none.
 */
export function checkWeaker(
  own: readonly DeclaredSecurity[],
  outer: readonly DeclaredSecurity[],
  report: Report,
): void {
  if (own.length === 0) return;
  const isOpen = own.length === 1 && isNone(own[0]!.value);
  for (const { value, at, weakerAt } of own) {
    const isWeaker = outer.length > 0 && !outer.some((each) => suffices(value, each.value));
    if (isWeaker && weakerAt === undefined && !isOpen)
      report(
        messages.weakerSecurity(
          at,
          outer.map((each) => each.at),
        ),
      );
    if (!isWeaker && weakerAt !== undefined) report(messages.needlessWeaker(weakerAt));
  }
}

function isNone(requirement: SecurityRequirement): boolean {
  return Object.keys(requirement).length === 0;
}

function schemeAt(at: Location, scheme: string): Location {
  const text = at.source.text.slice(at.span.start, at.span.end);
  const start = at.span.start + Math.max(0, text.indexOf(scheme));
  return { source: at.source, span: { start, end: start + scheme.length } };
}
