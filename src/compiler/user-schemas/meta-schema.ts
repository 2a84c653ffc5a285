import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { isRegex } from '../../validation/formats.ts';
import { keysOf } from '../../contract/json-pointer.ts';
import type { Schema } from '../../contract/operation.ts';
import { FORMATS } from '../../validation/explain/formats.ts';
import { eachKeyword } from '../../schema/keywords.ts';
import { didYouMean } from '../diagnostics/report.ts';
import { fitsCommonSchema, isCommonSchema } from './common-schema.ts';

/** Tells what is wrong with a value, or undefined where nothing is. */
export type CheckValue = (schema: Schema, value: unknown) => string | undefined;

/**
 * Makes a check of values, such as defaults and examples, against schemas that may refer to definitions.
 *
 * @param schemas The definitions by name.
 */
export function createValueCheck(schemas: ReadonlyMap<string, Schema>): CheckValue {
  let ajv: Ajv2020 | undefined;
  const known = new Map<string, ValidateFunction>();
  const document = { $id: 'definitions:', components: { schemas: Object.fromEntries(schemas) } };
  let added = false;
  return (schema, value) => {
    if (fitsCommonSchema(schema, value)) return undefined;
    ajv ??= createAjv({ validateSchema: false });
    const key = JSON.stringify(schema);
    let validate = known.get(key);
    if (validate === undefined) {
      const refers = key.includes('"$ref"');
      if (refers && !added) ajv.addSchema(document);
      added ||= refers;
      const absolute = JSON.parse(key.replaceAll('"$ref":"#/', '"$ref":"definitions:#/')) as Schema;
      try {
        validate = ajv.compile(absolute);
      } catch {
        // A schema that does not compile has been reported where it stands.
        return undefined;
      }
      known.set(key, validate);
    }
    try {
      return validate(value) ? undefined : explain(validate.errors?.[0]);
    } catch (error) {
      // So has one that has no end.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/**
 * Tells what is wrong with a JSON Schema itself.
 *
 * @returns A JSON pointer into it and what is wrong there; undefined where nothing is.
 */
export function checkSchema(schema: unknown): { readonly pointer: string; readonly message: string } | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return { pointer: '', message: 'must be a mapping' };
  if (isCommonSchema(schema)) return undefined;
  const ajv = (schemaAjv ??= createAjv());
  if (ajv.validateSchema(schema) === true) return findBadPattern(schema);
  const errors = ajv.errors ?? [];
  // Of a list of types that is wrong, the one that is.
  const error = errors.find(({ instancePath }) => instancePath.startsWith(`${errors[0]!.instancePath}/`)) ?? errors[0];
  if (error === undefined) return { pointer: '', message: 'must be a JSON Schema' };
  return { pointer: error.instancePath, message: describe(error, schema) };
}

/** What is wrong with a part of a schema; where a word is none of those that can stand there, with these. */
function describe(error: ErrorObject, schema: object): string {
  const { allowedValues } = error.params as { allowedValues?: readonly string[] };
  const message = error.message ?? 'does not match';
  if (allowedValues === undefined) return message;
  const value = keysOf(error.instancePath).reduce<unknown>((part, key) => (part as Schema)[key], schema);
  const hint = typeof value === 'string' ? didYouMean(value, allowedValues) : '';
  return `${message}: ${allowedValues.map((allowed) => JSON.stringify(allowed)).join(', ')}${hint === '' ? '' : `.${hint}`}`;
}

/** A pattern that no regular expression can be made of; at run time each request would fail on it. */
function findBadPattern(schema: object): ReturnType<typeof checkSchema> {
  let found: ReturnType<typeof checkSchema>;
  eachKeyword(schema, (keyword, value, pointer) => {
    const patterns =
      keyword === 'pattern' ? [value] : keyword === 'patternProperties' ? Object.keys(value as object) : [];
    if (patterns.every((pattern) => typeof pattern !== 'string' || isRegex(pattern))) return;
    found ??= { pointer: pointer(), message: 'must be a regular expression of JavaScript' };
  });
  return found;
}

/** All that is wrong with a value by a schema of ours: JSON pointers into it, and what is wrong there. */
export function findFaults(schema: Schema, value: unknown): { readonly pointer: string; readonly message: string }[] {
  const validate = createAjv({ allErrors: true, validateSchema: false }).compile(schema);
  if (validate(value)) return [];
  // That a condition holds says nothing that its branch does not.
  const errors = (validate.errors ?? []).filter((error) => error.keyword !== 'if');
  return errors.map((error) => ({
    pointer: error.instancePath,
    message: explain({ ...error, instancePath: '' }).replace(/^it /, ''),
  }));
}

let schemaAjv: Ajv2020 | undefined;

/** Without a check of the schemas themselves it starts much faster. */
function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false, ...options });
  // Those of the runtime, so that what a contract says of itself it also takes.
  for (const [name, { type, check }] of Object.entries(FORMATS)) {
    if (type === 'string') ajv.addFormat(name, { type, validate: check as (text: string) => boolean });
    else ajv.addFormat(name, { type, validate: check as (value: number) => boolean });
  }
  return ajv;
}

function explain(error: ErrorObject | undefined): string {
  const values = (error?.params as { allowedValues?: unknown[] } | undefined)?.allowedValues;
  const allowed = values === undefined ? '' : `: ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  return `${error?.instancePath === '' ? 'it' : error?.instancePath} ${error?.message ?? 'does not match'}${allowed}`;
}
