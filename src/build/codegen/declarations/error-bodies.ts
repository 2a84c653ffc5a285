import type { Operation, Response, Schema } from '../../../shared/contract/operation.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import type { ProblemContext } from '../../openapi/server/sent-responses.ts';
import { sentResponses } from '../../openapi/server/sent-responses.ts';
import { DATA } from './mode.ts';
import type { Mode } from './mode.ts';
import type { Member, TypeText } from './print.ts';
import { atom, objectOf, union } from './print.ts';

/** Writes the types of schemas. */
interface SchemaWriter {
  type(schema: Schema, mode: Mode): TypeText;
}

/**
 * The bodies of an operation's errors by status, as a client receives them: `{ body }`, or `{ problem }` for `application/problem+json`.
 *
 * Includes the bodies that the operation declares and those of the runtime's own responses.
 */
export function errorsType(operation: Operation, context: ProblemContext, writer: SchemaWriter): TypeText {
  const { declared, added } = sentResponses(operation, context);
  const mediaType = context.format?.mediaType ?? PROBLEM_TYPE;
  const problem = [{ mediaType, schema: referenceTo('Problem') }];
  const responses: Pick<Response, 'status' | 'content'>[] = [
    ...declared.filter(({ status }) => !/^[12]/.test(status)),
    ...added.map(([status]) => ({ status, content: problem })),
  ];
  const members = responses.map(({ status, content }): Member => {
    // A response to HEAD has no body: RFC 9110, 9.3.2.
    const bodies = operation.method === 'HEAD' ? [] : content;
    return { name: status, isOptional: false, type: bodyType(bodies, writer), doc: [] };
  });
  return objectOf(members.sort((a, b) => (a.name < b.name ? -1 : 1)));
}

function bodyType(content: Response['content'], writer: SchemaWriter): TypeText {
  if (content.length === 0) return field('body', atom("''"));
  return union(
    content.map(({ mediaType, schema }) => {
      if (!isJsonType(mediaType)) return field('body', atom('string'));
      return field(mediaType.toLowerCase() === PROBLEM_TYPE ? 'problem' : 'body', writer.type(schema, DATA));
    }),
  );
}

function field(name: string, { text }: TypeText): TypeText {
  return atom(`{ ${name}: ${text} }`);
}
