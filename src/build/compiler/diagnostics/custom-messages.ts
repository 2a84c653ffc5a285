import type { Diagnostic } from './diagnostic.ts';
import { replacingDirective } from './fix.ts';
import { didYouMean, error, nearest } from './report.ts';
import type { Location } from './source.ts';

// Mistakes about custom directives, those of packages: docs/guides/custom-directives.md.

/** @param fault The mistake of the package's code: `threw "..."`. */
export const customFailure = (
  at: Location,
  { name, from }: { name: string; from: string },
  fault: string,
): Diagnostic =>
  error('custom-directive-failure', at, `"@${name}" of ${from} ${fault}. The mistake is in that package.`);

/** An unknown directive in a project with custom ones: it could be a guard that nothing runs. */
export const unknownCustom = (at: Location, name: string, known: readonly string[]): Diagnostic => {
  const advice =
    didYouMean(name, known, '@') ||
    ' Correct the name, or add the package of the directive to "operations.directives" in package.json.';
  const mistake = `Unknown directive "@${name}". This project has custom directives, so it could be one that protects the operation.`;
  return replacingDirective(error('unknown-directive', at, mistake), name, nearest(name, known), advice);
};

/** A line of a guard whose package is installed, but not named. */
export const unnamedPackage = (at: Location, name: string, from: string): Diagnostic =>
  error(
    'unnamed-directive',
    at,
    `"@${name}" protects nothing, because package.json does not name its package. Add "${from}" to "operations.directives" in package.json.`,
  );

/** A package of directives that cannot be used, at its entry in package.json. */
export const invalidPackage = (at: Location, message: string): Diagnostic =>
  error('custom-directive-package', at, message);
