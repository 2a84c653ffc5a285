import type { Place } from '../../../shared/contract/enforcement.ts';
import type { Operation, Parameter, Response } from '../../../shared/contract/operation.ts';
import { hasClients, isJsonType } from '../../../shared/contract/operation.ts';
import { pagingNames } from '../../../shared/contract/cursor.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { referredName } from '../../../shared/schema/references.ts';
import type { ProblemContext } from '../../openapi/server/sent-responses.ts';
import { chosenParameters } from '../../openapi/server/sent-parameters.ts';
import { errorsType } from './error-bodies.ts';
import { receivedBodies, sentBodies, withBody } from './bodies.ts';
import { DATA, INPUT, RETURNED, SENT } from './mode.ts';
import type { Member, TypeText } from './print.ts';
import { UNKNOWN, atom, intersection, member, objectOf, optional, readonlyList, union } from './print.ts';
import { docOf, hasDefault } from './schema-type.ts';
import { cursorType, itemOf, listType, queryTypes, rowsType } from './list-types.ts';
import { streamResult, streamType } from './stream-types.ts';
import type { Writer } from './type-writer.ts';
import { PLACES } from '../../../shared/contract/enforcement.ts';
import { successesOf } from '../../../shared/contract/statuses.ts';

/** The types of an operation for its handler and its callers, as the members of an entry of `Operations`. */
export function operationMembers(operation: Operation, context: ProblemContext, writer: Writer): Member[] {
  const schemes = (operation.security ?? context.security).map((requirement) => Object.keys(requirement));
  const successes = successesOf(operation.responses);
  const item = itemOf(operation, writer);
  const { paging } = operation;
  const rows = paging && [rowsType(paging, itemOf(operation, writer, RETURNED) ?? UNKNOWN)];
  const isArray = paging !== undefined && paging.envelope === undefined;
  const returned = [
    ...(isArray ? [] : [eitherOf(successes, (response) => resultType(response, writer))]),
    ...otherResponses(operation).map((response) => resultType(response, writer)),
  ];
  return [
    member('input', inputType(operation, writer)),
    member('auth', authType(schemes)),
    member('result', union([...(rows ?? []), ...returned])),
    ...(item === undefined ? [] : [member('item', item)]),
    ...streamMembers(operation, writer),
    ...(item === undefined || paging?.cursor === undefined || paging.cursor.chosen
      ? []
      : [member('cursor', cursorType(paging.cursor, item))]),
    ...(item === undefined || paging?.choices === undefined ? [] : [member('list', listType(operation, writer))]),
    ...(operation.conditional ? [member('current', currentType(operation))] : []),
    ...(operation.idempotent === undefined ? [] : [member('idempotent', atom(JSON.stringify(operation.idempotent)))]),
    ...limitMembers(operation),
    ...fieldMembers(operation),
    ...(hasClients(operation) ? exchangeMembers(operation, context, writer) : []),
    ...olderMembers(operation, context, writer),
  ];
}

/** The part that the client of an older version has. */
function olderMembers(operation: Operation, context: ProblemContext, writer: Writer): Member[] {
  const { version, olderRoute } = operation;
  if (olderRoute === undefined) return [];
  const own = [member('version', atom(JSON.stringify(version))), member('route', atom(JSON.stringify(olderRoute)))];
  return [member('older', objectOf([...own, ...callerMembers(operation, context, writer)]))];
}

/** The names of the limits. */
function limitMembers({ rateLimits = [] }: Operation): Member[] {
  return rateLimits.length === 0
    ? []
    : [member('limits', union(rateLimits.map(({ name }) => atom(JSON.stringify(name)))))];
}

/** The fields that custom directives add to `ctx`. */
function fieldMembers({ custom = [] }: Operation): Member[] {
  const fields = custom.flatMap(({ ctx = {} }) => Object.entries(ctx));
  if (fields.length === 0) return [];
  return [member('fields', objectOf(fields.map(([name, type]) => member(name, atom(type)))))];
}

/** The types of an operation for its callers alone. */
export function callerMembers(operation: Operation, context: ProblemContext, writer: Writer): Member[] {
  const item = itemOf(operation, writer);
  return [
    ...(item === undefined ? [] : [member('item', item)]),
    ...streamMembers(operation, writer),
    ...exchangeMembers(operation, context, writer),
  ];
}

function streamMembers({ responses }: Operation, writer: Writer): Member[] {
  const item = streamType(successesOf(responses), (schema) => writer.type(schema, DATA));
  return item === undefined ? [] : [member('stream', item)];
}

function exchangeMembers(operation: Operation, context: ProblemContext, writer: Writer): Member[] {
  return [
    member('request', requestType(operation, writer)),
    member(
      'response',
      eitherOf(successesOf(operation.responses), (response) => responseType(response, writer)),
    ),
    member('errors', errorsType(operation, context, writer)),
  ];
}

