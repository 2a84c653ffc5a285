import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import { NO_CUSTOM } from '../../../directives/custom/custom-directives.ts';
import { withDocumentedCustom } from '../documented-custom.ts';
import type { Operation, Parameter, Response } from '../../../shared/contract/operation.ts';
import { isDeepStrictEqual } from 'node:util';
import { asComponent, componentOf } from '../../../shared/contract/component-name.ts';
import { PROBLEM } from '../../../shared/schema/problem.ts';
import type { DefinitionFile } from '../../../build/compiler/definitions/model.ts';
import { createValueCheck } from '../../../build/compiler/operations/samples.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { asSchema } from '../../../shared/schema/json-types.ts';
import { stableText } from '../../../shared/validation/values.ts';
import type { Description } from '../../openapi/read/description.ts';
import type { Included } from '../paging.ts';
import { withDocumentedDirectives } from '../documented-directives.ts';
import { treeContract } from '../tree-contract.ts';
import type { LocatedOperation } from '../file-paths.ts';
import { usedNames } from '../used-names.ts';
import { hasValidSamples, withValidSamples, withoutInvalidSamples } from '../valid-samples.ts';
import { readContract, readSecurity } from '../../openapi/read/read-operation.ts';
import { baseDocument } from './base-document.ts';
import type { ReadFile } from './definition-files.ts';
import { baseFile, Pool, schemaFiles, setFiles } from './definition-files.ts';
import { sharedSets } from './shared-sets.ts';
import type { NamedDefinitions } from './body-lines.ts';
import { canWriteExample } from './input-lines.ts';
import type { FileNaming } from './operation-text.ts';
import { operationLines } from './operation-text.ts';

/** An operation as the tree has it. */
export interface WrittenOperation {
  readonly contract: Operation;
  /** The lines of its comment in a file. */
  readonly lines: (naming: FileNaming) => string[];
}

/** Takes the parameters of built-in sets out of the contract of an operation. */
export type IncludesOf = (operation: LocatedOperation, contract: Operation) => Included;

/** A description as a tree. */
export interface WrittenTree {
  readonly operations: readonly WrittenOperation[];
  /** All named schemas, also those that comments need in addition to the description's. */
  readonly schemas: () => ReadonlyMap<string, AnySchema>;
  /** The files of the definitions that the operations need; the comments must have been written before. */
  readonly definitions: () => DefinitionFile[];
}

/**
 * Turns a description into the comments and definitions of a tree.
 *
 * @param isTyped Whether the definitions are TypeScript, or JavaScript with `@typedef`.
 * @param read Reads their files back.
 * @param includesOf Takes the parameters of built-in sets out of a contract.
 * @param custom The custom directives of the project.
 */
export function writeTree(
  description: Description,
  located: readonly LocatedOperation[],
  isTyped: boolean = true,
  read?: ReadFile,
  includesOf: IncludesOf = (_, contract) => ({ contract, includes: [] }),
  custom: CustomDirectives = NO_CUSTOM,
): WrittenTree {
  const { notes } = description;
  const raw = new Map([...description.schemas].map(([name, schema]) => [name, asSchema(schema)]));
  const check = createValueCheck(raw, () => undefined);
  const schemas = new Map([...raw].map(([name, schema]) => [name, withoutInvalidSamples(schema, check, notes)]));
  const isSound = (schema: AnySchema): boolean => hasValidSamples(schema, check);
  const pool = new Pool(schemas, isSound);
  const contractsRead = located.map((operation) => readContract(operation, description));
  const described = withDocumentedCustom(withDocumentedDirectives(contractsRead), custom);
  const included = located.map((operation, i) =>
    includesOf(
      operation,
      withValidSamples(treeContract(described[i]!, operation, description), check, notes, canWriteExample),
    ),
  );
  const contracts = inOneOrder(included.map(({ contract }) => contract));
  const onClash = (kind: 'parameters' | 'responses', component: string, name: string): void =>
    notes.mend(
      { of: description.components[kind] as object, key: component },
      `several components would have the name ${component}: one has the name ${name}`,
    );
  const security = readSecurity(description.fields['security']);
  const writing = { custom, pool, sets: sharedSets(contracts, onClash), security, schemas: lookUp(pool.schemas) };
  return {
    operations: contracts.map((contract, i) => ({
      contract,
      lines: (naming) => operationLines(contract, naming, { ...writing, includes: included[i]!.includes }),
    })),
    schemas: () => pool.schemas,
    definitions() {
      const sets = setFiles(writing.sets, pool);
      const made = [...pool.schemas]
        .filter(([name]) => !description.schemas.has(name))
        .map(([, schema]) => ({ schema }));
      const used = usedNames([...contracts, ...made], pool.schemas);
      for (const name of pool.schemas.keys()) if (!description.schemas.has(name)) used.add(name);
      const written = [...pool.schemas].filter(([name, schema]) => used.has(name) && !isBuiltIn(name, schema));
      const sorted = new Map(written.sort(([a], [b]) => (a < b ? -1 : 1)));
      return [...sets, ...schemaFiles(sorted, isSound, isTyped, read), baseFile(baseDocument(description, contracts))];
    },
  };
}

/** Gives parts that differ in the order of names alone the order of the first, as their document does. */
function inOneOrder(operations: readonly Operation[]): Operation[] {
  const known = new Map<string, object>();
  const first = <T extends Parameter | Response>(part: T): T => {
    const key = stableText(part);
    if (!known.has(key)) known.set(key, part);
    return asComponent(known.get(key) as T, componentOf(part));
  };
  return operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map(first),
    responses: operation.responses.map(first),
  }));
}

function isBuiltIn(name: string, schema: AnySchema): boolean {
  return name === 'Problem' && isDeepStrictEqual(schema, PROBLEM);
}

/** Schemas as the compiler looks up definitions. */
function lookUp(schemas: ReadonlyMap<string, AnySchema>): NamedDefinitions {
  const at = { source: { file: '', text: '' }, span: { start: 0, end: 0 } };
  const entries = [...schemas].map(
    ([name, schema]) => [name, { name, schema: asSchema(schema), typeParameters: [], references: [], at }] as const,
  );
  return new Map(entries);
}
