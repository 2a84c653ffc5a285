import { MULTIPART, isFormType } from '../../../shared/contract/form-types.ts';
import type { Body, Content, Operation, Parameter, Schema } from '../../../shared/contract/operation.ts';
import { pagingNames } from '../../../shared/contract/cursor.ts';
import { schemaData } from '../../../shared/schema/data.ts';
import { decodingOf, parameterDecoding } from '../../../shared/schema/decoding.ts';
import { fileFields, fileParts, isFile } from '../../../shared/schema/file-fields.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { defaultOf } from '../../../shared/schema/json-types.ts';
import { eachSchema } from '../../../shared/schema/walk.ts';
import { deferred, literal } from '../literal.ts';
import type { PickSchemas } from '../picks/parts.ts';
import { PickWriter } from '../picks/writer.ts';
import { conditionOf } from './condition.ts';
import type { Uses } from './scope.ts';
import { addUses, componentsFor, createUses, thunk, writeFunction } from './scope.ts';

/** The input of an operation, as code. */
export interface InputText {
  /** An expression for each parameter; equal texts are equal parameters. */
  readonly parameters: readonly { readonly text: string; readonly uses: Uses }[];
  /** An expression, if the operation has a body. */
  readonly body?: string;
  /** The declarations that the expressions refer to. */
  readonly declarations: readonly string[];
  readonly uses: Uses;
}

/** The state of writing one input. */
interface Writing {
  readonly resolve: Resolve;
  readonly schemas: PickSchemas;
  readonly uses: Uses;
  readonly declarations: string[];
}

const TEXT = literal({ types: ['string'] });

/**
 * Writes the input of an operation: its parameters, without those of paging, and its body.
 *
 * @returns undefined if the operation takes neither.
 */
export function inputText(operation: Operation, schemas: PickSchemas): InputText | undefined {
  const { body, paging } = operation;
  const names = paging === undefined ? [] : pagingNames(paging);
  const parameters = operation.parameters.filter((parameter) => !isOfPaging(parameter, names));
  if (parameters.length === 0 && body === undefined) return undefined;
  const writing: Writing = { resolve: schemas.resolve, schemas, uses: createUses(), declarations: [] };
  const texts = parameters.map((parameter) => {
    const own = { ...writing, uses: createUses() };
    return { text: parameterText(parameter, own), uses: own.uses };
  });
  for (const { uses } of texts) addUses(writing.uses, uses);
  return {
    parameters: texts,
    ...(body !== undefined && { body: bodyText(body, writing) }),
    declarations: writing.declarations,
    uses: writing.uses,
  };
}

/** Whether two inputs have the same code. */
export function isSameInput(a: InputText | undefined, b: InputText | undefined): boolean {
  return writtenInput(a) === writtenInput(b);
}

function writtenInput(input: InputText | undefined): string {
  return literal(
    input === undefined ? [] : [input.parameters.map(({ text }) => text), input.declarations, input.body ?? ''],
  );
}

function isOfPaging({ in: place, name }: Parameter, names: readonly string[]): boolean {
  return place === 'query' && names.includes(name);
}

function parameterText(parameter: Parameter, writing: Writing): string {
  const { name, in: place, required, schema } = parameter;
  const decoding = literal(parameterDecoding(parameter, writing.resolve));
  const data = (): string => deferred(schemaData(schema));
  // Operations share equal parameters, so each one has its declarations inside.
  const picks = new PickWriter(writing.schemas, 'request', 'take');
  const fill = takenText(schema, data, picks, writing);
  addUses(writing.uses, picks.uses);
  const value = defaultOf(schema, writing.resolve);
  return withPreparation(schema, data, writing, {
    name: literal(name),
    in: literal(place),
    required: literal(required),
    decoding,
    ...checkedText(schema, data, decoding === TEXT, writing.uses),
    ...(fill !== undefined && { fill: picks.enclose(fill) }),
    ...(fill !== undefined && comparesParts(schema, writing.resolve) && { again: 'true' }),
    ...(value !== undefined && { default: thunk(literal(value)) }),
  });
}

function bodyText({ required, content, declaredOnly }: Body, writing: Writing): string {
  const { schemas, uses, declarations } = writing;
  const picks = new PickWriter(writing.schemas, 'request', 'take');
  const names = new Map<string, string>();
  const dataOf = ({ schema }: Content): string => {
    const text = deferred(schemaData(schema));
    if (!schemas.fills.hasDefaults(schema)) return text;
    // Each request needs it, so it is parsed once. Media types mostly share it.
    if (!names.has(text)) {
      names.set(text, `schema${names.size}`);
      uses.helpers.add('once');
      declarations.push(`const ${names.get(text)} = once(${thunk(text)});`);
    }
    return `${names.get(text)}()`;
  };
  const contents = content.map((item) => contentText(item, dataOf(item), picks, writing));
  declarations.push(...picks.statements);
  addUses(uses, picks.uses);
  const first = content[0]!;
  const { schema } = first;
  const absent = schemas.fills.hasDefaults(schema) ? fillText(schema, dataOf(first), '{}', writing) : '({})';
  return objectText({
    required: literal(required),
    content: `[${contents.join(', ')}]`,
    ...(declaredOnly === true && !required && { absent: `() => ${absent}` }),
  });
}

