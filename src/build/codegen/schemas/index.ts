import type { Compilation } from '../../compiler/compile.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { renewFaces } from '../../../shared/schema/faces.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { withUnused } from '../declarations/globals.ts';
import { isIdentifier } from '../identifier.ts';
import { literal } from '../literal.ts';
import { PickSchemas, valuePick } from '../picks/index.ts';
import { createSharedCache, inputText, objectText, shareInputs } from '../validators/index.ts';
import { namedImport } from '../declaration.ts';

/** The modules that the generated text imports. */
export interface SchemaModules {
  /** The validation layer. */
  readonly validation: string;
  /** The module of {@link generateDefinitions}. */
  readonly definitions: string;
}

/** Generates the module `virtual:operations/schemas`: by name, it needs all definitions; `schemas.Name` needs that one alone. */
export function generateSchemas({ validation, definitions }: SchemaModules): string {
  return [
    `import { schemaOf } from ${literal(validation)};`,
    `import * as schemas from ${literal(definitions)};`,
    `export { InvalidData } from ${literal(validation)};`,
    'export { schemas };',
    'export const parse = (name, value) => schemaOf(schemas, name).parse(value);',
    'export const pick = (name, value) => schemaOf(schemas, name).pick(value);',
    '',
  ].join('\n');
}

/**
 * Generates the definitions of {@link generateSchemas}, each with an export, so that bundlers leave out those that nothing uses.
 *
 * @throws {TypeError} If a schema contains a value that cannot be written as code.
 */
export function generateDefinitions(
  { schemas: used, definitions }: Pick<Compilation, 'schemas' | 'definitions'>,
  { validation }: SchemaModules,
): string {
  const all = withUnused(used, definitions);
  const operations = [...all.keys()].map(operationOf);
  const { faced } = renewFaces(undefined, operations, all);
  const analyzed = new PickSchemas(resolverOf(faced.schemas));
  const texts = [...all.keys()].map((name, i) => {
    // Data has one direction: a check covers the declared definition.
    const input = inputText(operations[i]!, analyzed);
    const pick = valuePick(faced.operations[i]!.responses[0]!.content[0]!.schema, analyzed);
    // Definitions share no code, so that each one comes only with the code that it needs.
    const shared = shareInputs([input], pick === undefined ? [] : [pick.uses], faced.schemas, createSharedCache());
    const code = objectText({ input: shared.inputs[0]!.text, ...(pick !== undefined && { pick: pick.text }) });
    const body = [...shared.declarations.map(({ text }) => text), `return ${code};`].map((line) => `  ${line}`);
    const statement = [`const schema${i} = /*#__PURE__*/ dataSchema(${literal(name)}, () => {`, ...body, '});'];
    return {
      helpers: shared.helpers,
      statement,
      exported: `schema${i} as ${isIdentifier(name) ? name : literal(name)}`,
    };
  });
  return [
    ...namedImport(new Set(['dataSchema', ...texts.flatMap(({ helpers }) => helpers)]), validation),
    '',
    ...texts.flatMap(({ statement }) => statement),
    `export { ${texts.map(({ exported }) => exported).join(', ')} };`,
    '',
  ].join('\n');
}

/** An operation whose request and response are a definition. */
function operationOf(name: string): Operation {
  const schema: Schema = { $ref: `#/components/schemas/${name}` };
  const content = [{ mediaType: 'application/json', schema }];
  return {
    id: name,
    method: 'POST',
    path: '/',
    parameters: [],
    body: { required: true, content },
    responses: [{ status: '200', description: '', content }],
  };
}
