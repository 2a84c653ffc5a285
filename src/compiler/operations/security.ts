import type { SecurityRequirement } from '../../contract/operation.ts';
import type { BaseDocument } from '../../contract/base-document.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';

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

function schemeAt(at: Location, scheme: string): Location {
  const text = at.source.text.slice(at.span.start, at.span.end);
  const start = at.span.start + Math.max(0, text.indexOf(scheme));
  return { source: at.source, span: { start, end: start + scheme.length } };
}
