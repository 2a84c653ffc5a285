const TIME = String.raw`(?<time>\d\d:\d\d:\d\d)`;
const FORMS: readonly RegExp[] = [
  // IMF-fixdate
  String.raw`\w{3}, (?<day>\d\d?) (?<month>\w{3}) (?<year>\d{4}) ${TIME} GMT`,
  // RFC 850
  String.raw`\w{6,9}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) ${TIME} GMT`,
  // asctime of C
  String.raw`\w{3} (?<month>\w{3}) (?<day>[ \d]\d) ${TIME} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Parses a date of HTTP, in one of the three forms that a server must accept: RFC 9110, 5.6.7.
 *
 * @returns The milliseconds since 1970, or NaN if the text is not such a date.
 */
export function parseHttpDate(text: string, now: Date = new Date()): number {
  const { day, month, year, time } = FORMS.find((form) => form.test(text))?.exec(text)?.groups ?? {};
  if (year === undefined) return Number.NaN;
  return Date.parse(`${day} ${month} ${fullYear(year, now.getUTCFullYear())} ${time} GMT`);
}

/** The year that two digits mean. One that would be more than 50 years ahead is in the past. */
function fullYear(digits: string, now: number): number {
  if (digits.length > 2) return Number(digits);
  const year = now - (now % 100) + Number(digits);
  return year > now + 50 ? year - 100 : year;
}
