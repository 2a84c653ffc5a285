import { PickSchemas } from '../../../build/codegen/picks/index.ts';
import { createSharedCache, inputText, shareInputs } from '../../../build/codegen/validators/index.ts';
import type { OperationInput } from '../../../shared/contract/enforcement.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import * as validation from '../../../shared/validation/index.ts';
import type { Contract } from '../../openapi/compare/contract.ts';

/** The requests of a contract. */
type Requests = Pick<Contract, 'operations' | 'schemas'>;

type Check = (value: unknown) => boolean;

/**
 * Makes a function that returns whether a schema of a contract's requests allows a value, by the validators that a build writes for the contract.
 *
 * All are compiled at the first call, as in a build: compiling each by itself would compile the definitions that they share again and again.
 */
export function createCompiledChecks(contract: Requests): (schema: Schema, value: unknown) => boolean {
  let checks: ReadonlyMap<Schema, Check> | undefined;
  return (schema, value) => {
    checks ??= compileAll(contract);
    return checks.get(schema)!(value);
  };
}

function compileAll({ operations, schemas }: Requests): Map<Schema, Check> {
  const roots = new Set(
    operations.flatMap(({ parameters, body }) => [...parameters, ...(body?.content ?? [])]).map(({ schema }) => schema),
  );
  const resolved = new PickSchemas(resolverOf(schemas));
  const texts = [...roots].map((schema) => inputText(operationWith(schema), resolved));
  const { helpers, declarations, inputs } = shareInputs(texts, [], schemas, createSharedCache());
  const statements = declarations.map(({ text }) => text);
  const code = [
    '"use strict";',
    `const { ${helpers.join(', ')} } = validation;`,
    ...statements,
    `return [${inputs.map((input) => input!.text).join(',\n')}];`,
  ].join('\n');
  // The text of a module of the build, with its import as a parameter.
  const evaluate = new Function('validation', code) as (helper: typeof validation) => OperationInput[];
  const compiled = evaluate(validation);
  return new Map([...roots].map((schema, i) => [schema, compiled[i]!.body!.content[0]!.check]));
}

function operationWith(schema: Schema): Operation {
  const body = { required: true, content: [{ mediaType: 'application/json', schema }] };
  return { id: '', method: 'POST', path: '/', parameters: [], responses: [], body };
}
