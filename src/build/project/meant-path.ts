import { isNear, misspelling } from '../compiler/diagnostics/report.ts';
import { decodePart } from '../../shared/contract/path-spelling.ts';

/** How many segments at the beginning can be missing, or too many: those of a base. */
const MAX_SHIFT = 2;

/** The cost of such a segment, as misspelled characters. */
const SHIFT_COST = 1.5;

/**
 * Finds the path that an unknown one may be a misspelling of, with the values of the request.
 *
 * @param templates Decoded path templates.
 * @param path The path of a request, percent-encoded.
 * @returns undefined if none is near.
 * @example meantPath(['/pets', '/pets/{id}'], '/petz/7') // '/pets/7'
 */
export function meantPath(templates: readonly string[], path: string): string | undefined {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  let best: Meant | undefined;
  for (const template of templates) {
    const found = fit(template.split('/').slice(1), segments);
    if (found !== undefined && (best === undefined || found.cost < best.cost)) best = found;
  }
  return best && `/${best.segments.join('/')}`;
}

/** The hint ` Did you mean "/pets/7"?`; empty if no path is near. */
export function didYouMeanPath(meant: string | undefined): string {
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

interface Meant {
  readonly segments: readonly string[];
  readonly cost: number;
}

/** Fits a path to a template. At the beginning, segments without parameters can be missing. */
function fit(template: readonly string[], path: readonly string[]): Meant | undefined {
  const shift = template.length - path.length;
  if (Math.abs(shift) > MAX_SHIFT || path.length === 0) return undefined;
  const added = template.slice(0, Math.max(0, shift));
  if (added.some(hasParameter)) return undefined;
  const given = path.slice(Math.max(0, -shift));
  const pairs = template.slice(added.length).map((segment, i) => [segment, given[i]!] as const);
  // Only text is evidence: a parameter fits everything.
  const texts = pairs.filter(([segment]) => !hasParameter(segment));
  if (texts.length === 0 || !pairs.every(([segment, text]) => fitsSegment(segment, text))) return undefined;
  const cost = texts.reduce((sum, [segment, text]) => sum + misspelling(decodePart(text), segment), 0);
  return {
    segments: [
      ...added.map(encodeURI),
      ...pairs.map(([segment, text]) => (hasParameter(segment) ? text : encodeURI(segment))),
    ],
    cost: cost + Math.abs(shift) * SHIFT_COST,
  };
}

function fitsSegment(segment: string, text: string): boolean {
  if (!hasParameter(segment)) return decodePart(text) === segment || isNear(decodePart(text), segment);
  const pattern = segment.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(`^${pattern.join('.+')}$`, 's').test(decodePart(text));
}

function hasParameter(segment: string): boolean {
  return segment.includes('{');
}
