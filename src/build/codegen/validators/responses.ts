import type { Response, Schema } from '../../../shared/contract/operation.ts';
import { schemaData } from '../../../shared/schema/data.ts';
import { deferred, literal } from '../literal.ts';
import { objectText } from './input.ts';
import type { Uses } from './scope.ts';
import { componentsFor, thunk } from './scope.ts';

/** Writes the responses of an operation, as a function: only apps that validate responses call it. */
export function responsesText(responses: readonly Response[], uses: Uses): string {
  const texts = responses.map(({ status, content, headers = [] }) => {
    const contents = content.map(({ mediaType, schema }) => checkText({ mediaType: literal(mediaType) }, schema, uses));
    const fields = headers.map(({ name, required, schema }) =>
      checkText({ name: literal(name), required: literal(required) }, schema, uses),
    );
    const lists = { content: `[${contents.join(', ')}]`, headers: `[${fields.join(', ')}]` };
    return objectText({ status: literal(status), ...lists });
  });
  return `() => [${texts.join(', ')}]`;
}

function checkText(fields: { readonly [name: string]: string }, schema: Schema, uses: Uses): string {
  uses.helpers.add('interpret');
  const validator = `interpret(${[thunk(deferred(schemaData(schema))), ...componentsFor(schema, uses)].join(', ')})`;
  return objectText(fields).replace(/ \}$/, () => `, ...${validator} }`);
}
