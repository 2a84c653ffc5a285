import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import type { ParameterInput } from '../../../shared/contract/enforcement.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import { isPathOfOther } from '../../../shared/contract/routes.ts';
import { createRecord } from '../../../shared/validation/record.ts';
import type { OperationContext } from '../context.ts';
import type { Runtime } from '../runtime.ts';
import { manifestOf } from '../runtime.ts';
import { Refusal } from '../refused.ts';
import type { TextReader } from './parameter-values.ts';
import { takeText, textReaderOf } from './parameter-values.ts';

/**
 * Composes the change of `ctx.params` to one spelling of each value, by `trim` and `lowercase` and for numbers and lists, such as `1` for `1.0`: guards and limits
 * see the same values as the handler. A request whose changed path is that of another operation gets a 404: the guards of that one have not run.
 *
 * @returns Undefined if no path parameter is changed.
 */
export function composeParams(
  operation: OperationEntry,
  runtime: Runtime,
): ((ctx: OperationContext) => void) | undefined {
  const parameters = (operation.input?.parameters ?? []).filter((each) => each.in === 'path' && hasSpellings(each));
  if (parameters.length === 0) return undefined;
  const readers = parameters.map(textReaderOf);
  return (ctx) => {
    const changed = readers.filter((reader) => changeParam(ctx, reader));
    if (changed.length === 0) return;
    const { params } = ctx;
    if (isPathOfOther(manifestOf(runtime, ctx), operation.method, operation, (name) => params[name]!))
      throw new Refusal(404, 'Not Found');
  };
}

/** Whether several texts can be the same value. Integers have one. */
function hasSpellings({ fill, decoding: { types, items, properties } }: ParameterInput): boolean {
  return fill !== undefined || items !== undefined || properties !== undefined || types.includes('number');
}

/** Changes a parameter as the handler gets it; an invalid one stays, because its request gets a 400. Returns whether it has changed. */
function changeParam(ctx: OperationContext, reader: TextReader): boolean {
  const { name, parameter } = reader;
  const errors: InputError[] = [];
  const values = createRecord();
  takeText(reader, ctx.params[name], values, errors);
  if (errors.length > 0) return false;
  const text = textOf(values[name], parameter.decoding.separator);
  if (text === ctx.params[name]) return false;
  ctx.params = { ...ctx.params, [name]: text };
  return true;
}

/** The text of a value in a path: of a list or an object, its parts. */
function textOf(value: unknown, separator = ','): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return (Array.isArray(value) ? value : Object.entries(value).flat()).join(separator);
}
