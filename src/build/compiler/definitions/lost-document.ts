import { isKeywords } from '../../../shared/schema/json-types.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { readLocated } from './located-data.ts';
import type { Places } from '../user-schemas/check.ts';

const NAME = /(?:^|\/)openapi\.(json|ya?ml)$/;

/** The key `paths` of a document: a line of YAML, or JSON in one line or several. */
const PATHS = /^paths\s*:|"paths"\s*:/m;

/** Whether a file has the name of the document. */
export function isDocumentFile(file: string): boolean {
  return NAME.test(file);
}

/** Finds the security that a file `openapi` declares for its operations. A whole description, which has paths, is the result of a build or from elsewhere. */
export function securityIn(source: SourceText): Location | undefined {
  const [, extension] = NAME.exec(source.file) ?? [];
  // Whole descriptions can be large, so they are not parsed.
  if (extension === undefined || !source.text.includes('security') || PATHS.test(source.text)) return undefined;
  const located = readLocated(source, extension, () => {});
  return located && declaredSecurity(located.value, located.places);
}

/** The place of the security in the value of a document; undefined if it has none, or if it has operations. */
export function declaredSecurity(value: unknown, places: Places): Location | undefined {
  if (!isKeywords(value) || 'paths' in value) return undefined;
  if (Array.isArray(value['security'])) return places('/security', 'key');
  const { components } = value as { components?: unknown };
  return isKeywords(components) && isKeywords(components['securitySchemes'])
    ? places('/components/securitySchemes', 'key')
    : undefined;
}
