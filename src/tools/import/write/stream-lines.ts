import type { Content, Schema } from '../../../shared/contract/operation.ts';
import { isGenericUse } from '../../../shared/schema/draft.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { eventNames, eventsOf } from '../../../shared/schema/named-types.ts';
import { describedAs } from './comment-lines.ts';
import type { Scope } from './input-lines.ts';
import { firstSound } from './read-back.ts';
import { isShortType } from './short-types.ts';
import { typeText } from './type-text.ts';

/**
 * The lines of a response that is a stream; undefined if no line can express it.
 *
 * @param wanted The name of a definition that an item needs.
 */
export function streamLines(
  status: string,
  { schema, mediaType, stream }: Content,
  description: string,
  wanted: string,
  scope: Scope,
): readonly string[] | undefined {
  const typeOf = (item: AnySchema): string => {
    const type = typeText(item);
    const isShort = type !== undefined && isShortType({ type, facets: {} });
    return isShort ? type : scope.define(item as Schema, wanted);
  };
  const item = stream === 'events' ? eventsText(schema, typeOf) : typeOf(schema);
  const write = (text: string): string[] => {
    const [start, ...rest] = describedAs(text) as [string, ...string[]];
    return [`@returns {Stream<${item}>} ${status} ${mediaType}${start}`, ...rest];
  };
  return firstSound([write(description), write('')], ({ responses: [response, ...others] }) => {
    const read = response?.value;
    return others.length === 0 && read?.status === status && read.schema !== undefined && isGenericUse(read.schema);
  });
}

function eventsText(schema: Schema, typeOf: (item: AnySchema) => string): string {
  const events = eventsOf(schema, () => undefined).flatMap((event) => event ?? []);
  const texts = events.map((event) => {
    const names = eventNames(event).map((name) => `'${String(name)}'`);
    return `ServerSentEvent<${names.join('|') || 'string'}, ${typeOf(event.data)}>`;
  });
  return texts.join('|');
}
