import { isFormType } from '../../../shared/contract/form-types.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { isSecurityKey } from '../../../build/compiler/definitions/document.ts';
import { STATUSES_WITH_PROBLEM } from '../../../build/openapi/server/sent-responses.ts';
import { isAnyType, isKeywords, typesOf } from '../../../shared/schema/json-types.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import type { Fields } from '../../openapi/read/document-fields.ts';
import { entries } from '../../openapi/read/document-fields.ts';
import type { At } from '../../openapi/read/origins.ts';
import { sentType } from '../tree-contract.ts';
import { plainMediaType } from '../../openapi/read/read-content.ts';
import { hasNoBody } from '../../../shared/contract/statuses.ts';
import { phraseOf } from '../../../build/openapi/write/response.ts';
import { comparableText } from '../texts.ts';
import { stableText } from '../../../shared/validation/values.ts';
import type { Fact, Named } from './schema-facts.ts';
import { schemaFacts } from './schema-facts.ts';

/** Makes a fact about one place. */
export type Say = (kind: string, value: unknown, at: At) => Fact;

/** Makes facts about a place. */
export const sayAt =
  (where: string): Say =>
  (kind, value, at) => ({ kind, where, value: String(value), at });

/** The reason for fields near `security` in places that have none. */
export const LOST_SECURITY =
  'it protects nothing: "security" is a field of the document and of operations, and "securitySchemes" of "components"';

/** The facts of fields without a special meaning here. */
export function otherFacts(owner: string, others: Fields, of: object, say: Say): Fact[] {
  return entries(others).map(([field, value]) => ({
    ...say(`${owner}: ${field}`, stableText(value), { of, key: field }),
    ...(isSecurityKey(field) && { reason: LOST_SECURITY }),
  }));
}

/** The facts of a parameter. */
export function parameterFacts(parameter: Fields, path: string, operation: string, named: Named): Fact[] {
  const {
    name,
    in: place,
    required = false,
    deprecated = false,
    schema,
    description,
    example,
    examples,
    style,
    explode,
    ...others
  } = parameter;
  const index = [...path.matchAll(/\{([^}]*)\}/g)].findIndex((match) => match[1] === name);
  const where = `${operation} · ${String(place)} ${place === 'path' ? index : place === 'header' ? String(name).toLowerCase() : String(name)}`;
  const say = sayAt(where);
  const at = (key: string): At => ({ of: parameter, key });
  return [
    say('parameter: place', place, at('in')),
    ...(place === 'path' ? [say('parameter: name in the path', name, at('name'))] : []),
    say('parameter: required', required, at('required')),
    ...(deprecated === true ? [say('parameter: deprecated', true, at('deprecated'))] : []),
    ...textFacts('parameter', description, at('description'), say),
    ...styleFacts(String(place), style, explode, schema, at('style'), say, named),
    ...exampleFacts('parameter', example, examples, parameter, say),
    ...otherFacts('parameter', others, parameter, say),
    ...(schema === undefined ? [] : schemaFacts(schema as AnySchema, 'parameter', where, at('schema'), named)),
  ];
}

function textFacts(owner: string, text: unknown, at: At, say: Say): Fact[] {
  const plain = typeof text === 'string' ? comparableText(text) : '';
  return plain === '' ? [] : [say(`${owner}: description`, plain, at)];
}

/** The style of a list or an object, with its defaults. Only `label` and `matrix` change a single value: OpenAPI 3.1, Style Values. */
function styleFacts(
  place: string,
  style: unknown,
  explode: unknown,
  schema: unknown,
  at: At,
  say: Say,
  named: Named,
): Fact[] {
  if (!hasParts(schema, named) && style !== 'label' && style !== 'matrix') return [];
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const actual = style ?? usual;
  const value = `${String(actual)}, ${(explode ?? actual === 'form') === true || actual === 'deepObject' ? 'exploded' : 'joined'}`;
  return [say('parameter: style', value, at)];
}

/** Whether a schema is a list or an object, or can be one. */
function hasParts(schema: unknown, named: Named): boolean {
  const types = typesIn(schema, named);
  return !isAnyType(types) && (types.has('array') || types.has('object'));
}

function typesIn(schema: unknown, { schemas }: Named): ReturnType<typeof typesOf> {
  return typesOf((schema ?? true) as AnySchema, resolverOf(schemas));
}

