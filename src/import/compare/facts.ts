import { isKeywords } from '../../schema/json-types.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { splitReference } from '../../schema/references.ts';
import { eachSchema } from '../../schema/walk.ts';
import type { DescribedOperation, Description, Fields } from '../load/description.ts';
import { entries } from '../load/description.ts';
import type { At } from '../load/origins.ts';
import { phraseOf, plainMediaType, readTexts } from '../read/contracts.ts';
import { plainText } from '../read/texts.ts';
import { stableText } from '../write/canonical.ts';
import type { Fact, Named } from './schema-facts.ts';
import { schemaFacts } from './schema-facts.ts';

/** The kind of everything about named schemas that no operation needs. */
export const UNUSED = 'schema that no operation uses';

/**
 * Takes a description apart into facts.
 *
 * A path's parameters count by their position in the path, for their names are facts themselves.
 *
 * @param names The named schemas that count as such.
 */
export function factsOf(description: Description, names: ReadonlySet<string>): Fact[] {
  const { operations, schemas, unused } = description;
  const named: Named = { schemas, names };
  const used = usedNames(
    operations.map(({ value }) => value),
    schemas,
  );
  return [
    ...documentFacts(description),
    ...operations.flatMap((operation) => operationFacts(operation, named)),
    ...[...schemas]
      .filter(([name]) => names.has(name))
      .flatMap(([name, schema]) => {
        const at: At = typeof schema === 'object' ? { of: schema } : { of: schemas };
        const facts = schemaFacts(schema, 'component schema', name, at, named);
        return used.has(name) ? facts : facts.map((fact) => ({ ...fact, kind: UNUSED }));
      }),
    ...unused.map(({ kind, name, at }) => ({ kind: 'component that no operation uses', where: kind, value: name, at })),
  ];
}

/** Facts about the document, one for each item of a list. */
function documentFacts({ fields, securitySchemes }: Description): Fact[] {
  const { openapi: _, info, jsonSchemaDialect: __, $self: ___, webhooks, ...others } = fields;
  const all: [string, unknown, object][] = [
    ...entries(info).map(([field, value]): [string, unknown, object] => [field, value, info as object]),
    ...entries(others).map(([field, value]): [string, unknown, object] => [field, value, fields]),
    ...entries(securitySchemes).map(([name, value]): [string, unknown, object] => [
      `security scheme ${name}`,
      value,
      securitySchemes,
    ]),
  ];
  return [
    ...all.flatMap(([field, value, of]) =>
      (Array.isArray(value) ? (value as unknown[]) : [value])
        .filter((item) => !isDefault(field, item))
        .map((item) => ({
          kind: 'document',
          where: field,
          value: stableText(item),
          at: { of, key: field.replace('security scheme ', '') },
        })),
    ),
    ...entries(webhooks).map(([name]) => ({
      kind: 'webhook',
      where: name,
      value: name,
      at: { of: webhooks as object, key: name },
    })),
  ];
}

/** The document has this server if there is no other. */
function isDefault(field: string, item: unknown): boolean {
  return field === 'servers' && isKeywords(item) && item['url'] === '/' && Object.keys(item).length === 1;
}

type Say = (kind: string, value: unknown, at: At) => Fact;

const sayAt =
  (where: string): Say =>
  (kind, value, at) => ({ kind, where, value: String(value), at });

/** The facts of fields without a meaning of their own here. */
function otherFacts(owner: string, others: Fields, of: object, say: Say): Fact[] {
  return entries(others).map(([field, value]) => say(`${owner}: ${field}`, stableText(value), { of, key: field }));
}

function operationFacts({ path, method, value, item, at }: DescribedOperation, named: Named): Fact[] {
  const {
    operationId,
    tags = [],
    deprecated = false,
    parameters = [],
    requestBody,
    responses,
    security,
    summary,
    description,
    ...others
  } = value;
  const where = `${method} ${keyOf(path)}`;
  const say = sayAt(where);
  const texts = readTexts(value);
  const text = [texts.summary, texts.description].filter((part) => part !== undefined).join('\n');
  return [
    say('operation', '', at),
    ...(operationId === undefined
      ? []
      : [say('operationId', String(operationId).trim(), { of: value, key: 'operationId' })]),
    ...(path.length > 1 && path.endsWith('/') ? [say('operation: slash at the end', path, at)] : []),
    ...(text === ''
      ? []
      : [
          say('operation: text', plainText(text), {
            of: value,
            key: summary === undefined ? 'description' : 'summary',
          }),
        ]),
    ...(deprecated === true ? [say('operation: deprecated', true, { of: value, key: 'deprecated' })] : []),
    ...(tags as unknown[]).map((tag) => say('tag', tag, { of: value, key: 'tags' })),
    ...(security === undefined
      ? []
      : [say('operation: security', securityText(security), { of: value, key: 'security' })]),
    ...otherFacts('operation', others, value, say),
    ...otherFacts('path', item, item, say),
    ...(parameters as Fields[]).flatMap((parameter) => parameterFacts(parameter, path, where, named)),
    ...(requestBody === undefined ? [] : bodyFacts(requestBody as Fields, where, named)),
    ...entries(responses).flatMap(([status, response]) => responseFacts(status, response as Fields, where, named)),
  ];
}

