import { rowOf } from '../../build/codegen/client.ts';
import type { ClientRow } from '../../build/codegen/client.ts';
import type { Compilation, CompiledOperation } from '../../build/compiler/compile.ts';
import { sentParameters } from '../../build/openapi/server/sent-parameters.ts';
import type { Content, Operation, Schema } from '../../shared/contract/operation.ts';
import { hasClients, isJsonType, routeOf, securityOf } from '../../shared/contract/operation.ts';
import { isFormType } from '../../shared/contract/form-types.ts';
import { decodedParts, decodedProperties } from '../../shared/schema/decoding.ts';
import { fileFields, isFile } from '../../shared/schema/file-fields.ts';
import type { AnySchema, Resolve } from '../../shared/schema/json-types.ts';
import { asSchema } from '../../shared/schema/json-types.ts';
import type { Answers } from '../mock/answers.ts';

/** A field of a form. */
interface FormField {
  readonly name: string;
  /** `path`, `query`, `header`, `cookie`, or `body`. */
  readonly in: string;
  /** Without references in itself. */
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** Whether it is a file, or a list of files. */
  readonly isFile: boolean;
  /** The value to begin with: an example, or one that is made from the schema, if a request needs it. */
  readonly value: unknown;
}

/** A body of one media type. */
interface FormBody {
  readonly mediaType: string;
  /** The properties of a form. */
  readonly fields: readonly FormField[] | undefined;
  /** Whether the body is a file. */
  readonly isFile: boolean;
  /** The value to begin with: an example, or one that is made from the schema. */
  readonly value: unknown;
}

/** A credential that an operation takes. */
interface FormCredential {
  /** The name of the security scheme. */
  readonly scheme: string;
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** The name of the header, parameter or cookie. */
  readonly name: string;
}

/** The data of a form that sends a request to an operation. */
export interface SendForm {
  /** The method and the decoded path template. */
  readonly request: string;
  /** How the client writes its requests. */
  readonly row: ClientRow;
  /** Whether the client has the operation. */
  readonly hasClient: boolean;
  readonly fields: readonly FormField[];
  /** One for each media type; empty if there is no body. */
  readonly bodies: readonly FormBody[];
  readonly isBodyRequired: boolean;
  readonly credentials: readonly FormCredential[];
}

/**
 * Prepares the form that sends a request to an operation.
 *
 * @param answers The examples of the compilation.
 */
export function sendFormOf({ contract }: CompiledOperation, { document }: Compilation, answers: Answers): SendForm {
  const { resolve } = answers;
  const { body } = answers.operation(contract.id);
  const fields = sentParameters(contract).map(({ name, in: place, required, schema, ...example }): FormField => {
    const { example: shown } = example;
    const value = required ? answers.valueOf({ schema, ...(shown !== undefined && { example: shown }) }) : undefined;
    return { name, in: place, schema: rootOf(schema, resolve), isRequired: required, isFile: false, value };
  });
  return {
    request: routeOf(contract),
    row: rowOf(contract),
    hasClient: hasClients(contract),
    fields,
    bodies: body?.content.map((content) => formBody(content, answers)) ?? [],
    isBodyRequired: body?.required === true,
    credentials: credentialsOf(contract, document),
  };
}

function formBody(content: Content, answers: Answers): FormBody {
  const { mediaType, schema } = content;
  const value = answers.valueOf(content);
  const isOfFields = isFormType(mediaType);
  return {
    mediaType,
    value: isJsonType(mediaType) || typeof value === 'string' ? value : undefined,
    fields: isOfFields ? formFieldsOf(schema, value, answers.resolve) : undefined,
    isFile: !isOfFields && (isFile(schema, answers.resolve) || mediaType === '*/*'),
  };
}

function formFieldsOf(schema: Schema, example: unknown, resolve: Resolve): FormField[] {
  const parts = decodedParts(schema, resolve);
  const required = parts.flatMap((part) => (part['required'] as readonly string[] | undefined) ?? []);
  const files = fileFields(schema, resolve);
  const named = [...decodedProperties(parts)].filter(([name]) => name !== '*');
  return named.map(([name, [first = true]]) => {
    const isRequired = required.includes(name);
    const value =
      isRequired && !files.includes(name) ? (example as { readonly [name: string]: unknown })?.[name] : undefined;
    return { name, in: 'body', schema: rootOf(first, resolve), isRequired, isFile: files.includes(name), value };
  });
}

/** A schema with the keywords of the definition that it refers to. */
export function rootOf(schema: AnySchema, resolve: Resolve, depth = 0): Schema {
  const { $ref, ...own } = asSchema(schema);
  const target = typeof $ref === 'string' && depth < MAX_REFERENCES ? resolve($ref) : undefined;
  return target === undefined ? own : { ...rootOf(target, resolve, depth + 1), ...own };
}

/** A tree with errors can have a definition that refers to itself. */
const MAX_REFERENCES = 20;

type Scheme = { readonly [field: string]: unknown };

function credentialsOf(contract: Operation, document: Compilation['document']): FormCredential[] {
  const schemes = (document.components?.securitySchemes ?? {}) as Readonly<Record<string, Scheme>>;
  const names = new Set(securityOf(contract, document).flatMap((alternative) => Object.keys(alternative)));
  return [...names].flatMap((scheme): FormCredential[] => {
    const { type, scheme: way, in: place, name } = schemes[scheme] ?? {};
    if (type === 'mutualTLS') return [];
    if (type === 'apiKey') return [{ scheme, kind: place as FormCredential['kind'], name: String(name) }];
    const isBasic = type === 'http' && String(way).toLowerCase() === 'basic';
    return [{ scheme, kind: isBasic ? 'basic' : 'bearer', name: 'Authorization' }];
  });
}
