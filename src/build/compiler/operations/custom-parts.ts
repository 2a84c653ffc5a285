import { declaresParameter } from '../../../shared/contract/operation.ts';
import { customUse } from '../../../directives/custom/custom-row.ts';
import type { CustomRow } from '../../../directives/custom/custom-row.ts';
import type { SentHeader, SentParts } from '../../../directives/custom/define-directive.ts';
import type { CodeOutcome } from '../../../directives/custom/plain-data.ts';
import type { Operation, Parameter, Response } from '../../../shared/contract/operation.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { isSuccessStatus } from '../../../shared/contract/statuses.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { Described } from '../language/described.ts';
import { customRowsIn, declaredValues } from '../language/described.ts';
import { reportSchema } from '../user-schemas/check.ts';

/**
 * Adds the effects of custom directives to the contract of an operation, as if its comment declared them. The comment's own declarations take precedence.
 *
 * @param document The base document, which decides the media type of problems.
 */
export function withCustom(
  contract: Operation,
  described: Described,
  document: BaseDocument,
  report: Report,
): Operation {
  const rows = customRowsIn(described);
  if (rows.length === 0) return contract;
  const problemType = document['x-problem']?.mediaType ?? PROBLEM_TYPE;
  const { method, path, operationId } = contract;
  const named = { method, path, ...(operationId !== undefined && { operationId }) };
  const uses = rows.map((row) => {
    const lines = declaredValues(described, row);
    const values = lines.map(({ value }) => value);
    const at = lines.at(-1)!.at;
    const take = <T>(outcome: CodeOutcome<T>, otherwise: T): T =>
      'value' in outcome ? outcome.value : (report(messages.customFailure(at, row, outcome.fault)), otherwise);
    const sent = take(row.sent(values, named), {});
    return {
      use: customUse(row, values, take(row.show(values), [])),
      sent: hasValidSchemas(sent, row, at, report) ? sent : {},
    };
  });
  const extended = uses.reduce(
    (made, { use, sent }) => addParts(made, sent, use.guards === true, problemType),
    contract,
  );
  return { ...extended, custom: uses.map(({ use }) => use) };
}

function hasValidSchemas(
  { parameters = [], headers = {}, responses = [] }: SentParts,
  row: CustomRow,
  at: Location,
  report: Report,
): boolean {
  const schemas = [...parameters, ...Object.values(headers), ...responses].map(({ schema = {} }) => schema);
  return schemas.every((schema) => {
    let fault: string | undefined;
    reportSchema(
      schema,
      () => at,
      ({ severity, message }) => void (severity === 'error' && (fault ??= message)),
    );
    if (fault !== undefined) report(messages.customFailure(at, row, `returned an invalid schema: ${fault}`));
    return fault === undefined;
  });
}

/** Adds the parts of one directive. */
export function addParts(contract: Operation, sent: SentParts, guards: boolean, problemType: string): Operation {
  const { parameters = [], headers = {}, responses = [], extensions = {} } = sent;
  // A guard always answers 403, which the document has for it anyway.
  const problems = (sent.problems ?? []).filter((problem) => !(guards && problem === FORBIDDEN));
  const added = [
    ...responses.map(({ status, description, mediaType = 'application/json', schema }): Response => {
      return { status: String(status), description, content: schema === undefined ? [] : [{ mediaType, schema }] };
    }),
    ...problems.map((problem): Response => {
      const { status, description } = typeof problem === 'number' ? { status: problem, description: '' } : problem;
      return {
        status: String(status),
        description,
        content: [{ mediaType: problemType, schema: referenceTo('Problem') }],
      };
    }),
  ];
  const all = added.reduce(addResponse, contract.responses);
  const merged = { ...extensions, ...contract.extensions };
  return {
    ...contract,
    parameters: [
      ...contract.parameters,
      ...parameters.filter((each) => !declaresParameter(contract, each)).map(toParameter),
    ],
    responses: Object.entries(headers).reduce(addHeader, all),
    ...(Object.keys(merged).length > 0 && { extensions: merged }),
  };
}

const FORBIDDEN = 403;

function toParameter({
  name,
  in: place,
  required = false,
  schema,
  description,
}: NonNullable<SentParts['parameters']>[number]): Parameter {
  return { name, in: place, required, schema, ...(description !== undefined && { description }) };
}

function addResponse(responses: readonly Response[], added: Response): readonly Response[] {
  return responses.some(({ status }) => status === added.status) ? responses : [...responses, added];
}

function addHeader(responses: readonly Response[], [name, header]: readonly [string, SentHeader]): readonly Response[] {
  const { schema = { type: 'string' }, description, required = false, on = 'success' } = header;
  return responses.map((response) => {
    const { headers = [], status } = response;
    const isDeclared = headers.some((each) => each.name.toLowerCase() === name.toLowerCase());
    if (isDeclared || (on === 'success' && !isSuccessStatus(status))) return response;
    return {
      ...response,
      headers: [...headers, { name, required, schema, ...(description !== undefined && { description }) }],
    };
  });
}
