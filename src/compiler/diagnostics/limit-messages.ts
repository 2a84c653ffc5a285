import type { Diagnostic } from './diagnostic.ts';
import { error } from './report.ts';
import type { Location } from './source.ts';

// The limits of sizes and of nesting.

export const nestingLimit = (at: Location, limit: number): Diagnostic =>
  error('size-limit', at, `Types can nest ${limit} levels deep. Move the inner ones to definitions of their own.`);

export const expansionLimit = (at: Location, name: string, limit: number): Diagnostic =>
  error(
    'size-limit',
    at,
    `"${name}" consists of more than ${limit} types, written out. Export the types that it repeats: an exported type is referred to.`,
  );

export const bracketLimit = (at: Location, limit: number): Diagnostic =>
  error(
    'size-limit',
    at,
    `Brackets can nest ${limit} levels deep. Move inner parts to constants or types of their own.`,
  );
