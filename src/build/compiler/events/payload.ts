import type { DirectiveName } from '../../../directives/vocabulary.ts';
import { DIRECTIVES, isKnownDirective, isPassedOver } from '../../../directives/vocabulary.ts';
import type { Comment, Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage, passageText, trimPassage } from '../comment/comment.ts';
import { readResponsePhrase } from '../comment/line.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { Declarations, Draft } from '../language/declared.ts';
import { readDirectives } from '../language/directives.ts';
import { guardsByItself } from '../language/security-words.ts';
import { parseType } from '../language/type.ts';
import { isBinary } from '../operations/body-groups.ts';

/** The name of the directive that makes a comment the contract of an event. */
export const PAYLOAD = 'payload';

/** The directives of contracts that the comment of an event can have too. */
const SHARED: readonly DirectiveName[] = ['summary', 'example', 'tags', 'deprecated', 'sunset', 'see', 'internal'];

/** The directives of an event's comment; extensions (`@x-...`) are not listed. */
export const EVENT_DIRECTIVES: readonly string[] = [PAYLOAD, ...SHARED];

/** Whether a comment is the contract of an event. */
export function hasPayload({ directives }: Comment): boolean {
  return directives.some(({ name }) => name === PAYLOAD);
}

/** Reads the contract of an event. Its payload is the one response. */
export function readEventComment(comment: Comment, report: Report): Declarations {
  const directives = comment.directives.filter((directive) => isOfEvent(directive, report));
  const [first, ...others] = directives.filter(({ name }) => name === PAYLOAD);
  for (const { at } of others) report(messages.repeatedDirective(at, PAYLOAD, first!.at));
  const read = directives.filter((directive) => !others.includes(directive));
  return readDirectives(read, passageText(comment.description), report, [], { [PAYLOAD]: readPayload });
}

function isOfEvent({ name, at }: Directive, report: Report): boolean {
  if (EVENT_DIRECTIVES.includes(name) || /^x-./.test(name)) return true;
  if (guardsByItself(name, at.source)) report(messages.eventGuard(at, name));
  else if (isKnownDirective(name, at.source)) report(messages.eventDirective(at, name, EVENT_DIRECTIVES));
  else if (!isPassedOver(name)) report(messages.unknownDirective(at, name, [...EVENT_DIRECTIVES, ...OTHERS]));
  return false;
}

/** Names that are far from all of an event, so that "Did you mean" is about one of them. */
const OTHERS = DIRECTIVES.filter((name) => !['param', ...EVENT_DIRECTIVES].includes(name));

/** The name of a type at the start of a text. */
function typeNameIn(passage: Passage): Location | undefined {
  const [name] = /^[A-Z][\w$]*(?:\[\])*(?=\s|$)/.exec(passage.text) ?? [];
  return name === undefined ? undefined : locate(passage, 0, name.length);
}

/** `@payload {Type} description` */
function readPayload({ at, content }: Directive, into: Draft, report: Report): void {
  const { type: written, unclosed } = readResponsePhrase(content);
  if (unclosed !== undefined) return report(messages.unclosedBracket(locate(unclosed), unclosed.text));
  if (written === undefined) return report(messages.untypedPayload(at, typeNameIn(trimPassage(content))));
  const { schema, isVoid, references } = parseType(written, report);
  into.references.push(...references);
  if (schema === undefined) return;
  if (isVoid || isBinary(schema))
    return report(messages.unsupportedType(locate(written), written.text, 'the payload of an event is JSON'));
  const from = written.start + written.text.length - content.start;
  const rest = trimPassage(slicePassage(content, content.text.indexOf('}', from) + 1));
  const description = passageText(slicePassage(rest, /^[-:](?:\s+|$)/.exec(rest.text)?.[0].length ?? 0));
  into.latest = 'response';
  into.responses.push({
    value: { status: '200', description, schema, mediaTypes: [], headers: [] },
    at: locate(written),
  });
}
