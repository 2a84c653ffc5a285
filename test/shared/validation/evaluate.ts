import type { Schema } from '../../../src/shared/contract/operation.ts';
import { createSharedCache, inputText, shareInputs } from '../../../src/build/codegen/validators/index.ts';
import { PickSchemas } from '../../../src/build/codegen/picks/index.ts';
import { resolverOf } from '../../../src/shared/schema/references.ts';
import type { ContentInput, OperationInput } from '../../../src/shared/contract/enforcement.ts';
import * as validation from '../../../src/shared/validation/index.ts';

/**
 * Generates and evaluates validators for bodies, one for each schema.
 *
 * @param schemas The definitions by name.
 */
export function validatorsOf(
  bodies: readonly unknown[],
  schemas: Readonly<Record<string, unknown>> = {},
  body: { declaredOnly?: true; mediaType?: string } = {},
): ContentInput[] {
  const { helpers, ...shared } = sharedBy(bodies, schemas, body);
  // The text is that of a module, with its imports as parameters.
  const evaluate = new Function(
    ...helpers,
    `"use strict"; ${shared.declarations.join('\n')}; return [${shared.inputs.join(',\n')}];`,
  ) as (...given: unknown[]) => OperationInput[];
  const functions: { readonly [name: string]: unknown } = { ...validation };
  return evaluate(...helpers.map((name) => functions[name])).map((input) => input.body!.content[0]!);
}

/** The declarations that validators of a definition refer to, as text. */
export function declarationsOf(name: string, schemas: Readonly<Record<string, unknown>>): string {
  return sharedBy([{ $ref: `#/components/schemas/${name}` }], schemas, {}).declarations.join('\n');
}

function sharedBy(
  bodies: readonly unknown[],
  schemas: Readonly<Record<string, unknown>>,
  body: { declaredOnly?: true; mediaType?: string },
): { helpers: readonly string[]; declarations: readonly string[]; inputs: readonly (string | undefined)[] } {
  const named = new Map(Object.entries(schemas)) as ReadonlyMap<string, Schema>;
  const { mediaType = 'application/json', ...options } = body;
  const inputs = bodies.map((schema, i) => {
    const content = [{ mediaType, schema: schema as Schema }];
    const operation = { id: `${i}`, method: 'POST', path: `/${i}`, parameters: [], responses: [] } as const;
    return inputText(
      { ...operation, body: { required: true, content, ...options } },
      new PickSchemas(resolverOf(named)),
    );
  });
  const shared = shareInputs(inputs, [], named, createSharedCache());
  return {
    helpers: shared.helpers,
    declarations: shared.declarations.map(({ text }) => text),
    inputs: shared.inputs.map((code) => code?.text),
  };
}