/** A path without the names of its parameters, decoded, and without a slash at its end. */
function keyOf(path: string): string {
  const plain = path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function securityText(security: unknown): string {
  const isOpen =
    Array.isArray(security) && security.every((item) => isKeywords(item) && Object.keys(item).length === 0);
  return stableText(isOpen ? [] : security);
}

function parameterFacts(parameter: Fields, path: string, operation: string, named: Named): Fact[] {
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
  const plain = typeof text === 'string' ? plainText(text) : '';
  return plain === '' ? [] : [say(`${owner}: description`, plain, at)];
}

/** The style of a list or an object, with its defaults: OpenAPI 3.1, Parameter Object. */
function styleFacts(
  place: string,
  style: unknown,
  explode: unknown,
  schema: unknown,
  at: At,
  say: Say,
  named: Named,
): Fact[] {
  const types = typesIn(schema, named, []);
  if (!types.includes('array') && !types.includes('object')) return [];
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const actual = style ?? usual;
  const value = `${String(actual)}, ${(explode ?? actual === 'form') === true || actual === 'deepObject' ? 'exploded' : 'joined'}`;
  return [say('parameter: style', value, at)];
}

function typesIn(schema: unknown, named: Named, open: readonly string[]): unknown[] {
  if (!isKeywords(schema)) return [];
  const { type, $ref, allOf, anyOf, oneOf } = schema;
  const name = typeof $ref === 'string' ? splitReference($ref)?.name : undefined;
  const target =
    name === undefined || open.includes(name) ? [] : typesIn(named.schemas.get(name), named, [...open, name]);
  const parts = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return [...[type].flat(), ...target, ...parts.flatMap((part) => typesIn(part, named, open))];
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

function bodyFacts(body: Fields, operation: string, named: Named): Fact[] {
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

function responseFacts(status: string, response: Fields, operation: string, named: Named): Fact[] {
  const { content = {}, headers = {}, description, ...others } = response;
  const where = `${operation} · ${status.replaceAll('x', 'X')}`;
  const say = sayAt(where);
  const isPhrase = typeof description === 'string' && plainText(description) === phraseOf(status.replaceAll('x', 'X'));
  return [
    say('response: status', status.replaceAll('x', 'X'), { of: response }),
    ...(isPhrase ? [] : textFacts('response', description, { of: response, key: 'description' }, say)),
    ...otherFacts('response', others, response, say),
    ...contentFacts(content, 'response', where, named),
    ...entries(headers).flatMap(([name, header]) => headerFacts(name, header as Fields, where, named)),
  ];
}

function headerFacts(name: string, header: Fields, response: string, named: Named): Fact[] {
  const { required = false, schema, description, ...others } = header;
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

function contentFacts(content: unknown, owner: string, where: string, named: Named): Fact[] {
  return entries(content).flatMap(([type, media]) => {
    const { schema = {}, example, examples, ...others } = media as Fields;
    const mediaType = plainMediaType(type);
    const say = sayAt(`${where} · ${mediaType}`);
    const of = media as object;
    return [
      { kind: `${owner}: media type`, where, value: mediaType, at: { of } },
      ...(type.includes(';') ? [{ kind: `${owner}: parameters of a media type`, where, value: type, at: { of } }] : []),
      ...exampleFacts(owner, example, examples, of, say),
      ...otherFacts(owner, others, of, say),
      ...schemaFacts(schema as AnySchema, owner, `${where} · ${mediaType}`, { of, key: 'schema' }, named),
    ];
  });
}

/** The named schemas that the schemas of operations refer to, directly or through others. Extensions and examples do not count. */
export function usedNames(operations: readonly object[], schemas: ReadonlyMap<string, AnySchema>): Set<string> {
  const seen = new Set<string>();
  const use = (reference: unknown): void => {
    const name = typeof reference === 'string' ? splitReference(reference)?.name : undefined;
    if (name === undefined || seen.has(name)) return;
    seen.add(name);
    follow(schemas.get(name));
  };
  const follow = (schema: unknown): void => {
    if (!isKeywords(schema)) return;
    eachSchema(schema, ({ $ref, discriminator }) => {
      use($ref);
      if (isKeywords(discriminator)) entries(discriminator['mapping']).forEach(([, target]) => use(target));
    });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    for (const [key, item] of entries(value)) {
      if (key === 'schema') follow(item);
      else if (!key.startsWith('x-') && key !== 'example' && key !== 'examples') visit(item);
    }
  };
  operations.forEach(visit);
  return seen;
}
