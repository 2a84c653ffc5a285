import type { ShownAccess } from '../../build/compiler/operations/caller-access.ts';
import { accessOf, showAccess } from '../../build/compiler/operations/caller-access.ts';
import type { Compilation, CompiledOperation } from '../../build/compiler/compile.ts';
import type { Content, Schema } from '../../shared/contract/operation.ts';
import { sentParameters } from '../../build/openapi/server/sent-parameters.ts';
import { constraintText } from '../../shared/schema/constraint-text.ts';
import { referredName, resolverOf } from '../../shared/schema/references.ts';
import type { Answers } from '../mock/answers.ts';
import type { SendForm } from './send-form.ts';
import { rootOf, sendFormOf } from './send-form.ts';

/** A value that an operation takes or gives, in one line. */
export interface ShownValue {
  readonly name: string;
  /** Where it is: `path`, `query`, `body`; empty for properties. */
  readonly in: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** `1 to 5, default 3` */
  readonly constraints: string;
  readonly description: string;
}

/** The content of a body: its type, and its properties if it is an object. */
export interface ShownContent {
  readonly mediaType: string;
  readonly type: string;
  readonly properties: readonly ShownValue[];
}

/** The input and output of an operation. */
export interface OperationDetails {
  readonly description: string;
  readonly parameters: readonly ShownValue[];
  readonly body: readonly ShownContent[];
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly content: readonly ShownContent[];
  }[];
  readonly access: ShownAccess;
  readonly send: SendForm;
}

type CompiledSchemas = Compilation['schemas'];

/** Prepares the details of an operation for the page. */
export function describeOperation(
  operation: CompiledOperation,
  compilation: Compilation,
  answers: Answers,
): OperationDetails {
  const { contract } = operation;
  const { schemas } = compilation;
  const { body, responses } = contract;
  return {
    description: contract.description ?? '',
    parameters: sentParameters(contract).map(({ name, in: place, schema, required, description = '' }) => ({
      name,
      in: place,
      description,
      type: typeOf(schema),
      isRequired: required,
      constraints: constraintText(rootOf(schema, resolverOf(schemas))),
    })),
    body: body?.content.map((content) => shownContent(content, schemas)) ?? [],
    responses: responses.map(({ status, description, content }) => ({
      status,
      description,
      content: content.map((item) => shownContent(item, schemas)),
    })),
    access: showAccess(accessOf(operation, compilation)),
    send: sendFormOf(operation, compilation, answers),
  };
}

/** The content of a body for the page. */
export function shownContent({ mediaType, schema, stream }: Content, schemas: CompiledSchemas): ShownContent {
  const type = typeOf(schema);
  const row = (schema['items'] as Schema | undefined) ?? schema;
  return {
    mediaType,
    type: stream === undefined ? type : `Stream<${type}>`,
    properties: shownProperties(row, schemas),
  };
}

function shownProperties(schema: Schema, schemas: CompiledSchemas): ShownValue[] {
  const name = referredName(schema);
  const target = (name === undefined ? schema : schemas.get(name)) as Schema | undefined;
  const {
    properties = {},
    required = [],
    allOf = [],
  } = (target ?? {}) as {
    readonly properties?: { readonly [name: string]: Schema };
    readonly required?: readonly string[];
    readonly allOf?: readonly Schema[];
  };
  const own = Object.entries(properties).map(([property, value]) => ({
    name: property,
    in: '',
    type: typeOf(value),
    isRequired: required.includes(property),
    constraints: constraintText(rootOf(value, resolverOf(schemas))),
    description: typeof value?.['description'] === 'string' ? value['description'] : '',
  }));
  // A reference to itself is an error of the compiler.
  return [...allOf.flatMap((part) => (referredName(part) === name ? [] : shownProperties(part, schemas))), ...own];
}

const MAX_VALUES = 8;

/** A schema in one line, in the language of comments. */
export function typeOf(schema: unknown, depth = 0): string {
  if (typeof schema !== 'object' || schema === null || depth > 5) return 'any';
  const name = referredName(schema as Schema);
  if (name !== undefined) return name;
  const {
    const: only,
    enum: values,
    anyOf,
    oneOf,
    type,
    items,
    format,
  } = schema as { readonly [key: string]: unknown };
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) {
    const shown = values.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
    return [...shown, ...(values.length > MAX_VALUES ? ['…'] : [])].join(' | ');
  }
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) return branches.map((branch) => typeOf(branch, depth + 1)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, depth + 1)).join(' | ');
  if (type === 'array') return `${typeOf(items, depth + 1)}[]`;
  return [String(type ?? 'any'), ...(typeof format === 'string' ? [`(${format})`] : [])].join(' ');
}
