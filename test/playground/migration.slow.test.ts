import { expect, it } from 'vitest';
import { afterSuite, buildPlayground } from './build.ts';
import { ask } from './client.ts';
import { describeOnEachDatabase } from './database.ts';

describeOnEachDatabase('a database of the first version', (create) => {
  const cleanup = afterSuite();

  it('gets the columns of leases, and keeps its keys', async () => {
    const database = await create(await buildPlayground(cleanup), cleanup);
    await (await database.start()).stop();
    for (const column of ['owner', 'leased_until'])
      await database.rows(`alter table idempotency_keys drop column ${column}`);
    await database.rows(
      "insert into idempotency_keys (key, fingerprint, answer, expires_at) values ('old', 'f', 'a', '2999-01-01') returning key",
    );
    for (let start = 0; start < 2; start++) {
      const served = await database.start();
      cleanup(async () => void (await served.stop('SIGKILL')));
      const order = { customer: 'Ada', items: [{ book_id: 1, quantity: 1 }] };
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `"k${start}"` };
      const init = { method: 'POST', headers, body: JSON.stringify(order) };
      const responses = [await fetch(`${served.url}/orders`, init), await fetch(`${served.url}/orders`, init)];
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      expect(await responses[1]!.text()).toBe(await responses[0]!.text());
      expect((await ask(served.url, 'GET', '/readyz')).status).toBe(200);
      await served.stop();
    }
    const [old] = await database.rows("select * from idempotency_keys where key = 'old'");
    expect(old).toMatchObject({ answer: 'a', owner: '', leased_until: '' });
  });
});
