import { Schemas } from '../../../build/codegen/picks/index.ts';
import { createSharedCache, inputText, shareInputs } from '../../../build/codegen/validators/index.ts';
import type { OperationInput } from '../../../shared/contract/enforcement.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import * as validation from '../../../shared/validation/index.ts';

/**
 * Makes a function that tells whether a schema of a contract allows a value, by the validator that a build writes for the schema.
 *
 * @param schemas The definitions by name.
 */
export function createCompiledChecks(
  schemas: ReadonlyMap<string, Schema>,
): (schema: Schema, value: unknown) => boolean {
  const cache = createSharedCache();
  const resolved = new Schemas(resolverOf(schemas));
  const checks = new WeakMap<Schema, (value: unknown) => boolean>();
  const compile = (schema: Schema): ((value: unknown) => boolean) => {
    const body = { required: true, content: [{ mediaType: 'application/json', schema }] };
    const operation: Operation = { id: '', method: 'POST', path: '/', parameters: [], responses: [], body };
    const { imports, declarations, inputs } = shareInputs(
      [inputText(operation, resolved)],
      [],
      schemas,
      'validation',
      cache,
    );
    const helpers = imports.map((line) => line.replace(/^import (\{.*\}) from .*$/, 'const $1 = validation;'));
    const statements = declarations.map(({ text }) => text);
    const code = ['"use strict";', ...helpers, ...statements, `return ${inputs[0]!.text};`].join('\n');
    // The text of a module of the build, with its import as a parameter.
    const evaluate = new Function('validation', code) as (helper: typeof validation) => OperationInput;
    return evaluate(validation).body!.content[0]!.check;
  };
  return (schema, value) => {
    const known = checks.get(schema);
    const check = known ?? compile(schema);
    if (known === undefined) checks.set(schema, check);
    return check(value);
  };
}
