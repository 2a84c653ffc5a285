import { expect, it } from 'vitest';
import { afterSuite, buildPlayground } from './build.ts';
import { describeOnEachDatabase } from './database.ts';

describeOnEachDatabase('a database of an earlier version', (create) => {
  const cleanup = afterSuite();

  it('gets the table of keys, and keeps its keys at later starts', async () => {
    const database = await create(await buildPlayground(cleanup), cleanup);
    await (await database.start()).stop();
    await database.rows('alter table operations_idempotency_keys rename to idempotency_keys');
    const texts: string[] = [];
    for (let start = 0; start < 2; start++) {
      const served = await database.start();
      cleanup(async () => void (await served.stop('SIGKILL')));
      const body = JSON.stringify({ customer: 'Ada', items: [{ book_id: 1, quantity: 1 }] });
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': '"k"' };
      const response = await fetch(`${served.url}/orders`, { method: 'POST', headers, body });
      expect(response.status).toBe(201);
      texts.push(await response.text());
      await served.stop();
    }
    expect(texts[1]).toBe(texts[0]);
    await expect(database.rows('select * from idempotency_keys')).rejects.toThrow(/no such table|does not exist/);
  });
});
