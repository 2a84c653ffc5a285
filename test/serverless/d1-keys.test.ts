import type { D1Database } from '../../src/runtime/d1/index.ts';
import { completeWith, d1 } from '../../src/runtime/d1/index.ts';
import type { Cleanup } from '../playground/build.ts';
import type { StateDatabase } from '../runtime/state/databases.ts';
import { testKeys } from '../runtime/state/key-suite.ts';
import { tableStatements } from '../runtime/state/tables.ts';
import { hasMiniflare, startD1 } from './worker.ts';

// The store of unplugin-operations/d1 in a real D1 of miniflare.

async function create(cleanup: Cleanup): Promise<StateDatabase> {
  const database = await startD1(cleanup);
  await runAll(database, [...tableStatements('d1'), 'create table effects (name text not null)']);
  return {
    open: (options) => d1(database, options) as ReturnType<StateDatabase['open']>,
    run: async (text) => (await database.prepare(text).all()).results,
    clear: () => runAll(database, ['delete from effects', 'delete from operations_idempotency_keys']),
    pass: (time) =>
      runAll(database, [
        `update operations_idempotency_keys set leased_until = leased_until - ${time}, expires_at = expires_at - ${time}`,
      ]),
    async effect(name, key, result) {
      const statement = database.prepare('insert into effects (name) values (?)').bind(name);
      await completeWith(database, [statement], key, result);
    },
  };
}

function runAll(database: D1Database, texts: readonly string[]): Promise<unknown> {
  return database.batch(texts.map((text) => database.prepare(text)));
}

testKeys([{ name: 'D1 (needs TOOLS_DIR, with miniflare in it)', create, isPresent: hasMiniflare, hasTables: true }]);
