import type { Schema } from '../../src/contract/operation.ts';
import { createSharedCache, inputText, shareInputs } from '../../src/codegen/validators/index.ts';
import { resolverOf } from '../../src/schema/references.ts';
import type { ContentInput, OperationInput } from '../../src/contract/enforcement.ts';
import * as validation from '../../src/validation/index.ts';

/**
 * What a build makes of bodies of some schemas, evaluated: a validator for each.
 *
 * @param schemas The named schemas they may refer to.
 */
export function validatorsOf(
  bodies: readonly unknown[],
  schemas: Readonly<Record<string, unknown>> = {},
  body: { declaredOnly?: true; mediaType?: string } = {},
): ContentInput[] {
  const named = new Map(Object.entries(schemas)) as ReadonlyMap<string, Schema>;
  const { mediaType = 'application/json', ...more } = body;
  const inputs = bodies.map((schema, i) => {
    const content = [{ mediaType, schema: schema as Schema }];
    const operation = { id: `${i}`, method: 'POST', path: `/${i}`, parameters: [], responses: [] } as const;
    return inputText({ ...operation, body: { required: true, content, ...more } }, resolverOf(named));
  });
  const modules = { validationModule: 'validation', multipartModule: 'multipart' };
  const shared = shareInputs(inputs, [], named, modules, createSharedCache());
  const helpers = shared.imports.flatMap((line) => /\{ (.*) \}/.exec(line)![1]!.split(', '));
  // The text is a module's; only its import is said in another way.
  const evaluate = new Function(
    ...helpers,
    `"use strict"; ${shared.declarations.join('\n')}; return [${shared.inputs.join(',\n')}];`,
  ) as (...given: unknown[]) => OperationInput[];
  const known: { readonly [name: string]: unknown } = { ...validation };
  const made = evaluate(...helpers.map((name) => known[name]));
  return made.map((input) => input.body!.content[0]!);
}
