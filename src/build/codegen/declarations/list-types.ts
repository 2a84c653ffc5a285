import type { CursorPaging, Paginated } from '../../../shared/contract/list-contract.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { successOf, successesOf } from '../../../shared/contract/statuses.ts';
import type { AnySchema, Keywords } from '../../../shared/schema/json-types.ts';
import { asSchema, certainParts } from '../../../shared/schema/json-types.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { literalText } from '../literal.ts';
import type { Mode } from './mode.ts';
import { DATA } from './mode.ts';
import type { TypeText } from './print.ts';
import { NEVER, UNKNOWN, atom, member, objectOf, readonlyList, union } from './print.ts';
import type { Writer } from './type-writer.ts';

/** A row of a list operation. */
export function itemOf({ paging, responses }: Operation, writer: Writer, mode: Mode = DATA): TypeText | undefined {
  if (paging === undefined) return undefined;
  const resolve = resolverOf({ get: writer.scope(DATA).resolve });
  const body = (successOf(responses) ?? successesOf(responses)[0])?.content[0]?.schema;
  const name = paging.envelope?.items;
  const parts = certainParts(body ?? true, resolve);
  const rows =
    name === undefined
      ? parts
      : parts.flatMap(({ properties = {} }) =>
          Object.hasOwn(properties, name) ? certainParts(properties[name]!, resolve) : [],
        );
  const items = rows.find((part) => part.items !== undefined)?.items;
  return typeof items === 'object' ? writer.type(items, mode) : UNKNOWN;
}

/** The results of a list operation that consist of rows; never if its body needs more than rows and total. */
export function rowsType({ envelope, cursor, choices }: Paginated, { text }: TypeText): TypeText {
  if (envelope?.others !== undefined) return NEVER;
  const page =
    cursor?.only === true ? NEVER : atom(`${envelope?.countsAlways === true ? 'CountedPage' : 'Rows'}<${text}>`);
  return cursor === undefined && choices === undefined ? page : union([page, atom(`Keyset<${text}>`)]);
}

/** `ctx.list`: the filters, the keys of the order, and the properties that are searched. */
export function listType({ parameters, body, paging }: Operation, writer: Writer): TypeText {
  const { in: place, filters = [], searched = [], order } = paging!.choices!;
  const properties = (body?.content[0]?.schema as Keywords | undefined)?.properties ?? {};
  const schemaOf = (name: string): AnySchema | undefined =>
    place === 'body'
      ? properties[name]
      : parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)?.schema;
  const conditions = filters.map(({ parameter, name, op }) =>
    objectOf([
      member('name', atom(literalText(name))),
      member('op', atom(literalText(op))),
      member('value', readonlyList(writer.type(asSchema(schemaOf(parameter) ?? true), DATA))),
    ]),
  );
  const keys = order ?? paging!.cursor?.keys ?? [];
  const all = [union(conditions).text, namesText(keys.map(({ name }) => name)), namesText(searched)];
  return atom(`ListRequest<${all.join(', ')}>`);
}

function namesText(names: readonly string[]): string {
  return union(names.map((name) => atom(literalText(name)))).text;
}

/** `ctx.cursor`: undefined if a request can have a page instead. */
export function cursorType({ keys, only }: CursorPaging, { text }: TypeText): TypeText {
  const names = keys.map(({ name }) => JSON.stringify(name)).join(' | ');
  const cursor = atom(`Cursor<Pick<${text}, ${names === '' ? 'never' : names}>>`);
  return only === true ? cursor : union([cursor, atom('undefined')]);
}

/** The parameters that page a list. */
export function queryTypes({ cursor }: Paginated): TypeText[] {
  const pages = cursor?.only === true ? [] : [atom('PagingQuery')];
  return cursor === undefined ? pages : [...pages, atom('CursorQuery')];
}
