import { describe, expect, it } from 'vitest';
import { compileLine } from './compile.ts';

const unreachable = (line: string): string[] =>
  compileLine(line, 'one@post.ts')
    .diagnostics.filter(({ code }) => code === 'unreachable-rate-limit')
    .map(({ at }) => at.source.text.slice(at.span.start).split('\n')[0]!);

const hourly = (rule: string): string => `@rate-limit 30 per hour (name: hourly${rule})`;
const minute = (rule: string): string => `@rate-limit 30 per minute${rule}`;

describe('a limit that another one covers', () => {
  it.each([
    ['(onStoreError: closed)', ''],
    ['(onStoreError: closed)', ', onStoreError: open'],
    ['', ', onStoreError: open'],
  ])('accepts %j, which refuses first if the store fails, next to %j', (rule, other) => {
    expect(unreachable(`${minute(` ${rule}`.trimEnd())}\n * ${hourly(other)}`)).toEqual([]);
  });

  it.each([
    ['', ''],
    ['', ', onStoreError: closed'],
    ['(onStoreError: open)', ''],
    ['(onStoreError: closed)', ', onStoreError: closed'],
  ])('reports %j next to %j', (rule, other) => {
    const line = minute(` ${rule}`.trimEnd());
    expect(unreachable(`${line}\n * ${hourly(other)}`)).toEqual([line]);
  });
});
