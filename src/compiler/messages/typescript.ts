import type { Diagnostic } from '../diagnostic.ts';
import type { Location } from '../source.ts';
import { didYouMean, error } from './diagnose.ts';

// TypeScript's types: spec B6.

export const recursiveType = (at: Location, name: string, isExported: boolean): Diagnostic =>
  error(
    'recursive-type',
    at,
    isExported
      ? `"${name}" would be copied into itself without end. Give the copy a name: an exported interface of its own, with its properties written out.`
      : `"${name}" has itself in it, and only an exported type has a name that it could be referred to by. Export it.`,
  );

export const unknownProperty = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  error('unknown-property', at, `There is no property "${name}" to take.${didYouMean(name, known)}`);
