import type { Diagnostic } from './diagnostic.ts';
import type { Declared, Location } from './source.ts';
import type { ReferenceFault } from '../../schema/resources.ts';
import { didYouMean, error, warning } from './report.ts';

// Definitions: spec B6.

export const includeCycle = (chain: readonly Declared<string>[]): Diagnostic =>
  error(
    'include-cycle',
    chain.at(-1)!.at,
    `These definitions include each other: ${[chain.at(-1)!, ...chain].map((step) => step.value).join(' -> ')}. Break the circle.`,
    ...chain.slice(0, -1).map((step) => ({ message: `"${step.value}" is included here`, at: step.at })),
  );

export const definedTwice = (at: Location, what: string, name: string, first: Location): Diagnostic =>
  error('defined-twice', at, `Another ${what} of the name "${name}". Rename or remove one of the two.`, {
    message: 'first defined here',
    at: first,
  });

export const definitionName = (at: Location, name: string): Diagnostic =>
  error(
    'definition-name',
    at,
    `"${name}" cannot be the name of a definition: letters, digits, ".", "-" and "_" can (OpenAPI 3.1, Components Object).`,
  );

export const unusedDefinition = (at: Location, name: string): Diagnostic =>
  warning(
    'unused-definition',
    at,
    `No operation uses "${name}". Remove it, or start the file's name with "_" while it waits.`,
  );

export const shadowedDefinition = (at: Location, name: string): Diagnostic =>
  warning(
    'shadowed-definition',
    at,
    `"${name}" is a type by itself, so that no type leads here. Rename this definition.`,
  );

export const recursiveGeneric = (at: Location, name: string): Diagnostic =>
  error(
    'recursive-generic',
    at,
    `"${name}" needs itself to say what it is, without an end. Make it a definition without type parameters.`,
  );

export const endlessSchema = (at: Location, chain: readonly string[]): Diagnostic =>
  error(
    'endless-schema',
    at,
    `To say whether a value fits, this schema has to know whether it does: ${chain.join(' -> ')}. Let one refer to the other in a property, or in the items of a list.`,
  );

export const invalidSchema = (at: Location, pointer: string, reason: string): Diagnostic =>
  error(
    'invalid-schema',
    at,
    `This is no JSON Schema${pointer === '' ? '' : `: at ${pointer}`}: ${reason.replace(/[.?]?$/, (end) => end || '.')}`,
  );

export const unknownKeyword = (at: Location, name: string, advice: string, known: readonly string[]): Diagnostic =>
  warning(
    'unknown-keyword',
    at,
    `"${name}" is no keyword of JSON Schema 2020-12, so it says nothing.${advice === '' ? didYouMean(name, known) || ' Begin a word of your own with "x-".' : ` ${advice}`}`,
  );

export const unknownFormat = (at: Location, name: string, hint: string): Diagnostic =>
  warning('unknown-format', at, `"${name}" is no format that is known, so any value has it.${hint}`);

export const invalidReference = (
  at: Location,
  ref: string,
  fault: '$dynamicRef' | ReferenceFault | '$ref',
): Diagnostic => error('invalid-reference', at, `${REFERENCE_FAULTS[fault](ref)} ${REFERENCE_ADVICE}`);

const REFERENCE_ADVICE =
  'Write "#/components/schemas/Name" or "Name.json" for another definition, or "#/$defs/name" for a part of this file.';

const REFERENCE_FAULTS: Readonly<Record<'$dynamicRef' | ReferenceFault | '$ref', (ref: string) => string>> = {
  $ref: (ref) => `Unresolved reference "${ref}".`,
  $dynamicRef: () => `"$dynamicRef" needs a definition file of its own.`,
  missing: (ref) => `Unresolved reference "${ref}": this file has no such schema.`,
  elsewhere: (ref) => `Unresolved reference "${ref}": nothing is loaded from other addresses.`,
  dynamic: (ref) => `"${ref}" has several targets, which depend on the route that led here; only one is supported.`,
};

export const missingPart = (at: Location, name: string, pointer: string): Diagnostic =>
  error('invalid-reference', at, `Unresolved reference: "${name}" has no schema at "${pointer}".`);

export const repeatedId = (at: Location, id: string): Diagnostic =>
  error(
    'invalid-schema',
    at,
    `Another schema of this file has the identifier "${id}". Rename or remove one of the two.`,
  );

export const unknownDialect = (at: Location, uri: string, known: readonly string[]): Diagnostic =>
  error(
    'unknown-dialect',
    at,
    `Unknown dialect "${uri}". Known dialects: ${known.join(', ')}. Translate the schema into 2020-12.`,
  );

export const translatedSchema = (at: Location, dialect: string): Diagnostic =>
  warning(
    'translated-schema',
    at,
    `This schema is written in ${dialect}; it is translated into 2020-12. Set "$schema" to "https://json-schema.org/draft/2020-12/schema" once you have migrated it.`,
  );

export const expandedTooFar = (at: Location, name: string): Diagnostic =>
  error(
    'recursive-generic',
    at,
    `"${name}" is too large: its generic types expand to more than 20,000 schemas. Use fewer type arguments that repeat each other.`,
  );

export const invalidDocument = (at: Location, pointer: string, reason: string): Diagnostic =>
  error('invalid-document', at, `This is no OpenAPI document${pointer === '' ? '' : `: at ${pointer}`}: ${reason}.`);

export const documentField = (at: Location, name: string, allowed: readonly string[]): Diagnostic =>
  error(
    'document-field',
    at,
    `"${name}" does not belong here; what can be said is ${allowed.join(', ')}.${didYouMean(name, allowed)} Paths and schemas come from the comments.`,
  );
