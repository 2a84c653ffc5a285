import { MULTIPART, URLENCODED } from '../../../shared/contract/form-types.ts';
import type { Body, Content, Schema } from '../../../shared/contract/operation.ts';
import { referredName } from '../../../shared/schema/references.ts';
import { DATA, FORM, INPUT, SENT, SENT_FORM } from './mode.ts';
import type { Member, TypeText } from './print.ts';
import { literalText } from '../literal.ts';
import { NEVER, atom, intersection, member, objectOf, optional, union } from './print.ts';
import type { Writer } from './type-writer.ts';

/** An object with a body: of the media types that share a type, together. */
export function withBody(members: readonly Member[], bodies: readonly (readonly Member[])[]): TypeText {
  const [only, ...others] = bodies;
  if (others.length === 0) return objectOf([...members, ...(only ?? [])]);
  return intersection([
    ...(members.length === 0 ? [] : [objectOf(members)]),
    union(bodies.map((one) => objectOf(one))),
  ]);
}

/**
 * The bodies that a handler receives, with their media types if there can be several; a body that is declared property by property is present even
 * if none was sent.
 */
export function receivedBodies({ content, required, declaredOnly }: Body, writer: Writer): Member[][] {
  const typed = content.map((one) => [one, receivedContent(one, writer)] as const);
  const absent = required ? [] : [declaredOnly === true ? typed[0]![1] : atom('undefined')];
  if (content.length === 1 && !isRange(content[0]!)) return [[member('body', union([typed[0]![1], ...absent]))]];
  return [
    ...byType(typed).map(({ type, mediaTypes }) => [member('type', union(mediaTypes)), member('body', type)]),
    ...absent.map((type) => [member('type', atom('undefined')), member('body', type)]),
  ];
}

function receivedContent({ mediaType, schema }: Content, writer: Writer): TypeText {
  if (mediaType === MULTIPART) return writer.type(schema, FORM);
  return isFile(schema, writer) ? atom('Bytes') : writer.type(schema, INPUT);
}

/** The bodies that a client sends: of the first media type, or of the one that it names. It can send a form as its own object. */
export function sentBodies({ content, required, description }: Body, writer: Writer): Member[][] {
  const doc = description === undefined ? [] : [description];
  const bodyMember = (type: TypeText): Member =>
    required ? member('body', type, false, doc) : optional('body', type, doc);
  const typed = content.map((one) => [one, sentContent(one, writer)] as const);
  if (content.length < 2) return [[bodyMember(union([typed[0]?.[1] ?? NEVER, ...ownForms(content)]))]];
  return byType(typed).map(({ type, mediaTypes, contents }, i) => [
    i === 0 ? optional('type', union(mediaTypes)) : member('type', union(mediaTypes)),
    // Such an object has its own media type.
    bodyMember(union([type, ...ownForms(i === 0 ? content : contents)])),
  ]);
}

function ownForms(content: readonly Content[]): TypeText[] {
  const has = (mediaType: string): boolean => content.some((one) => one.mediaType === mediaType);
  return [...(has(MULTIPART) ? [atom('FormData')] : []), ...(has(URLENCODED) ? [atom('URLSearchParams')] : [])];
}

function sentContent({ mediaType, schema }: Content, writer: Writer): TypeText {
  if (mediaType === MULTIPART) return writer.type(schema, SENT_FORM);
  if (isFile(schema, writer)) return atom('SentBytes');
  return writer.type(schema, SENT);
}

/** Media types with the same type. */
function byType(
  contents: readonly (readonly [Content, TypeText])[],
): readonly { readonly type: TypeText; readonly mediaTypes: readonly TypeText[]; readonly contents: Content[] }[] {
  const groups = new Map<string, { readonly type: TypeText; readonly contents: Content[] }>();
  for (const [content, type] of contents) {
    const group = groups.get(type.text) ?? { type, contents: [] };
    groups.set(type.text, group);
    group.contents.push(content);
  }
  return [...groups.values()].map((group) => ({ ...group, mediaTypes: group.contents.map(mediaTypeText) }));
}

function isRange({ mediaType }: Content): boolean {
  return mediaType.endsWith('*');
}

/** A media type as a type: `image/*` is any text that begins so. */
function mediaTypeText(content: Content): TypeText {
  const { mediaType } = content;
  if (mediaType === '*/*') return atom('string');
  return atom(isRange(content) ? `\`${mediaType.slice(0, -1)}\${string}\`` : literalText(mediaType));
}

/** Whether a body is raw bytes. */
function isFile(schema: Schema, writer: Writer): boolean {
  const name = referredName(schema);
  const target = name === undefined ? schema : writer.scope(DATA).resolve(name);
  return typeof target === 'object' && target['format'] === 'binary';
}
