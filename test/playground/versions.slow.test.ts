import { expect, it } from 'vitest';
import { judgeBy } from '../exchanges/document.ts';
import { compilePlayground } from '../docs/playground.ts';
import { bookshop } from './bookshop.ts';
import { describeOnEachDatabase } from './database.ts';

const { compilation, documents } = compilePlayground();
const [older] = compilation.older!;
const judges = [judgeBy(documents.get('v1')!, older!), judgeBy(documents.get('v2')!, compilation)] as const;

describeOnEachDatabase('the versions of the bookshop', (create) => {
  const shop = bookshop(create);

  it.each([1, 12, 5001])('answers the same book %i in the words of each version', async (id) => {
    const paths = [`/v1/books/${id}`, `/books/${id}`] as const;
    const [before, today] = await Promise.all(paths.map((path) => shop.ask('GET', path)));
    const answers = [before!, today!].map(({ status, headers, body }) => ({
      status,
      headers: Object.fromEntries(headers),
      body: JSON.stringify(body),
    }));
    const faultsOf = (version: number, of: number): unknown[] =>
      judges[version]!({ path: paths[version]! }, answers[of]!);
    expect([faultsOf(0, 0), faultsOf(1, 1)]).toEqual([[], []]);
    // A problem is the same in both.
    expect([faultsOf(0, 1), faultsOf(1, 0)].map((faults) => faults.length > 0)).toEqual(
      id === 5001 ? [false, false] : [true, true],
    );
    const { rating, ...others } = today!.body;
    expect(before!.body).toEqual(today!.status === 200 ? { ...others, stars: rating } : today!.body);
    expect([before!.status, today!.status]).toEqual(id === 5001 ? [404, 404] : [200, 200]);
  });

  it('sends the end of v1, and none for today', async () => {
    const { headers } = await shop.ask('GET', '/v1/books/1');
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([
      '@1793491200',
      'Sat, 01 May 2027 00:00:00 GMT',
    ]);
    const today = (await shop.ask('GET', '/books/1')).headers;
    expect([today.get('deprecation'), today.get('sunset')]).toEqual([null, null]);
  });

  it('v1 has nothing else, and no name is in the paths of today', async () => {
    expect(Object.keys(documents.get('v1')!.paths)).toEqual(['/v1/books/{book_id}']);
    for (const path of ['/v1/books', '/v1/orders/1', '/v1/books/1/reviews', '/v2/books/1'])
      expect([path, (await shop.ask('GET', path)).status]).toEqual([path, 404]);
    expect((await shop.ask('DELETE', '/v1/books/1')).status).toBe(405);
  });

  it('lists both documents on the docs page', async () => {
    const html = (await shop.ask('GET', '/docs')).body as string;
    const links = [...html.matchAll(/<a href="[^"]+" data-document="([^"]+)"[^>]*>(\w+)<\/a>/g)];
    const shown = await Promise.all(
      links.map(async ([, file, version]) => [version, (await shop.ask('GET', `/${file}`)).body.paths] as const),
    );
    expect(shown).toEqual(['v1', 'v2'].map((version) => [version, documents.get(version)!.paths]));
  });
});
