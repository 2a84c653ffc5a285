/** The units of sizes, in bytes. As the default limits, they are powers of 1024. */
const UNITS = { gb: 2 ** 30, mb: 2 ** 20, kb: 2 ** 10, b: 1 } as const;

type Unit = keyof typeof UNITS;

/**
 * Reads a size with its unit, in any letter case; undefined if it is invalid.
 *
 * @example readSize('50mb') // 52428800
 */
export function readSize(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d+)\s*([a-z]+)$/i.exec(text) ?? [];
  const name = unit.toLowerCase();
  if (!Object.hasOwn(UNITS, name)) return undefined;
  const size = Number(count) * UNITS[name as Unit];
  return size > 0 && Number.isSafeInteger(size) ? size : undefined;
}

/**
 * A size in its largest unit without a fraction.
 *
 * @example sizeText(52428800) // '50mb'
 */
export function sizeText(size: number): string {
  const [name, bytes] = Object.entries(UNITS).find(([, unit]) => size % unit === 0) ?? ['b', 1];
  return `${size / bytes}${name}`;
}
