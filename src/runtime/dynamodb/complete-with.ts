import type { Idempotency } from '../../directives/idempotent/runtime/context-key.ts';
import { refuseTaken } from '../state/refuse-taken.ts';
import type { DynamoDBDocumentLike, DynamoDBError } from './dynamodb-client.ts';

/** The items of a transaction, and the table of keys. */
export interface KeyedTransaction {
  /** The table of {@link dynamodb}. */
  readonly table: string;
  /** Your items, as `TransactItems`. */
  readonly items: readonly object[];
}

/**
 * Writes your items in one transaction with the response of the request: all are written, or none is.
 *
 * @param client The client of {@link dynamodb}.
 * @param idempotency `ctx.idempotency`. If it is undefined, because the request has no key, only your items are written.
 * @param result The result of your handler.
 * @throws {Error} A 409 if another attempt has taken over the request: your items are not written.
 * @example await completeWith(client, { table, items: [{ Put: { TableName: 'orders', Item: order } }] }, ctx.idempotency, order)
 */
export async function completeWith(
  client: DynamoDBDocumentLike,
  { table, items }: KeyedTransaction,
  idempotency: Idempotency | undefined,
  result: unknown,
): Promise<void> {
  const own = idempotency === undefined ? [] : [completeItem(table, idempotency, result)];
  try {
    await client.transactWrite({ TransactItems: [...items, ...own] });
  } catch (error) {
    if (isTaken(error as DynamoDBError, items.length)) throw refuseTaken();
    throw error;
  }
}

/** The item that stores a response, as long as this attempt holds the key. */
export function completeItem(
  table: string,
  { key, owner, encode }: Idempotency,
  result: unknown,
): { readonly Update: object } {
  return {
    Update: {
      TableName: table,
      Key: { key },
      UpdateExpression: 'set answer = :answer',
      ConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': owner, ':answer': encode(result) },
    },
  };
}

/** @param index The place of {@link completeItem} among the items. */
function isTaken({ name, CancellationReasons: reasons }: DynamoDBError, index: number): boolean {
  return name === 'TransactionCanceledException' && reasons?.[index]?.Code === 'ConditionalCheckFailed';
}
