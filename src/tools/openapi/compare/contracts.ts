import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import { NO_CUSTOM } from '../../../directives/custom/custom-directives.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Operation, Parameter, Schema } from '../../../shared/contract/operation.ts';
import { webhookPath } from '../../../shared/contract/webhooks.ts';
import type { ServedProblemFormat } from '../../../shared/contract/problem.ts';
import { PROBLEM } from '../../../shared/schema/problem.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import type { Description } from '../read/description.ts';
import type { DescribedOperation } from '../read/described-operation.ts';
import { describeDocuments } from '../read/description.ts';
import type { Documents } from '../read/documents.ts';
import type { ReadDocument } from '../read/index.ts';
import { readContracts } from '../read/index.ts';
import { pathOnServer, serverPath } from '../../../build/openapi/servers.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { withoutSafeIntegers } from '../../../build/openapi/server/safe-integers.ts';
import { sentParameters } from '../../../build/openapi/server/sent-parameters.ts';
import type { Contract } from './contract.ts';

/** A tree, as it is compiled. */
export interface Tree {
  /** Its operations and its events. */
  readonly operations: readonly Operation[];
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly document: BaseDocument;
  /** The custom directives of its project. */
  readonly custom?: CustomDirectives;
}

/** A contract, and the source of each of its operations. */
export interface Sourced<T> {
  readonly contract: Contract;
  readonly sources: ReadonlyMap<Operation, T>;
}

/**
 * The contract of a tree, with the headers that the runtime reads.
 *
 * @param prefix The path of its server, which a comparison with a document adds to every path.
 */
export function contractOfTree(
  { operations, schemas, document, custom }: Tree,
  name: string,
  prefix = '',
): Sourced<Operation> {
  const resolve = resolverOf(schemas);
  // As a description is read.
  const read = (parameter: Parameter): Parameter => ({
    ...parameter,
    schema: withoutSafeIntegers(parameter.schema, resolve),
  });
  const sources = new Map(
    operations.map((operation) => [
      operation.event === undefined
        ? { ...operation, path: comparedPath(operation, prefix), parameters: sentParameters(operation).map(read) }
        : operation,
      operation,
    ]),
  );
  const { components = {}, security = [] } = document;
  const securitySchemes = components.securitySchemes ?? {};
  const all = [...sources.keys()];
  return {
    sources,
    contract: { name, operations: all, schemas, security, securitySchemes, ...(custom && { custom }) },
  };
}

/** The path of an operation on its server. A webhook is the same at any path. */
function comparedPath({ path, webhook }: Operation, prefix: string): string {
  return webhook === undefined ? pathOnServer(path, prefix) : webhookPath(webhook);
}

/**
 * The contract of a description. The path of its server is part of every path.
 *
 * @param described The same documents, if they are described already.
 */
export function contractOfDescription(
  documents: Documents,
  format?: ServedProblemFormat,
  described: Description = describeDocuments(documents, format?.isOwn === true),
  custom: CustomDirectives = NO_CUSTOM,
): Sourced<DescribedOperation> & { readonly read: ReadDocument } {
  const read = readContracts(described, format, custom);
  const prefix = serverPath(read.description.fields['servers']);
  const sources = new Map(
    [...read.operations].map(([operation, at]) => [
      operation.event === undefined ? { ...operation, path: comparedPath(operation, prefix) } : operation,
      at,
    ]),
  );
  const { schemas, security, securitySchemes } = read;
  const parts = { operations: [...sources.keys()], schemas, security, securitySchemes };
  const contract = { name: documents.root.name, ...parts, custom, isDocument: true as const };
  return { read, sources, contract };
}

/** The format of the problems of a tree's server, which a description for it is read with. */
export function servedFormat({ schemas, document }: Pick<Tree, 'schemas' | 'document'>): ServedProblemFormat {
  const isOwn = !isEqual(schemas.get('Problem'), PROBLEM);
  return { ...document['x-problem'], ...(isOwn && { isOwn }) };
}
