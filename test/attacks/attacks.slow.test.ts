import { describe, expect, it } from 'vitest';
import { compilePlayground } from '../docs/playground.ts';
import { bookshop } from '../playground/bookshop.ts';
import { linked } from '../playground/client.ts';
import { createFile } from '../playground/database.ts';
import { json } from '../playground/requests.ts';
import { sendRaw } from './raw.ts';
import { Dice, makeAttack } from './requests.ts';

/** How many requests are sent, and the seed of the first one. */
const ATTACKS = Number(process.env['ATTACKS'] ?? 400);
const SEED = Number(process.env['ATTACK_SEED'] ?? 1);
/** How many are under way at once. */
const AT_ONCE = 8;

/** The names of all properties that the document has. */
const DECLARED = new Set<string>(
  'type title status detail instance errors in name pointer message keyword params issues openapi'.split(' '),
);
JSON.stringify(compilePlayground().document, (key, value: unknown) => {
  if (key === 'properties') for (const name of Object.keys(value as object)) DECLARED.add(name);
  return value;
});

/** Properties whose value can have any names: the parameters of an error, and the links of the root. */
const OPEN: readonly string[] = ['params', 'links'];

/** The properties of an answer that nothing declares. */
function undeclared(text: string): string[] {
  const names: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, item] of Object.entries(value)) {
      if (!DECLARED.has(name)) names.push(name);
      if (!OPEN.includes(name)) look(item);
    }
  };
  look(JSON.parse(text));
  return names;
}

describe('attacks on the bookshop', () => {
  // Limits per address would keep most attacks from what they are after.
  const shop = bookshop(createFile, { PROXIES: '1' });
  /** The reviews up to an id. */
  const reviewsTo = async (id: number): Promise<{ n: number; last: number }> =>
    (
      await shop.rows<{ n: number; last: number }>(
        `select count(*) as n, max(id) as last from reviews where id <= ${id}`,
      )
    )[0]!;

  it(
    `${ATTACKS} hostile requests get no 5xx, no data that is not declared, and no write of the staff`,
    { timeout: 600_000 },
    async () => {
      const port = Number(new URL(shop.url()).port);
      const before = await reviewsTo(1_000_000);
      const faults: unknown[] = [];
      const statuses = new Map<number, number>();
      let next = 0;
      const attack = async (): Promise<void> => {
        while (next < ATTACKS) {
          const seed = SEED + next++;
          const { bytes, isCutOff } = makeAttack(new Dice(seed));
          const { statuses: got, text, body, isTimeout } = await sendRaw(port, bytes, isCutOff);
          const [line = ''] = bytes.toString('latin1').split('\r\n');
          const fault = (what: string): unknown => faults.push([seed, line.slice(0, 200), what, text.slice(0, 300)]);
          if (isTimeout) fault('no end');
          if (got.length === 0 && !isCutOff) fault('no answer');
          for (const status of got) {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            if (status >= 500 && status !== 501) fault('a 5xx');
          }
          if (/^delete /i.test(line) && got.some((status) => status >= 200 && status < 300)) fault('a removal');
          if (
            /^content-type: application\/(?:problem\+)?json/im.test(text) &&
            !line.startsWith('HEAD ') &&
            got.length === 1
          ) {
            const names = undeclared(body);
            if (names.length > 0) fault(`undeclared: ${names.join(', ')}`);
          }
          if (/^(?:x-polluted|polluted):|"polluted":|\bat \S+ \(?(?:file:|\/).*:\d+:\d+/im.test(text)) fault('a leak');
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, attack));
      console.log(`attacks: ${JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))}`);
      expect(faults).toEqual([]);
      expect(await reviewsTo(before.last)).toEqual(before);
      expect((await shop.ask('GET', '/readyz')).status).toBe(200);
      expect(shop.output()).not.toMatch(/Error|at \S+:\d+:\d+/);
    },
  );

  it('a cursor with one other character is a 400', async () => {
    const first = await shop.ask('GET', '/reviews?page_size=2');
    const url = new URL(linked(first, 'next', `${shop.url()}/reviews`)!);
    const cursor = url.searchParams.get('cursor')!;
    const dice = new Dice(SEED);
    const statuses = new Set<number>();
    for (let i = 0; i < cursor.length; i++) {
      const other = dice.one([...'AZaz09-_.~ é%\u0000']);
      if (other === cursor[i]) continue;
      url.searchParams.set('cursor', cursor.slice(0, i) + other + cursor.slice(i + 1));
      statuses.add((await fetch(url)).status);
    }
    expect([...statuses]).toEqual([400]);
    url.searchParams.set('cursor', cursor);
    expect((await fetch(url)).status).toBe(200);
  });

  it('the key of another order gets neither its answer nor its effect', async () => {
    const order = (customer: string): RequestInit => {
      const { headers, ...init } = json({ customer, items: [{ book_id: 12, quantity: 1 }] });
      return { ...init, headers: { ...(headers as object), 'Idempotency-Key': '"shared"' } };
    };
    const first = await fetch(`${shop.url()}/orders`, order('Ada'));
    expect(first.status).toBe(201);
    const { id } = (await first.json()) as { id: number };
    const other = await fetch(`${shop.url()}/orders`, order('Eve'));
    expect(other.status).toBe(422);
    expect(await other.text()).not.toContain('Ada');
    const again = await fetch(`${shop.url()}/orders`, order('Ada'));
    expect(await again.json()).toMatchObject({ id });
  });
});
