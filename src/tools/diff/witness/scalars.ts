import type { Shape } from '../../../shared/comparison/shape.ts';
import { textsOf } from './pattern-texts.ts';

/** A text of each format that is checked. */
const FORMATS: { readonly [format: string]: readonly string[] } = {
  date: ['2024-02-29'],
  time: ['10:00:00Z'],
  'date-time': ['2024-02-29T10:00:00Z'],
  duration: ['P1D'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000'],
  email: ['ada@example.org'],
  hostname: ['api.example.org'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  uri: ['https://example.org/'],
  'uri-reference': ['/pets', ''],
  'uri-template': ['/pets/{id}', '/pets'],
  'json-pointer': ['/a', ''],
  'relative-json-pointer': ['0'],
  regex: ['^a+$'],
  byte: ['YQ==', ''],
};

const COMMON = ['a', 'x y', '', '0', 'A', '-', 'é', 'true', '12.5', 'a,b'];
/** The longest text that is tried. */
const MAX_LENGTH = 100_000;

/** Lists texts to try: of the right format and pattern, and at the bounds of both versions. */
export function textCandidates({ keywords }: Shape, after: Shape | undefined): string[] {
  const { format, pattern } = keywords;
  const formed = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format]! : [];
  const matching = typeof pattern === 'string' ? textsOf(pattern) : [];
  const others = after?.keywords ?? {};
  const lengths = [
    keywords['minLength'],
    keywords['maxLength'],
    add(others['maxLength'], 1),
    add(others['minLength'], -1),
  ].filter((length): length is number => typeof length === 'number' && length >= 0 && length <= MAX_LENGTH);
  const seeds = matching.length > 0 ? matching : ['a', '0'];
  const sized = lengths.flatMap((length) => seeds.map((seed) => resize(seed, length)));
  const foreign = typeof others['pattern'] === 'string' ? textsOf(others['pattern']) : [];
  return [...new Set([...formed, ...matching, ...sized, ...COMMON, ...foreign])];
}

function add(bound: unknown, step: number): number | undefined {
  return typeof bound === 'number' ? bound + step : undefined;
}

/** A text of a length, from the characters of another: the last one is repeated. */
function resize(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, text.at(-1) ?? 'a');
}

/** Lists numbers to try: at the bounds of both versions and next to them. */
export function numberCandidates(before: Shape, after: Shape | undefined): number[] {
  const isInteger = before.types?.includes('number') === false;
  const step = Number(before.keywords['multipleOf'] ?? 1);
  const bounds = [before, after].flatMap((shape) =>
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => shape?.keywords[keyword]),
  );
  const near = bounds.flatMap((bound) =>
    typeof bound === 'number'
      ? [bound, bound - step, bound + step, ...(isInteger ? [] : [bound - 0.5, bound + 0.5])]
      : [],
  );
  const other = Number(after?.keywords['multipleOf'] ?? 1);
  const seeds = [1, 0, 2, -1, ...near, other + 1, 10, 1000, 3e9, 1e15, -3e9, 0.5, 1.25];
  const rounded = seeds.flatMap((value) => [value, Math.ceil(value / step) * step]);
  return [...new Set(rounded)].filter((value) => Number.isFinite(value) && (!isInteger || Number.isSafeInteger(value)));
}