function contentText(
  { mediaType, schema, maxBytes }: Content,
  data: string,
  picks: PickWriter,
  writing: Writing,
): string {
  const { resolve, uses } = writing;
  const fill = takenText(schema, () => data, picks, writing);
  return withPreparation(schema, () => data, writing, {
    mediaType: literal(mediaType),
    ...(maxBytes !== undefined && { maxBytes: literal(maxBytes) }),
    ...checkedText(schema, () => data, false, uses),
    ...(isFormType(mediaType)
      ? { decoding: literal(decodingOf(schema, resolve)) }
      : isFile(schema, resolve) && { bytes: 'true' }),
    ...(mediaType === MULTIPART && filesText(schema, resolve)),
    ...(fill !== undefined && { fill }),
    ...(fill !== undefined && comparesParts(schema, writing.resolve) && { again: 'true' }),
  });
}

function filesText(schema: Schema, resolve: Resolve): { readonly [name: string]: string } {
  const parts = fileParts(schema, resolve);
  const hasParts = Object.keys(parts).length > 0;
  return { files: literal(fileFields(schema, resolve)), ...(hasParts && { fileParts: literal(parts) }) };
}

/** Writes the code that turns a valid value into the handler's value: without undeclared properties, and with defaults. */
function takenText(schema: Schema, data: () => string, picks: PickWriter, writing: Writing): string | undefined {
  const { schemas, uses } = writing;
  const pick = picks.pickOf([schema]);
  if (pick !== undefined) uses.helpers.add('pickExactly');
  const picked = (value: string): string => (pick === undefined ? value : `pickExactly(${pick.of}, ${value})`);
  const filled = (value: string): string =>
    schemas.fills.hasDefaults(schema) ? fillText(schema, data(), value, writing) : value;
  // An undeclared property can decide which branch of a union a value matches, so that the defaults of unions come first.
  const taken = schemas.fills.hasUnions(schema) ? picked(filled('v')) : filled(picked('v'));
  return taken === 'v' ? undefined : `(v) => ${taken}`;
}

/** Whether a value can break a schema by having fewer properties, other than by lacking one: two items are equal, or one is what `not` refuses. */
function comparesParts(schema: AnySchema, resolve: Resolve): boolean {
  const reached = new Set([schema]);
  // The set grows while it is processed.
  for (const from of reached) {
    let isFound = false;
    eachSchema(from, (part) => {
      const { $ref, uniqueItems, not, maxContains } = part as Keywords;
      isFound ||= uniqueItems === true || (not ?? maxContains) !== undefined;
      if ($ref !== undefined) reached.add(resolve($ref) ?? true);
    });
    if (isFound) return true;
  }
  return false;
}

/** Writes the two functions of a Validator. */
export function validatorText(schema: Schema, uses: Uses): { readonly check: string; readonly explain: string } {
  return checkedText(schema, () => deferred(schemaData(schema)), false, uses);
}

function checkedText(
  schema: Schema,
  data: () => string,
  isText: boolean,
  uses: Uses,
): { readonly check: string; readonly explain: string } {
  const { text: check, result } = writeFunction(uses, (scope) => conditionOf(schema, 0, scope));
  // A decoded text is always a string.
  if (result === 'true' || (isText && result === 'typeof v === "string"'))
    return { check: '() => true', explain: '() => []' };
  uses.helpers.add('explainer');
  return { check, explain: `explainer(${[thunk(data()), ...componentsFor(schema, uses)].join(', ')})` };
}

function fillText(schema: Schema, data: string, value: string, writing: Writing): string {
  const { uses } = writing;
  uses.helpers.add('fill');
  const components = componentsFor(schema, uses);
  const branches = filledBranches(schema, writing);
  if (branches.size === 0) return `fill(${[data, value, ...components].join(', ')})`;
  for (const branch of branches) uses.branches.add(branch);
  return `fill(${[data, value, components[0] ?? '{}', 'branches'].join(', ')})`;
}

/** Finds the branches of unions that defaults are filled into, as JSON: those of all unions below a schema in which a default is. */
function filledBranches(schema: AnySchema, { resolve, schemas }: Writing): Set<string> {
  const found = new Set<string>();
  const reached = new Set([schema].filter((start) => schemas.fills.hasUnions(start)));
  // The set grows while it is processed.
  for (const from of reached)
    eachSchema(from, (part) => {
      for (const branch of schemas.fills.unionsOf(part).flat()) found.add(JSON.stringify(schemaData(branch)));
      const { $ref } = part as Keywords;
      const target = $ref === undefined ? true : (resolve($ref) ?? true);
      if (schemas.fills.hasUnions(target)) reached.add(target);
    });
  return found;
}

/** Writes a contract, whose validator first changes texts if its schema requires it. */
function withPreparation(
  schema: Schema,
  data: () => string,
  { schemas, uses }: Writing,
  fields: { readonly [name: string]: string },
): string {
  if (!schemas.fills.changesTexts(schema)) return objectText(fields);
  uses.helpers.add('prepared');
  const { check, explain, fill, ...others } = fields;
  const validator = objectText({ check: check!, explain: explain!, ...(fill !== undefined && { fill }) });
  const args = [thunk(data()), validator, ...componentsFor(schema, uses)];
  return `{ ...${objectText(others)}, ...prepared(${args.join(', ')}) }`;
}

/** Writes an object of expressions. */
export function objectText(fields: { readonly [name: string]: string }): string {
  return `{ ${Object.entries(fields)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ')} }`;
}