function eitherOf(responses: readonly Response[], typeOfOne: (response: Response) => TypeText): TypeText {
  return responses.length === 0 ? UNKNOWN : union(responses.map(typeOfOne));
}

/** `ctx.input`. */
function inputType(operation: Operation, writer: Writer): TypeText {
  const scope = writer.scope(INPUT);
  const groups = PLACES.map((place) => {
    const members = ownParameters(operation, place).map((one) =>
      parameterMember(one, writer.type(one.schema, INPUT), !one.required && !hasDefault(one.schema, scope)),
    );
    return member(place, objectOf(members));
  });
  const { body } = operation;
  return body === undefined
    ? objectOf([...groups, member('body', atom('undefined'))])
    : withBody(groups, receivedBodies(body, writer));
}

/** The parameters of a location, except those of paging. */
function ownParameters({ parameters, paging }: Pick<Operation, 'parameters' | 'paging'>, place: Place): Parameter[] {
  const excluded: readonly string[] = paging === undefined || place !== 'query' ? [] : pagingNames(paging);
  return parameters.filter((one) => one.in === place && !excluded.includes(one.name));
}

function parameterMember(parameter: Parameter, type: TypeText, isOptional: boolean): Member {
  const { name, schema, description, deprecated } = parameter;
  const own = { ...schema, ...(description !== undefined && { description }), ...(deprecated && { deprecated }) };
  return member(name, type, isOptional, docOf(own));
}

/** `ctx.auth`: the schemes that every alternative requires are present. */
function authType(alternatives: readonly (readonly string[])[]): TypeText {
  const schemes = [...new Set(alternatives.flat())];
  return objectOf(
    schemes.map((scheme) => {
      const isOptional = !alternatives.every((alternative) => alternative.includes(scheme));
      return member(scheme, atom(`AuthOf<${JSON.stringify(scheme)}>`), isOptional);
    }),
  );
}

/** `ctx.current`: the response of the GET of the same path. A PUT can create the resource. */
function currentType({ method, path }: Operation): TypeText {
  const get = `Operations[${JSON.stringify(`GET ${path}`)}]`;
  const body = atom(`(${get} extends { response: infer Body } ? Body : unknown)`);
  return method === 'PUT' ? union([body, atom('undefined')]) : body;
}

/** The redirects and errors that a handler returns, with a status that it sets. Problems are thrown. */
function otherResponses({ responses }: Operation): Response[] {
  return responses.flatMap((response) => {
    if (!/^[345]/.test(response.status)) return [];
    const content = response.content.filter(
      ({ mediaType, schema }) => mediaType !== PROBLEM_TYPE && referredName(schema) !== 'Problem',
    );
    return content.length === 0 && response.content.length > 0 ? [] : [{ ...response, content }];
  });
}

/** The type that a handler returns for a response. */
export function resultType({ content }: Response, writer: Writer): TypeText {
  if (content.length === 0) return atom('void');
  return union(
    content.map((one) => {
      if (one.stream !== undefined) return streamResult(one, writer.type(one.schema, RETURNED));
      if (isJsonType(one.mediaType)) return readonlyList(writer.type(one.schema, RETURNED));
      // A handler can let a package such as koa-send set a file as the body.
      return one.schema['format'] === 'binary' ? union([atom('RawBody'), atom('void')]) : atom('RawBody');
    }),
  );
}

/** The type that a client returns for a response. */
function responseType({ content }: Response, writer: Writer): TypeText {
  if (content.length === 0) return atom('undefined');
  return union(
    content.map(({ mediaType, schema, stream }) => {
      if (stream !== undefined) return atom(`AsyncIterable<${writer.type(schema, DATA).text}>`);
      if (isJsonType(mediaType)) return writer.type(schema, DATA);
      return atom(mediaType.startsWith('text/') ? 'string' : 'Blob');
    }),
  );
}

/** The type of a client's request. */
function requestType(operation: Operation, writer: Writer): TypeText {
  const { body, paging } = operation;
  const groups = PLACES.flatMap((place) => {
    const own = ownParameters({ parameters: chosenParameters(operation), ...(paging && { paging }) }, place);
    // Browsers send cookies by themselves.
    const isOptional = place === 'cookie' || own.every((one) => !one.required);
    const isPaged = place === 'query' && paging !== undefined;
    if (own.length === 0 && !isPaged) return [];
    const members = objectOf(
      own.map((one) => {
        const type = writer.type(one.schema, SENT);
        if (one.required && place !== 'cookie') return parameterMember(one, type, false);
        // Undefined values are not sent.
        return parameterMember(one, union([type, atom('undefined')]), true);
      }),
    );
    const parts = [...(own.length > 0 ? [members] : []), ...(isPaged ? queryTypes(paging) : [])];
    return [isOptional ? optional(place, intersection(parts)) : member(place, intersection(parts))];
  });
  return body === undefined ? objectOf(groups) : withBody(groups, sentBodies(body, writer));
}
