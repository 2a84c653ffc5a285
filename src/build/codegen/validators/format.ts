import { checkedFormat } from '../../../shared/schema/formats.ts';
import type { Helper, FunctionScope } from './scope.ts';

/** Writes the condition that a value has a format; `true` if the format is not checked for the type. */
export function formatCondition(format: unknown, type: 'string' | 'number', v: string, scope: FunctionScope): string {
  const checked = checkedFormat(format, type);
  return checked === undefined ? 'true' : `${scope.use(formatHelper(checked))}(${v})`;
}

/** The name of a format's function: `isDateTime` for `date-time`. */
function formatHelper(format: string): Helper {
  const words = format.split('-').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
  return `is${words.join('')}` as Helper;
}
