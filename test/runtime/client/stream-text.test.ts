import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

const parse = (text: string): unknown => JSON.parse(text);

const READERS = {
  events: async (text: string, size: number) =>
    (await all(readEvents(bodyOf(`data: ${text}\n\n`, size), ''))).map(({ data }) => data),
  lines: async (text: string, size: number) => (await all(readRecords(bodyOf(`"${text}"\n`, size), false))).map(parse),
  sequence: async (text: string, size: number) =>
    (await all(readRecords(bodyOf(`\x1e"${text}"\n`, size), true))).map(parse),
};

describe('the text of a stream', () => {
  it.each(Object.entries(READERS))('reads the same items however the text is cut into chunks: %s', async (_, read) => {
    for (const size of [1, 2, 3, 5, 1000]) expect(await read('ä€😀 x', size)).toEqual(['ä€😀 x']);
  });

  it('reads events with all kinds of line breaks, wherever a chunk ends', async () => {
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

  it.each(Object.entries(READERS))('reads each character of one long item a few times: %s', async (_, read) => {
    const text = 'x'.repeat(2 ** 22);
    const { items, characters } = await countCharacters(() => read(text, 2 ** 14));
    expect(items).toEqual([text]);
    // Thousands of times if each chunk looks at the beginning of the item.
    expect(characters / text.length).toBeLessThan(10);
  });
});

/** Counts the characters of the strings that the methods of strings are called on: each of them flattens a string that was put together. */
async function countCharacters<T>(run: () => Promise<T>): Promise<{ readonly items: T; readonly characters: number }> {
  let characters = 0;
  for (const name of ['split', 'slice', 'endsWith', 'startsWith', 'trim'] as const) {
    const own = String.prototype[name] as (...args: unknown[]) => never;
    const spy = vi.spyOn(String.prototype, name).mockImplementation(function count(this: string, ...args: unknown[]) {
      characters += this.length;
      return Reflect.apply(own, this, args);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return { items: await run(), characters };
}
