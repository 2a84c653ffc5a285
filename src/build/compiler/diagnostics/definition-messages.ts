import type { Diagnostic, Fix } from './diagnostic.ts';
import type { Declared, Location } from './source.ts';
import type { ReferenceFault } from '../../../shared/schema/resources.ts';
import { replacing, withFix } from './fix.ts';
import { didYouMean, error, nearest, quoteAll, warning } from './report.ts';

// Mistakes in definitions: docs/reference/definitions.md.

export const includeCycle = (chain: readonly Declared<string>[]): Diagnostic =>
  error(
    'include-cycle',
    chain.at(-1)!.at,
    `Circular include: ${[chain.at(-1)!, ...chain].map((step) => step.value).join(' -> ')}. Remove one of these includes.`,
    ...chain.slice(0, -1).map((step) => ({ message: `"${step.value}" is included here`, at: step.at })),
  );

export const definedTwice = (at: Location, what: string, name: string, first: Location): Diagnostic =>
  error('defined-twice', at, `The ${what} "${name}" is defined twice. Rename or remove one of them.`, {
    message: 'first defined here',
    at: first,
  });

export const definitionName = (at: Location, name: string): Diagnostic =>
  error(
    'definition-name',
    at,
    `"${name}" is not a valid definition name (OpenAPI 3.1, Components Object). Use ASCII letters, digits, ".", "-" and "_".`,
  );

/** @param isSchema Whether code can use it too. */
export const unusedDefinition = (at: Location, name: string, isSchema: boolean): Diagnostic => {
  const mark = /\.(?:json|ya?ml)$/.test(at.source.file) ? '"x-internal": true' : '"@internal" to its comment';
  const remedy = isSchema
    ? `Remove it. If only your code uses it, add ${mark}.`
    : 'Remove it, or start its file name with "_" to keep it for later.';
  return withFix(warning('unused-definition', at, `No operation uses "${name}". ${remedy}`), removalOf(at, name));
};

/** Removes the comment of a definition if it has no other one, or the file of a schema. */
const removalOf = ({ source, span }: Location, name: string): Fix | undefined => {
  if (/\.(?:json|ya?ml)$/.test(source.file)) return { title: `Delete "${source.file}"`, edits: [], deletes: true };
  const start = source.text.lastIndexOf('/*', span.start);
  const end = source.text.indexOf('*/', span.start) + 2;
  const comment = source.text.slice(start, end);
  if (start === -1 || end === 1 || source.text.slice(start + 2, span.start).includes('*/')) return undefined;
  if (comment.match(/@(?:typedef|param-define|returns-define)\b/g)?.length !== 1) return undefined;
  const newline = /^[^\S\n]*\r?\n/.exec(source.text.slice(end))?.[0].length ?? 0;
  return { title: `Remove "${name}"`, edits: [{ at: { source, span: { start, end: end + newline } }, text: '' }] };
};

export const shadowedDefinition = (at: Location, name: string): Diagnostic =>
  warning('shadowed-definition', at, `"${name}" is a built-in type, so this definition is never used. Rename it.`);

export const recursiveGeneric = (at: Location, name: string): Diagnostic =>
  error('recursive-generic', at, `"${name}" is infinitely recursive. Define it without type parameters.`);

export const endlessSchema = (at: Location, chain: readonly string[]): Diagnostic =>
  error(
    'endless-schema',
    at,
    `This schema refers to itself without consuming any input: ${chain.join(' -> ')}. Move a reference into a property or into array items.`,
  );

export const endlessValue = (at: Location, chain: readonly string[]): Diagnostic =>
  warning(
    'endless-value',
    at,
    `No value can satisfy this schema, because each value requires another one: ${chain.join(' -> ')}. Make a property optional, or allow null.`,
  );

/** @param misspelt A word of the schema, and the one that is probably meant. */
export const invalidSchema = (
  at: Location,
  pointer: string,
  reason: string,
  [word, meant]: readonly [word?: string, meant?: string] = [],
): Diagnostic => {
  const diagnostic = error(
    'invalid-schema',
    at,
    `Invalid JSON Schema${pointer === '' ? '' : ` at "${pointer}"`}: ${reason.replace(/[.?]?$/, (end) => end || '.')}`,
  );
  return word === undefined ? diagnostic : replacing(diagnostic, word, meant);
};

