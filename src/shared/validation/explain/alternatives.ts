import type { Violation, ViolationParams } from '../../contract/enforcement.ts';
import { own } from '../values.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import type { Keywords } from '../../schema/json-types.ts';
import type { Check, CheckOf, ComposeKeyword, Inspection, SchemaData } from './inspection-types.ts';
import type { VALUE } from './scalar.ts';
import { afterOthers } from './constraint.ts';
import { isOfType } from './scalar.ts';
import { resolveReference } from './inspection.ts';
import { joinWords, shortJson } from './words.ts';

/** The keywords that combine schemas: JSON Schema 2020-12, Core, 10.2.1 and 10.2.2. */
export const ALTERNATIVES: Readonly<
  Record<Exclude<CheckedKeyword<'any'>, keyof typeof VALUE | '$ref'>, ComposeKeyword>
> = {
  allOf: (parts: readonly SchemaData[], _, checkOf) => {
    const checks = parts.map(checkOf);
    return (value, pointer, inspection) => {
      for (const check of checks) check(value, pointer, inspection);
    };
  },
  anyOf: (branches: readonly SchemaData[], _, checkOf) => {
    const choices = choicesOf(branches, checkOf);
    return afterOthers((...site) => explainBranches(choices, 'anyOf', {}, ...site));
  },
  oneOf: (branches: readonly SchemaData[], _, checkOf) => {
    const choices = choicesOf(branches, checkOf);
    return afterOthers((...site) => explainOneOf(choices, ...site));
  },
  not: (excluded: SchemaData, _, checkOf) => {
    const check = checkOf(excluded);
    return afterOthers((value, pointer, inspection) => {
      if (inspection.probe(check, value).length === 0)
        inspection.report({ pointer, message: describeNot(excluded), keyword: 'not', params: {} });
    });
  },
  if: (condition: SchemaData, { then: yes = true, else: no = true }: Keywords, checkOf) => {
    const [check, ...branches] = [condition, yes as SchemaData, no as SchemaData].map(checkOf);
    return afterOthers((value, pointer, inspection) => {
      const isTrue = inspection.probe(check!, value).length === 0;
      branches[isTrue ? 0 : 1]!(value, pointer, inspection);
    });
  },
};

/** An alternative. */
interface Choice {
  readonly schema: SchemaData;
  readonly check: Check;
}

function choicesOf(schemas: readonly SchemaData[], checkOf: CheckOf): readonly Choice[] {
  return schemas.map((schema) => ({ schema, check: checkOf(schema) }));
}

function explainOneOf(choices: readonly Choice[], ...site: Parameters<Check>): void {
  const [value, pointer, inspection] = site;
  const passingSchemas = [...choices.keys()].filter((i) => inspection.probe(choices[i]!.check, value).length === 0);
  if (passingSchemas.length === 0) explainBranches(choices, 'oneOf', { passingSchemas: null }, ...site);
  if (passingSchemas.length < 2) return;
  const message = `must match exactly one of ${choices.length} alternatives, not ${passingSchemas.length}`;
  inspection.report({ pointer, message, keyword: 'oneOf', params: { passingSchemas } });
}

interface Branch {
  readonly schema: SchemaData;
  readonly violations: readonly Violation[];
}

/** Reports the violations of the likeliest alternative; if there are several, the choice. */
function explainBranches(
  choices: readonly Choice[],
  keyword: string,
  params: ViolationParams,
  ...[value, pointer, inspection]: Parameters<Check>
): void {
  const branches = choices.map(({ schema, check }): Branch => {
    return { schema, violations: inspection.probe(check, value, pointer, inspection.limit) };
  });
  if (branches.some(({ violations }) => violations.length === 0)) return;
  const rightType = branches.filter(({ violations }) => violations.every((violation) => violation.pointer !== pointer));
  const tagged = rightType.length < 2 ? [] : rightType.filter(({ schema }) => hasTags(schema, value, inspection));
  const tag = tagged.length > 0 ? undefined : findTag(rightType, value, inspection);
  if (tag !== undefined) return void inspection.checkOf(tag)(value, pointer, inspection);
  const [likeliest, ...others] = likely(branches, rightType, tagged, value, inspection);
  if (likeliest !== undefined && others.length === 0) {
    for (const violation of likeliest.violations) inspection.report(violation);
    return;
  }
  const roots = branches.flatMap(({ violations }) => violations.filter((violation) => violation.pointer === pointer));
  const words = roots.map(({ message }) => /^must be (.*)$/.exec(message)?.[1]);
  const isPlain = roots.length === branches.length && words.every((text) => text !== undefined);
  const message = isPlain
    ? `must be ${joinWords([...new Set(words)], 'or')}`
    : `must match one of ${branches.length} alternatives`;
  inspection.report({ pointer, message, keyword, params });
}

