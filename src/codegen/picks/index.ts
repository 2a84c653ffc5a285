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
 * Writes the picks of responses by status and media type. Only JSON can hold undeclared properties.
 *
 * @returns undefined if no response needs one.
 */
export function responsePicks(responses: readonly Response[], schemas: Schemas): PicksText | undefined {
  const writer = new PickWriter(schemas, 'pick');
  const rows = responses.map(({ status, content }) => {
    const types = content.filter(({ mediaType }) => isPickedType(mediaType));
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

/** Declares the picks of referenced schemas, and those that they call. */
export function declarePicks(uses: Uses, resolve: Resolve): string[] {
  const schemas = new Schemas(resolve);
  const texts = new Map<string, readonly string[]>();
  // The set grows during the loop.
  for (const reference of uses.picks) {
    const writer = new PickWriter(schemas, `${pickName(reference)}$`);
    writer.declare(reference);
    texts.set(reference, writer.declarations);
    addUses(uses, writer.uses);
  }
  return [...texts.keys()].sort().flatMap((reference) => texts.get(reference)!);
}
