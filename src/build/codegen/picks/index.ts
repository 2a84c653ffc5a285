import type { Response, Schema } from '../../../shared/contract/operation.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { literal, literalKey } from '../literal.ts';
import type { Uses } from '../validators/scope.ts';
import { addUses } from '../validators/scope.ts';
import { functionName } from '../validators/condition.ts';
import type { Declaration } from '../declaration.ts';
import { constantFunction } from '../declaration.ts';
import { closeSchema } from './closed.ts';
import { KEEP } from './pick-text.ts';
import type { Purpose } from './parts.ts';
import { PickSchemas } from './parts.ts';
import { PickWriter, pickName } from './writer.ts';

export { PickWriter } from './writer.ts';
export { PickSchemas } from './parts.ts';

/** The picks of an operation's responses, as code. */
export interface PicksText {
  /** An expression of {@link ResponsePicks}. */
  readonly text: string;
  readonly uses: Uses;
}

/**
 * Writes the picks of responses by status and media type.
 *
 * Every declared status is listed, because the runtime picks the others by its own rules.
 *
 * @returns undefined if no response is declared.
 */
export function responsePicks(responses: readonly Response[], schemas: PickSchemas): PicksText | undefined {
  const writer = new PickWriter(schemas, 'response', 'pick');
  if (responses.length === 0) return undefined;
  const fields = responses.map((response) => `${literalKey(response.status)}: ${contentText(response, writer)}`);
  return { text: writer.enclose(`{ ${fields.join(', ')} }`), uses: writer.uses };
}

/** Writes the pick of responses with an undeclared status: only the properties that the definition of problems lists. */
export function problemPick(problem: Schema, schemas: PickSchemas): PicksText {
  const writer = new PickWriter(schemas, 'response', 'pick');
  const pick = writer.pickOf([closeSchema(problem, schemas.resolve)]) ?? KEEP;
  return { text: writer.enclose(pick.of), uses: writer.uses };
}

/** Writes the pick of a value that is sent as JSON; undefined if it would keep everything. */
export function valuePick(schema: Schema, schemas: PickSchemas): PicksText | undefined {
  const writer = new PickWriter(schemas, 'response', 'pick');
  const pick = writer.pickOf([schema]);
  return pick && { text: writer.enclose(pick.of), uses: writer.uses };
}

/** Writes the picks of a response by media type, or the only one. */
function contentText({ content }: Response, writer: PickWriter): string {
  const types = content.filter(({ mediaType, stream }) => stream !== undefined || isPickedType(mediaType));
  // Without JSON, the contract has neither an object nor a list.
  const texts =
    types.length === 0 ? [writer.pickOf([false])?.of] : types.map(({ schema }) => writer.pickOf([schema])?.of);
  if (texts.every((text) => text === undefined)) return '{}';
  const [only, ...others] = texts;
  if (others.length === 0) return only!;
  // If one of several media types has a pick, the others must not get it.
  return `{ ${types.map(({ mediaType }, i) => `${literal(mediaType)}: ${texts[i] ?? '(v) => v'}`).join(', ')} }`;
}

function isPickedType(mediaType: string): boolean {
  return isJsonType(mediaType) || mediaType.includes('*');
}

/** The picks of referenced schemas, which depend on all definitions. */
export interface PicksCache {
  readonly definitions: readonly unknown[];
  readonly schemas: PickSchemas;
  /** By the names of the functions. */
  readonly writers: Map<string, PickWriter>;
}

/** Returns a cache if it is for the same definitions, or creates one. */
export function renewPicks(
  cache: PicksCache | undefined,
  definitions: readonly unknown[],
  resolve: Resolve,
): PicksCache {
  const isSame =
    cache?.definitions.length === definitions.length && definitions.every((one, i) => one === cache.definitions[i]);
  return isSame ? cache : { definitions, schemas: new PickSchemas(resolve), writers: new Map() };
}

/** The names of the shared declarations that code refers to. */
export function sharedNames({ conditions, picks, takes, schemas, branches }: Uses): string[] {
  return [
    ...[...conditions].map(functionName),
    ...[...picks].map((reference) => pickName(reference, 'response')),
    ...[...takes].map((reference) => pickName(reference, 'request')),
    ...(schemas.size > 0 ? ['components'] : []),
    ...(branches.size > 0 ? ['branches'] : []),
  ];
}

/** Declares the picks of referenced schemas, and those that they call. */
export function declarePicks(uses: Uses, { schemas, writers }: PicksCache): Declaration[] {
  const declare = (reference: string, purpose: Purpose): void => {
    const name = pickName(reference, purpose);
    const writer = writers.get(name) ?? new PickWriter(schemas, purpose, `${name}$`);
    if (!writers.has(name)) writer.declare(reference);
    writers.set(name, writer);
    addUses(uses, writer.uses);
  };
  // The sets grow during the loops.
  for (const reference of uses.picks) declare(reference, 'response');
  for (const reference of uses.takes) declare(reference, 'request');
  const names = [
    ...[...uses.picks].map((reference) => pickName(reference, 'response')),
    ...[...uses.takes].map((reference) => pickName(reference, 'request')),
  ];
  return names.sort().flatMap((name) => {
    const writer = writers.get(name)!;
    const own = writer.functions.map((one) => one.name);
    const used = [...own, ...sharedNames(writer.uses)];
    return writer.functions.map((one) => constantFunction(one.name, one.text, used));
  });
}
