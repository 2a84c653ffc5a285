import type { IdempotencyStore } from '../../directives/idempotent/runtime/store.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, isFilled } from '../koa/option-table.ts';
import { usageError } from '../koa/usage-error.ts';
import { functionOf } from '../state/run-sql.ts';
import { DAY, DURATION } from '../state/state-options.ts';
import type { DynamoDBDocumentLike } from './dynamodb-client.ts';
import { keysIn } from './keys-in-dynamodb.ts';

export { completeWith } from './complete-with.ts';
export type { KeyedTransaction } from './complete-with.ts';
export type { DynamoDBDocumentLike } from './dynamodb-client.ts';

/** Options of {@link dynamodb}. */
export interface DynamoDBOptions {
  /** The name of the table of keys. */
  readonly table: string;
  /** How long responses of `@idempotent` are kept, in milliseconds (default: 24 hours). */
  readonly ttl?: number;
}

/** The stores of an app in DynamoDB, by the names of its options. */
export interface DynamoDBStores {
  /** Keeps the responses of `@idempotent`. */
  readonly idempotency: IdempotencyStore;
}

const OPTIONS: OptionTable<DynamoDBOptions> = {
  table: { expected: 'the name of a table', isValid: isFilled },
  ttl: DURATION,
};

/**
 * Creates the store of an app in a table of DynamoDB. The table has the partition key `key` of type string, and `expiresAt` as its time to live.
 *
 * @param client Your `DynamoDBDocument` of `@aws-sdk/lib-dynamodb`.
 * @throws {TypeError} If the client or an option is invalid.
 * @example createApp(operations, { ...dynamodb(DynamoDBDocument.from(new DynamoDB()), { table: 'keys' }) })
 */
export function dynamodb(client: DynamoDBDocumentLike, options: DynamoDBOptions): DynamoDBStores {
  checkOptions('dynamodb', options, OPTIONS);
  const { table, ttl = DAY } = options;
  if (table === undefined) throw usageError('The option table of dynamodb must be the name of a table.');
  if (functionOf(client, 'transactWrite') === undefined || functionOf(client, 'update') === undefined)
    throw usageError('The client of dynamodb must be a DynamoDBDocument of "@aws-sdk/lib-dynamodb".');
  return { idempotency: keysIn(client, table, ttl) };
}
