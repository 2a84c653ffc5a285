import type { Operation } from '../../../shared/contract/operation.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { Marks } from '../../../shared/schema/marks.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { DeclaredResponse } from '../language/declared.ts';

/** The locations of an operation's bodies. */
export interface BodyPlaces {
  readonly body: Location | undefined;
  readonly responses: readonly Declared<DeclaredResponse>[];
}

/** Reports bodies that do not travel as a whole: only the properties of an object can be dropped. */
export function checkWholeBodies(
  { body, responses }: Pick<Operation, 'body' | 'responses'>,
  at: BodyPlaces,
  resolve: Resolve,
  report: Report,
): void {
  const [request, response] = [new Marks(resolve, 'request'), new Marks(resolve, 'response')];
  if (at.body !== undefined && body?.content.some(({ schema }) => request.isMarked(schema)) === true)
    report(messages.undroppableRequest(at.body));
  for (const { status, content } of responses) {
    if (!content.some(({ schema }) => response.isMarked(schema))) continue;
    const place = at.responses.find(({ value }) => value.status === status && value.schema !== undefined);
    if (place !== undefined) report(messages.undroppableResponse(place.at, status));
  }
}