/** Finds the alternatives that accept the value's type; among several, those with its fixed properties, then those with the fewest violations. */
function likely(
  branches: readonly Branch[],
  rightType: readonly Branch[],
  tagged: readonly Branch[],
  value: unknown,
  inspection: Inspection,
): readonly Branch[] {
  if (rightType.length < 2) {
    // A constraint may fail at the value itself: a string that is too long is still a string, not a number.
    const sameType = branches.filter(({ schema }) => isOfSameType(schema, value, inspection));
    return rightType.length === 1 ? rightType : sameType;
  }
  const candidates = tagged.length > 0 ? tagged : rightType;
  const least = Math.min(...candidates.map(({ violations }) => violations.length));
  return candidates.filter(({ violations }) => violations.length === least);
}

function isOfSameType(schema: SchemaData, value: unknown, inspection: Inspection): boolean {
  const { type } = settledSchema(schema, inspection);
  return type !== undefined && [type as string | readonly string[]].flat().some((name) => isOfType(value, name));
}

/** Whether a value has the fixed properties of a schema, such as a discriminator. */
function hasTags(schema: SchemaData, value: unknown, inspection: Inspection): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const tags = Object.entries(tagsOf(schema, inspection));
  return tags.length > 0 && tags.every(([name, values]) => values.includes(own(value, name)));
}

/** The properties of a schema that have fixed values, such as `kind: 'card'`, with these values. */
function tagsOf(schema: SchemaData, inspection: Inspection): Readonly<Record<string, readonly unknown[]>> {
  const settled = settledSchema(schema, inspection);
  // One level of inheritance: parts of parts could be exponentially many.
  const parts = [
    ...((settled.allOf ?? []) as readonly SchemaData[]).map((part) => settledSchema(part, inspection)),
    settled,
  ];
  return Object.fromEntries(
    parts
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .flatMap(([name, part]): [string, readonly unknown[]][] => {
        if (typeof part !== 'object') return [];
        if ('const' in part) return [[name, [part['const']]]];
        return Array.isArray(part['enum']) ? [[name, part['enum']]] : [];
      }),
  );
}

/** The tag that decides between objects, as a schema; undefined if a value has one of its values, or if the objects share none. */
function findTag(objects: readonly Branch[], value: unknown, inspection: Inspection): SchemaData | undefined {
  if (typeof value !== 'object' || value === null || objects.length < 2) return undefined;
  const [first = {}, ...others] = objects.map(({ schema }) => tagsOf(schema, inspection));
  const name = Object.keys(first).find((key) => others.every((tags) => Object.hasOwn(tags, key)));
  if (name === undefined) return undefined;
  const values = [...new Set([first, ...others].flatMap((tags) => tags[name]!))];
  const isOptional = !objects.every(({ violations }) =>
    violations.some(({ keyword, params }) => keyword === 'required' && params['missingProperty'] === name),
  );
  return values.includes(own(value, name)) || (isOptional && own(value, name) === undefined)
    ? undefined
    : { required: [name], properties: { [name]: { enum: values } } };
}

/** Follows a reference to the schema at its end. */
function settledSchema(schema: SchemaData, { components }: Inspection): Keywords {
  const seen = new Set<unknown>();
  let settled = schema;
  while (typeof settled === 'object' && typeof settled['$ref'] === 'string' && !seen.has(settled)) {
    seen.add(settled);
    settled = resolveReference(settled['$ref'], components);
  }
  return typeof settled === 'object' ? settled : {};
}

function describeNot(schema: SchemaData): string {
  if (typeof schema === 'object' && 'const' in schema) return `must not be ${shortJson(schema['const'])}`;
  if (typeof schema === 'object' && Array.isArray(schema['enum']))
    return `must not be ${joinWords(schema['enum'].map(shortJson), 'or')}`;
  return 'matches a schema that is not allowed';
}
