import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { bookshop } from './bookshop.ts';
import { ask, linked } from './client.ts';
import { describeOnEachDatabase } from './database.ts';

/** How many reviews are added to those of the seed: `CURSOR_ROWS=100000` for a longer walk. */
const ROWS = Number(process.env['CURSOR_ROWS'] ?? 3000);

describeOnEachDatabase('a walk by a cursor', (create) => {
  const shop = bookshop(create);

  const insert = (count: number, reviewer: string, time: string): Promise<unknown> =>
    shop.rows(
      `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${count})
       insert into reviews (book_id, rating, reviewer, text, created_at)
       select 1, 3, '${reviewer}', 'A text', '${time}' || (1000000 + i / 3) || 'Z' from numbers returning id`,
    );

  beforeAll(async () => void (await insert(ROWS, 'Staying', '2030-01-01T00:00:00.')));

  it('sees each row that stays once, while 100 others a second come and go', { timeout: 600_000 }, async () => {
    const expected = await shop.rows<{ id: number }>(`select id from reviews order by created_at desc, id desc`);
    const found: number[] = [];
    const walking = new AbortController();
    const churn = async (): Promise<number> => {
      let changes = 0;
      for (; !walking.signal.aborted; changes += 2) {
        await insert(1, 'Passing', `20${20 + (changes % 20)}-01-01T00:00:00.`);
        await shop.rows(`delete from reviews where reviewer = 'Passing' and id % 2 = 0 returning id`);
        await sleep(20);
      }
      return changes;
    };
    const changed = churn();
    const first = `${shop.url()}/reviews?page_size=100&min_rating=1`;
    for (let url: string | undefined = first; url !== undefined;) {
      const answer = await ask('', 'GET', url);
      expect({ url, status: answer.status }).toEqual({ url, status: 200 });
      found.push(...(answer.body as { id: number }[]).map(({ id }) => id));
      url = linked(answer, 'next', url);
    }
    walking.abort();
    expect(await changed).toBeGreaterThan(0);
    const staying = new Set(expected.map(({ id }) => id));
    expect(found.filter((id) => staying.has(id))).toEqual(expected.map(({ id }) => id));
    expect(new Set(found).size).toBe(found.length);
  });
});
