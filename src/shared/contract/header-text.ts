/*
 * Header values beyond ASCII. In Node, and so in every app, a value has one character for each byte. Some platforms decode the bytes of requests as
 * UTF-8, and encode the values of responses.
 */

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** A value that a platform has decoded, as Node has it. */
export function toNodeHeader(text: string): string {
  return isAscii(text) ? text : Buffer.from(text).toString('latin1');
}

/** A value that a platform may have decoded, as Node has it. */
export function toNodeHeaderIfText(text: string): string {
  return isAscii(text) || decoded(text) !== undefined ? text : toNodeHeader(text);
}

/** A value of a response as text, for a platform that encodes it. Bytes that are not UTF-8 are sent as such characters. */
export function fromNodeHeader(value: string): string {
  return isAscii(value) ? value : (decoded(value) ?? value);
}

/** The text whose bytes are the characters of a value; undefined if they are not. */
function decoded(value: string): string | undefined {
  if (/[^\0-\xff]/.test(value)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return undefined;
  }
}
