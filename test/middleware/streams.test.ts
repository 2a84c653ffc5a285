import archiver from 'archiver';
import { Stream } from 'node:stream';
import { Readable } from 'readable-stream';
import { describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

describe.each(['createApp', 'createRouter'] as const)('in %s', (place) => {
  it('an archive of archiver is sent', async () => {
    const { ask, errors } = await serve(place);
    const { status, headers, bytes } = await ask('GET /archive');
    expect([status, headers['content-type'], errors]).toEqual([200, 'application/zip', []]);
    // The signatures of the first file and of the end of the archive.
    expect([bytes.subarray(0, 4).toString('latin1'), bytes.includes('PK\x05\x06')]).toEqual(['PK\x03\x04', true]);
    expect(bytes.includes('four')).toBe(true);
  });

  it('a stream of readable-stream is sent, and has no undeclared properties', async () => {
    const { ask, errors } = await serve(place);
    for (const target of ['GET /rows', 'GET /rows?bytes=true']) {
      const { status, json } = await ask(target);
      expect([status, json, errors]).toEqual([200, [{ id: 1, name: 'Ada' }], []]);
    }
  });
});

it('these streams do not inherit from the class of Node', () => {
  expect([archiver('zip'), Readable.from([])].map((stream) => stream instanceof Stream)).toEqual([false, false]);
});
