import type { Place } from '../../contract/operation.ts';
import type { Directive } from '../comment.ts';
import { locate } from '../comment.ts';
import type { Declared, Draft } from '../declarations.ts';
import type { Report } from '../diagnostic.ts';
import * as messages from '../messages/index.ts';
import { readWords } from '../phrase.ts';
import { readTypedName } from './typed.ts';

/** `@param {type} name (facets) - description`. */
export function readParameter({ at, content }: Directive, into: Draft, report: Report): void {
  const typed = readTypedName(content, at, 'param', into, report);
  if (typed === undefined) return;
  // As in file names, one spelling of each letter.
  const [place, name] = splitPlace(typed.name.normalize('NFC'));
  if (name === '') return report(messages.missingName(typed.nameAt, 'param'));
  into.latest = 'parameter';
  into.parameters.push({
    value: {
      name,
      in: place,
      required: typed.required,
      schema: typed.schema,
      description: typed.description,
      deprecated: typed.deprecated,
    },
    at: typed.nameAt,
  });
}

function splitPlace(text: string): [Place | 'body' | undefined, string] {
  const prefix = /^(path|query|header|cookie|body)\.(.*)$/s.exec(text);
  return prefix === null ? [undefined, text] : [prefix[1] as Place | 'body', prefix[2]!];
}

/** `@param-include name` and `@returns-include name`. */
export function readInclude(directive: Directive, into: Declared<string>[], report: Report): void {
  const words = readWords(directive.content);
  if (words.length === 0) report(messages.missingInclude(directive.at, directive.name));
  into.push(...words.map((word) => ({ value: word.text, at: locate(word) })));
}