/** Examples by name and alone count as the same. */
function exampleFacts(owner: string, example: unknown, examples: unknown, of: object, say: Say): Fact[] {
  const named = entries(examples);
  return [
    ...(example === undefined ? [] : [say(`${owner}: example`, stableText(example), { of, key: 'example' })]),
    ...named.map(([name, item]) => {
      const value = isKeywords(item) && 'value' in item ? item['value'] : item;
      return say(`${owner}: example`, stableText(value), { of: examples as object, key: name });
    }),
  ];
}

/** The facts of a request's body. */
export function bodyFacts(body: Fields, operation: string, named: Named): Fact[] {
  const { required = false, content, description, ...others } = body;
  const where = `${operation} · body`;
  const say = sayAt(where);
  return [
    say('body: required', required, { of: body, key: 'required' }),
    ...textFacts('body', description, { of: body, key: 'description' }, say),
    ...otherFacts('body', others, body, say),
    ...contentFacts(content, 'body', where, named),
  ];
}

/** The facts of a response. */
export function responseFacts(status: string, response: Fields, operation: string, named: Named): Fact[] {
  const { content = {}, headers = {}, description, ...others } = response;
  const name = status.replaceAll('x', 'X');
  const where = `${operation} · ${name}`;
  const say = sayAt(where);
  const isPhrase = typeof description === 'string' && comparableText(description) === phraseOf(name);
  return [
    say('response: status', name, { of: response }),
    ...(isPhrase ? [] : textFacts('response', description, { of: response, key: 'description' }, say)),
    ...otherFacts('response', others, response, say),
    ...contentFacts(content, 'response', where, named, name),
    ...entries(headers).flatMap(([key, header]) => headerFacts(key, header as Fields, where, named)),
  ];
}

function headerFacts(name: string, header: Fields, response: string, named: Named): Fact[] {
  const { required = false, schema, description, style = 'simple', explode = false, ...plain } = header;
  // A single value is written alike in every style: OpenAPI 3.1, Header Object.
  const others = {
    ...plain,
    ...(style !== 'simple' && { style }),
    ...(explode !== false && hasParts(schema, named) && { explode }),
  };
  const where = `${response} · header ${name.toLowerCase()}`;
  const say = sayAt(where);
  return [
    say('header: required', required, { of: header, key: 'required' }),
    ...textFacts('header', description, { of: header, key: 'description' }, say),
    ...otherFacts('header', others, header, say),
    ...(schema === undefined
      ? []
      : schemaFacts(schema as AnySchema, 'header', where, { of: header, key: 'schema' }, named)),
  ];
}

const NO_BODY = { reason: 'a response with this status has no body' };
const NO_FORM = { reason: 'the body of a form is an object: the server reads its fields by their names' };
const OWN_PROBLEM = { reason: 'the server can send its own problem there too' };

/** The server reads the names with brackets of every object in a form, so `deepObject` adds nothing. */
function withoutBrackets({ encoding, ...others }: Fields): Fields {
  if (!isKeywords(encoding)) return encoding === undefined ? others : { ...others, encoding };
  const left = entries(encoding).filter(
    ([, field]) => stableText(field) !== stableText({ style: 'deepObject', explode: true }),
  );
  return left.length === 0 ? others : { ...others, encoding: Object.fromEntries(left) };
}

function contentFacts(content: unknown, owner: string, where: string, named: Named, status?: string): Fact[] {
  return entries(content).flatMap(([type, media]) => {
    const { schema = {}, example, examples, ...plain } = media as Fields;
    const others = owner === 'body' ? withoutBrackets(plain) : plain;
    const mediaType = plainMediaType(type);
    const types = Object.keys(content as object).map(plainMediaType);
    const sent = owner === 'response' ? sentType(mediaType, schema as AnySchema, types) : mediaType;
    const place = `${where} · ${sent}`;
    const say = sayAt(place);
    const of = media as object;
    const noMediaType = {
      ...(hasNoBody(Number(status)) && NO_BODY),
      ...(owner === 'body' && isFormType(mediaType) && !typesIn(schema, named).has('object') && NO_FORM),
    };
    const isProblem = mediaType === PROBLEM_TYPE && status !== undefined && STATUSES_WITH_PROBLEM.has(status);
    return [
      { kind: `${owner}: media type`, where, value: mediaType, at: { of }, ...noMediaType },
      ...(type.includes(';') ? [{ kind: `${owner}: parameters of a media type`, where, value: type, at: { of } }] : []),
      ...exampleFacts(owner, example, examples, of, say),
      ...otherFacts(owner, others, of, say),
      ...schemaFacts(schema as AnySchema, owner, place, { of, key: 'schema' }, named).map((fact) =>
        isProblem && fact.kind === 'response: type' ? { ...fact, ...OWN_PROBLEM } : fact,
      ),
    ];
  });
}
