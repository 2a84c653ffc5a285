import type { Operation } from '../../../shared/contract/operation.ts';
import type { Comment } from '../comment/comment.ts';
import type { Definitions } from '../definitions/collect.ts';
import { checkReferences } from '../definitions/consistency.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Location } from '../diagnostics/source.ts';
import type { Declarations } from '../language/declared.ts';
import { checkDescribed, contractFields } from '../language/described.ts';
import { describedTexts, expandSchemas } from '../operations/resolve.ts';
import { toContract } from '../operations/responses.ts';
import type { ParsedEvent } from './parse-event.ts';

/** An event that the API sends: its contract, and the source location of its name. */
export interface CompiledEvent {
  /** The event as an operation, whose response is the payload: see {@link Operation.event}. */
  readonly contract: Operation;
  readonly declarations: Declarations;
  readonly comment: Comment;
  /** The part of the file's path that is the name. */
  readonly at: Location;
}

const JSON_TYPE = 'application/json';

/** The payload of an event whose type is invalid. */
const UNKNOWN: Operation['responses'] = [
  { status: '200', description: '', content: [{ mediaType: JSON_TYPE, schema: {} }] },
];

/** Builds an event from its file and the definitions that it names. */
export function resolveEvent(
  { path, name, at, declarations, comment }: ParsedEvent,
  definitions: Definitions,
  report: Report,
): CompiledEvent {
  checkReferences(declarations.references, definitions, report);
  const { described, extensions } = declarations;
  checkDescribed(described, described, { method: 'POST', hasStream: false }, report);
  const named = { method: 'POST', path: `/${name}` } as const;
  const responses = toContract(declarations, [{ value: JSON_TYPE, at }], definitions);
  const contract: Operation = {
    id: path,
    event: name,
    ...named,
    ...describedTexts(declarations),
    ...contractFields(described, { ...named, hasStream: false }),
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions.map(({ value }) => value)) }),
    parameters: [],
    responses: responses.length === 0 ? UNKNOWN : responses,
    // An event isn't requested, so there is no caller to authenticate.
    security: [],
  };
  return { contract: expandSchemas(contract, at, definitions.schemas, report), declarations, comment, at };
}