export const unknownKeyword = (at: Location, name: string, advice: string, known: readonly string[]): Diagnostic =>
  replacing(
    warning(
      'unknown-keyword',
      at,
      `"${name}" is not a keyword of JSON Schema 2020-12 (ignored).${advice === '' ? didYouMean(name, known) || ' Start your own keywords with "x-".' : ` ${advice}`}`,
    ),
    name,
    advice === '' ? nearest(name, known) : undefined,
  );

export const unknownFormat = (at: Location, name: string, meant: string): Diagnostic =>
  replacing(
    warning('unknown-format', at, `Unknown format "${name}": it is not checked. Did you mean "${meant}"?`),
    name,
    meant,
  );

/** A reference in a facet. */
export const invalidReference = (at: Location, ref: string, keyword: '$ref' | '$dynamicRef'): Diagnostic =>
  error(
    'invalid-reference',
    at,
    keyword === '$ref'
      ? `Unknown reference "${ref}". Write "#/components/schemas/Name" to refer to another definition.`
      : `"${keyword}" is not supported here. Write "$ref" with "#/components/schemas/Name" instead.`,
  );

const REFERENCE_FAULTS: Readonly<Record<ReferenceFault, string>> = {
  missing: 'this file has no such schema. Check the JSON Pointer or the anchor.',
  elsewhere:
    'no definition has this "$id", and nothing is loaded from other addresses. Write "#/components/schemas/Name" or "Name.json".',
  dynamic: 'several schemas have this dynamic anchor. Rename all but one of them, or write "$ref".',
};

/** A reference in a definition file. */
export const unresolvedReference = (at: Location, ref: string, fault: ReferenceFault): Diagnostic =>
  error('invalid-reference', at, `Unresolved reference "${ref}": ${REFERENCE_FAULTS[fault]}`);

/** A reference that leads into another definition. */
export const missingPart = (at: Location, name: string, pointer: string): Diagnostic =>
  error(
    'invalid-reference',
    at,
    `Unresolved reference: "${name}" has no schema at "${pointer}". Check the JSON Pointer.`,
  );

export const repeatedId = (at: Location, id: string): Diagnostic =>
  error(
    'invalid-schema',
    at,
    `Another schema in this file has the identifier "${id}". Rename or remove one of the two.`,
  );

export const unknownDialect = (at: Location, uri: string, known: readonly string[]): Diagnostic =>
  error(
    'unknown-dialect',
    at,
    `Unknown JSON Schema dialect "${uri}". Translate the schema into one of these: ${known.join(', ')}.`,
  );

export const translatedSchema = (at: Location, dialect: string): Diagnostic =>
  warning(
    'translated-schema',
    at,
    `This schema is written in ${dialect}. The build translates it into JSON Schema 2020-12; migrate the file to silence this warning.`,
  );

export const expandedTooFar = (at: Location, name: string): Diagnostic =>
  error(
    'recursive-generic',
    at,
    `"${name}" is too large: its generic types expand to more than 20,000 schemas. Move the repeated parts to separate definitions.`,
  );

export const invalidDocument = (at: Location, pointer: string, reason: string): Diagnostic =>
  error('invalid-document', at, `Invalid OpenAPI document${pointer === '' ? '' : ` at "${pointer}"`}: ${reason}.`);

/**
 * @param value That of the key: a list of requirements, or the schemes by name.
 * @param allowed The keys that can be there.
 */
export const lostSecurity = (
  at: Location,
  name: string,
  value: unknown,
  allowed: readonly string[] = [],
): Diagnostic => {
  const meant = Array.isArray(value) || typeof value === 'string' ? 'security' : 'securitySchemes';
  const place =
    meant === 'security'
      ? 'Write "security" at the top level of the document.'
      : 'Write schemes below "components: securitySchemes:", and the list "security" at the top level of the document.';
  const reason = name.startsWith('x-') ? 'is an extension' : 'is not allowed here';
  const diagnostic = error('document-field', at, `"${name}" ${reason}, so it protects nothing. ${place}`);
  return replacing(diagnostic, name, allowed.includes(meant) ? meant : undefined);
};

export const documentField = (at: Location, name: string, allowed: readonly string[]): Diagnostic =>
  replacing(
    error(
      'document-field',
      at,
      `"${name}" is not allowed here.${didYouMean(name, allowed)} Allowed: ${quoteAll(allowed)}. Paths and schemas come from the comments.`,
    ),
    name,
    nearest(name, allowed),
  );
