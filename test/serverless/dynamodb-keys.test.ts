import { dynamodb } from '../../src/runtime/dynamodb/index.ts';
import type { Cleanup } from '../playground/build.ts';
import type { StateDatabase } from '../runtime/state/databases.ts';
import { testKeys } from '../runtime/state/key-suite.ts';
import { connectDynamo, hasDynamo, itemsOf, startDynamo, TABLE } from './dynamo.ts';

// The store of unplugin-operations/dynamodb in dynalite.

async function create(cleanup: Cleanup): Promise<StateDatabase> {
  const url = await startDynamo(cleanup);
  const { document } = connectDynamo(url, cleanup);
  const noSql = () => Promise.reject(new Error('DynamoDB has no SQL'));
  return {
    open: (options) =>
      dynamodb(connectDynamo(url, cleanup).document, { ...options, table: TABLE }) as ReturnType<StateDatabase['open']>,
    run: noSql,
    effect: noSql,
    async clear() {
      for (const { key } of await itemsOf(document)) await document.delete({ TableName: TABLE, Key: { key } });
    },
    async pass(time) {
      for (const item of await itemsOf(document)) {
        const { leasedUntil, expiresAt } = item as { leasedUntil: number; expiresAt: number };
        const Item = { ...item, leasedUntil: leasedUntil - time, expiresAt: expiresAt - time / 1000 };
        await document.put({ TableName: TABLE, Item });
      }
    },
  };
}

const name = 'DynamoDB (needs TOOLS_DIR, with dynalite in it)';
testKeys([{ name, create, isPresent: hasDynamo, lag: 2_500 }]);
