import { describe, expect, it } from 'vitest';
import { readEvents, readRecords } from '../../../src/runtime/client/stream-text.ts';

/** A body that arrives in pieces. */
function bodyOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, (at += size)));
    },
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const READERS = {
  events: async (text: string, size: number) =>
    (await all(readEvents(bodyOf(`data: ${text}\n\n`, size), ''))).map(({ data }) => data),
  lines: async (text: string, size: number) => all(readRecords(bodyOf(`"${text}"\n`, size), false)),
  sequence: async (text: string, size: number) => all(readRecords(bodyOf(`\x1e"${text}"\n`, size), true)),
};

describe('the text of a stream', () => {
  it.each(Object.entries(READERS))('has the same items however it is cut into chunks: %s', async (_, read) => {
    for (const size of [1, 2, 3, 5, 1000]) expect(await read('ä€😀 x', size)).toEqual(['ä€😀 x']);
  });

  it('has events with all kinds of line breaks, wherever a chunk ends', async () => {
    const text = 'data: a\r\ndata: b\r\n\r\ndata: c\rdata: d\r\rdata: e\n\ndata: f\r\n\r\r\n';
    for (let size = 1; size <= text.length; size++) {
      const events = await all(readEvents(bodyOf(text, size), ''));
      expect(events.map(({ data }) => data).filter(Boolean)).toEqual(['a\nb', 'c\nd', 'e', 'f']);
    }
  });

  it('gives an event as soon as its last return has arrived', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\r\r')),
    });
    const events = readEvents(body, '');
    expect((await events.next()).value).toMatchObject({ data: '1' });
    await events.return();
  });

  it.each(Object.entries(READERS))('with one long item is read in linear time: %s', async (_, read) => {
    /** The least CPU time of three runs, in microseconds. */
    const costOf = async (megabytes: number): Promise<number> => {
      const text = 'x'.repeat(megabytes * 2 ** 20);
      const costs: number[] = [];
      for (let run = 0; run < 3; run++) {
        const start = process.cpuUsage();
        expect((await read(text, 2 ** 14))[0]).toHaveLength(text.length);
        costs.push(process.cpuUsage(start).user);
      }
      return Math.min(...costs);
    };
    await costOf(1);
    // Eight times the size: 64 times as long if each chunk copies the beginning of the item.
    expect((await costOf(16)) / (await costOf(2))).toBeLessThan(30);
  });
});
