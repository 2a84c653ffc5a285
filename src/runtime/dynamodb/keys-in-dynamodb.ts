import type { IdempotencyRecord, IdempotencyStore, Reservation } from '../../directives/idempotent/runtime/store.ts';
import { reserveAgain } from '../state/try-again.ts';
import type { DynamoDBDocumentLike } from './dynamodb-client.ts';
import { explained, isWritten } from './dynamodb-client.ts';
import { clockOf, LAG } from './server-clock.ts';

/** A key in the table. */
interface KeyItem {
  readonly key: string;
  readonly fingerprint: string;
  readonly owner: string;
  /** In milliseconds since 1970. */
  readonly leasedUntil: number;
  /** In seconds since 1970, as the time to live of DynamoDB has it. It is not before the end of the lease. */
  readonly expiresAt: number;
  readonly answer?: string;
}

// Reserved words of DynamoDB.
const KEY = { '#key': 'key' };
const OWNER = { '#owner': 'owner' };

/**
 * Keeps idempotency keys in a table of DynamoDB, by conditional writes and the clock of DynamoDB.
 *
 * @param ttl How long a response is kept, in milliseconds.
 */
export function keysIn(client: DynamoDBDocumentLike, table: string, ttl: number): IdempotencyStore {
  const now = clockOf(client);
  const endOf = (time: number, lease: number): Pick<KeyItem, 'leasedUntil' | 'expiresAt'> => {
    const leasedUntil = Math.ceil(time + lease) + LAG;
    return { leasedUntil, expiresAt: Math.ceil(Math.max(time + ttl, leasedUntil) / 1000) };
  };
  /** Changes a key that an owner holds. */
  const change = async (key: string, owner: string, set: string, values: object, also = ''): Promise<void> => {
    const update = client.update({
      TableName: table,
      Key: { key },
      UpdateExpression: `set ${set}`,
      ConditionExpression: `#owner = :owner${also}`,
      ExpressionAttributeNames: OWNER,
      ExpressionAttributeValues: { ':owner': owner, ...values },
    });
    await isWritten(update, table);
  };
  const open = ' and attribute_not_exists(answer)';
  const read = async (key: string): Promise<KeyItem | undefined> => {
    const call = client.get({ TableName: table, Key: { key }, ConsistentRead: true });
    return (await explained(call, table)).Item as KeyItem | undefined;
  };
  return {
    reserve(key, fingerprint, { owner, lease }: Reservation) {
      let record: IdempotencyRecord | undefined;
      return reserveAgain(async () => {
        const known = await read(key);
        // The SDK repeats a write whose response was lost, and the repetition fails.
        if (known?.owner === owner) return { record };
        const time = now();
        if (known !== undefined && !isFree(known, fingerprint, time)) return { record: recordOf(known) };
        record = known === undefined || isOver(known, time) ? undefined : { fingerprint, isRetry: true };
        const item: KeyItem = { key, fingerprint, owner, ...endOf(time, lease) };
        const put = client.put({ TableName: table, Item: item, ...unchanged(known) });
        return (await isWritten(put, table)) ? { record } : undefined;
      });
    },
    async renew(key, owner, lease) {
      const { leasedUntil, expiresAt } = endOf(now(), lease);
      const values = { ':leasedUntil': leasedUntil, ':expiresAt': expiresAt };
      await change(key, owner, 'leasedUntil = :leasedUntil, expiresAt = :expiresAt', values, open);
    },
    async complete(key, answer, owner) {
      await change(key, owner, 'answer = :answer', { ':answer': answer });
    },
    async release(key, owner, hasRun) {
      // The handler may have taken effect: the next attempt learns it from the item.
      if (hasRun) return change(key, owner, 'leasedUntil = :now', { ':now': 0 }, open);
      const condition = {
        ConditionExpression: `#owner = :owner${open}`,
        ExpressionAttributeNames: OWNER,
        ExpressionAttributeValues: { ':owner': owner },
      };
      await isWritten(client.delete({ TableName: table, Key: { key }, ...condition }), table);
    },
  };
}

function recordOf({ fingerprint, answer }: KeyItem): IdempotencyRecord {
  return { fingerprint, ...(answer !== undefined && { answer }) };
}

/** Whether a response is no longer kept. DynamoDB deletes its item later. */
function isOver({ expiresAt }: KeyItem, time: number): boolean {
  return expiresAt * 1000 <= time;
}

/** Whether a request gets a key: that of a response that has expired, of an attempt that has failed, or of a process that was killed. */
function isFree(item: KeyItem, fingerprint: string, time: number): boolean {
  const isLost = item.leasedUntil <= time && item.fingerprint === fingerprint && item.answer === undefined;
  return isLost || isOver(item, time);
}

/** The condition that a key is as it was read. */
function unchanged(known: KeyItem | undefined): object {
  if (known === undefined) return { ConditionExpression: 'attribute_not_exists(#key)', ExpressionAttributeNames: KEY };
  const { owner, leasedUntil, answer } = known;
  const answered = answer === undefined ? 'attribute_not_exists(answer)' : 'attribute_exists(answer)';
  return {
    ConditionExpression: `#owner = :owner and leasedUntil = :leasedUntil and ${answered}`,
    ExpressionAttributeNames: OWNER,
    ExpressionAttributeValues: { ':owner': owner, ':leasedUntil': leasedUntil },
  };
}
