/** The number at the start of a file name, the text before it, and the text after it. */
const NUMBERED = /^([A-Za-z]?)(\d+)(_+|-|\.)/;
const DATED = /^\d{4}([-_])\d{2}\1\d{2}/;

/**
 * The start of the name of the next migration, so that it comes after the others: the next number, or the time.
 *
 * @param files The names of the files in the directory.
 * @param first The start of the first name.
 * @example nextPrefix(['001-books.sql'], new Date()) // 002-
 */
export function nextPrefix(files: readonly string[], now: Date, first: string = '001-'): string {
  const digits = now.toISOString().replaceAll(/\D/g, '');
  const dated = files.map((file) => DATED.exec(file)?.[1]).findLast((separator) => separator !== undefined);
  if (dated !== undefined) {
    const time = now.toISOString().slice(0, 19).replaceAll(/\D/g, dated);
    return `${time}${dated}`;
  }
  const numbered = files.map((file) => NUMBERED.exec(file)).filter((match) => match !== null);
  const [last] = numbered.sort(([, , a], [, , b]) => Number(b) - Number(a));
  if (last === undefined) return first;
  const [, letter, number, separator] = last as unknown as [string, string, string, string];
  const next = String(Number(number) + 1).padStart(number.length, '0');
  // A long number is a time.
  const time = digits.slice(0, number.length);
  return `${letter}${number.length >= 8 && number.length <= digits.length && time > number ? time : next}${separator}`;
}
