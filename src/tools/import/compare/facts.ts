import { isKeywords } from '../../../shared/schema/json-types.ts';
import type { Description } from '../../openapi/read/description.ts';
import type { Fields } from '../../openapi/read/document-fields.ts';
import type { DescribedOperation } from '../../openapi/read/described-operation.ts';
import { entries, list } from '../../openapi/read/document-fields.ts';
import { servedPath } from '../../openapi/read/paths.ts';
import type { At } from '../../openapi/read/origins.ts';
import { isSecurityKey } from '../../../build/compiler/definitions/document.ts';
import { isDefaultServer } from '../../../build/openapi/servers.ts';
import { withoutNames } from '../file-paths.ts';
import { operationTexts } from '../tree-contract.ts';
import { comparableText } from '../texts.ts';
import { stableText } from '../../../shared/validation/values.ts';
import { usedNames } from '../used-names.ts';
import { bodyFacts, LOST_SECURITY, otherFacts, parameterFacts, responseFacts, sayAt } from './part-facts.ts';
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
  const { operations, schemas, unused, lostSecurity } = description;
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
    ...lostSecurity.map(({ owner, name, at }) => ({
      kind: `${owner}: ${name}`,
      where: owner,
      value: name,
      at,
      reason: LOST_SECURITY,
    })),
  ];
}

/** Facts about the document, one for each item of a list. */
function documentFacts({ fields, securitySchemes }: Description): Fact[] {
  const { openapi: _, info, jsonSchemaDialect: __, $self: ___, ...others } = fields;
  const all: [string, unknown, object][] = [
    ...entries(info).map(([field, value]): [string, unknown, object] => [field, value, info as object]),
    ...entries(others).map(([field, value]): [string, unknown, object] => [field, value, fields]),
    ...entries(securitySchemes).map(([name, value]): [string, unknown, object] => [
      `security scheme ${name}`,
      value,
      securitySchemes,
    ]),
  ];
  return all.flatMap(([field, value, of]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((item) => field !== 'servers' || !isDefaultServer(item))
      .map((item) => ({
        kind: 'document',
        where: field,
        value: stableText(item),
        ...(isSecurityKey(field) && field !== 'security' && of === fields && { reason: LOST_SECURITY }),
        at: isKeywords(item) ? { of: item } : { of, key: field.replace('security scheme ', '') },
      })),
  );
}

function operationFacts({ path, webhook, event, method, value, item, at }: DescribedOperation, named: Named): Fact[] {
  const {
    operationId,
    tags = [],
    deprecated = false,
    parameters = [],
    requestBody,
    responses,
    security,
    summary,
    description: _,
    ...others
  } = value;
  const served = webhook === undefined ? servedPath(withoutNames(path)) : `webhook ${webhook}`;
  const where = event === undefined ? `${method} ${served}` : `event ${event}`;
  const say = sayAt(where);
  const texts = operationTexts(value);
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
          say('operation: text', comparableText(text), {
            of: value,
            key: summary === undefined ? 'description' : 'summary',
          }),
        ]),
    ...(deprecated === true ? [say('operation: deprecated', true, { of: value, key: 'deprecated' })] : []),
    ...list(tags).map((tag) => say('tag', tag, { of: value, key: 'tags' })),
    ...(security === undefined
      ? []
      : [say('operation: security', securityText(security), { of: value, key: 'security' })]),
    ...otherFacts('operation', others, value, say),
    ...otherFacts('path', item, item, say),
    ...list(parameters).flatMap((parameter) => parameterFacts(parameter as Fields, path, where, named)),
    ...(isKeywords(requestBody) ? bodyFacts(requestBody, where, named) : []),
    ...entries(responses).flatMap(([status, response]) => responseFacts(status, response as Fields, where, named)),
  ];
}

function securityText(security: unknown): string {
  const isOpen =
    Array.isArray(security) && security.every((item) => isKeywords(item) && Object.keys(item).length === 0);
  return stableText(isOpen ? [] : security);
}
