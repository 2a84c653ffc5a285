import type { Content, Operation, Schema } from '../../contract/operation.ts';
import { isJsonType } from '../../contract/operation.ts';
import { commentText } from './comment-text.ts';

/** Words that no function can have as its name. */
const WORDS = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if ' +
    'implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof ' +
    'undefined var void while with yield async of get set'
  ).split(' '),
);

/** The name of an operation's function: its operationId if a function can have that name. `_` gives no operationId. */
export function functionNameOf({ operationId = '' }: Operation): string {
  const name = operationId
    .replaceAll(/[^A-Za-z0-9_$]+(\w?)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[^A-Za-z]+/, '');
  if (name === '') return '_';
  return WORDS.has(name) || name === 'ctx' ? `${name}Operation` : name;
}

/** A new file of an operation: its comment, and a handler that answers the example of the contract, or 501. */
export function newFileText(operation: Operation, lines: readonly string[], allows: (schema: Schema, value: unknown) => boolean): string {
  const name = functionNameOf(operation);
  const answer = answerOf(operation, allows);
  const comment = lines.length === 0 ? commentText([`${operation.method} ${operation.path}`]) : commentText(lines);
  if (answer === undefined) {
    return `import type { OperationContext } from 'unplugin-operations/koa';\n\n${comment}\nexport default function ${name}(ctx: OperationContext) {\n  ctx.throw(501);\n}\n`;
  }
  const body = JSON.stringify(answer.value, null, 2).replaceAll('\n', '\n  ').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `${comment}\nexport default function ${name}() {\n  return ${body};\n}\n`;
}

/** The example of the response that a handler's value is sent with: the first 2xx status with a body. */
function answerOf(
  { responses }: Operation,
  allows: (schema: Schema, value: unknown) => boolean,
): { readonly value: unknown } | undefined {
  const response = responses.find(({ status, content }) => /^2\d\d$/.test(status) && content.length > 0);
  const [content] = response?.content ?? [];
  if (content === undefined) return undefined;
  const examples = examplesOf(content);
  const found = examples.findIndex((value) => allows(content.schema, value));
  return found === -1 ? undefined : { value: examples[found] };
}

/** An example of another media type than JSON is a text. */
function examplesOf({ mediaType, schema, example }: Content): readonly unknown[] {
  const listed = Array.isArray(schema['examples']) ? (schema['examples'] as unknown[]) : [];
  const all = example === undefined ? listed : [example, ...listed];
  return isJsonType(mediaType) ? all : all.filter((value) => typeof value === 'string');
}
