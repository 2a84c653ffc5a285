import { checkedFormat } from '../../schema/formats.ts';
import type { Helper, Scope } from './scope.ts';

/** The condition that a value has a format; `true` for formats that are not checked for its type. */
export function formatCondition(format: unknown, type: 'string' | 'number', v: string, scope: Scope): string {
  const checked = checkedFormat(format, type);
  return checked === undefined ? 'true' : `${scope.use(formatHelper(checked))}(${v})`;
}

/** `isDateTime` for `date-time`: the function of the validation layer is named after its format. */
function formatHelper(format: string): Helper {
  const words = format.split('-').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
  return `is${words.join('')}` as Helper;
}
