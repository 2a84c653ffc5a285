import type { Response } from '../../contract/operation.ts';
import { isJsonType } from '../../contract/operation.ts';
import type { Resolve } from '../../schema/json-types.ts';
import { literal, literalKey } from '../literal.ts';
import type { Uses } from '../validators/scope.ts';
import { addUses } from '../validators/scope.ts';
import { Schemas } from './parts.ts';
import { PickWriter, pickName } from './writer.ts';

export { PickWriter } from './writer.ts';
export { Schemas } from './parts.ts';

/** The picks of an operation's responses, as code. */
export interface PicksText {
  /** An expression of {@link ResponsePicks}. */
  readonly text: string;
  readonly uses: Uses;
}

/**
 * Writes the picks of responses by status and media type. Only JSON and the items of streams can hold undeclared properties.
 *
 * @returns undefined if no response needs one.
 */
export function responsePicks(responses: readonly Response[], schemas: Schemas): PicksText | undefined {
  const writer = new PickWriter(schemas, 'pick');
  const rows = responses.map(({ status, content }) => {
    const types = content.filter(({ mediaType, stream }) => stream !== undefined || isPickedType(mediaType));
    const texts = types.map(({ schema }) => writer.pickOf([schema])?.of);
    // If one of several media types has a pick, the others must not get it.
    const hasPick = texts.some((text) => text !== undefined);
    const picks = types.map(({ mediaType }, i) => `${literal(mediaType)}: ${texts[i] ?? '(v) => v'}`);
    return { status, picks: hasPick ? picks : [] };
  });
  if (rows.every(({ picks }) => picks.length === 0)) return undefined;
  // A status without a pick must not get that of its range.
  const hasRange = rows.some(({ status, picks }) => picks.length > 0 && !/^\d+$/.test(status));
  const fields = rows
    .filter(({ picks }) => hasRange || picks.length > 0)
    .map(({ status, picks }) => `${literalKey(status)}: ${picks.length === 0 ? '{}' : `{ ${picks.join(', ')} }`}`);
  const object = `{ ${fields.join(', ')} }`;
  const { declarations, uses } = writer;
  const text = declarations.length === 0 ? object : `(() => { ${declarations.join(' ')} return ${object}; })()`;
  return { text, uses };
}

function isPickedType(mediaType: string): boolean {
  return isJsonType(mediaType) || mediaType.includes('*');
}

/** The picks of referenced schemas, which depend on all definitions. */
export interface PicksCache {
  readonly definitions: readonly unknown[];
  readonly schemas: Schemas;
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
  return isSame ? cache : { definitions, schemas: new Schemas(resolve), writers: new Map() };
}

/** Declares the picks of referenced schemas, and those that they call. */
export function declarePicks(uses: Uses, { schemas, writers }: PicksCache): string[] {
  // The set grows during the loop.
  for (const reference of uses.picks) {
    const writer = writers.get(reference) ?? new PickWriter(schemas, `${pickName(reference)}$`);
    if (!writers.has(reference)) writer.declare(reference);
    writers.set(reference, writer);
    addUses(uses, writer.uses);
  }
  return [...uses.picks].sort().flatMap((reference) => writers.get(reference)!.declarations);
}
