import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { readPage } from './examples.ts';

// docs/recipes/large-lists.md recommends a condition for mixed directions, and warns about another one.

const [, condition] = /mixed directions, such as `\(at desc, id\)`, write `([^`]+)`/.exec(readPage('large-lists.md'))!;
const [, slow] = /`([^`]+)` returns the same rows, but reads the whole table/.exec(readPage('large-lists.md'))!;

const db = new Libsql(':memory:');
db.exec('create table events (id integer primary key, at text not null, kind text not null)');
db.exec('create index events_by_at on events (at desc, id)');
const insert = db.prepare('insert into events (at, kind) values (?, ?)');
for (let i = 0; i < 600; i++) insert.run(`2026-01-01T00:00:${String(i >> 4).padStart(2, '0')}Z`, 'start');

const queryWith = (where: string): string => `select id, at from events where ${where} order by at desc, id limit 5`;
const AT = '2026-01-01T00:00:09Z';

it('the query reads the page after a row, in the order of the list', () => {
  const all = db.prepare('select id, at from events order by at desc, id').all() as { id: number; at: string }[];
  const last = all.findIndex(({ at, id }) => at === AT && id === 150);
  const next = all.slice(last + 1, last + 6);
  expect(next).toHaveLength(5);
  expect(db.prepare(queryWith(condition!)).all(AT, AT, 150)).toEqual(next);
  expect(db.prepare(queryWith(slow!)).all(AT, AT, 150)).toEqual(next);
});

it('the query finds the page by the index with the first condition only', () => {
  const planOf = (where: string): string =>
    (db.prepare(`explain query plan ${queryWith(where)}`).all(AT, AT, 150) as { detail: string }[])
      .map(({ detail }) => detail)
      .join(', ');
  expect(planOf(condition!)).toMatch(/^SEARCH events USING COVERING INDEX events_by_at \(at<\?\)$/);
  expect(planOf(slow!)).toMatch(/^SCAN events/);
});
