const UNRESERVED = /^[\w\-.~]$/;
/** A path without percent-encodings, of characters that never need one: RFC 3986, 3.3 (`pchar`). */
const PLAIN = /^[\w\-.~!$&'()*+,;=:@/]*$/;
/** A percent-encoding, or an ASCII character that needs one. */
const ODD = /%[\da-f]{2}|["<>[\\\]^`{|} \u00a0]/gi;

/** A `%` that begins no percent-encoding. */
const MALFORMED = /%(?![\da-f]{2})/i;

/** Whether a path or segment has exactly one spelling: no percent-encoding, and no character that needs one. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Normalizes a path: unreserved characters are decoded, hexadecimal digits are capitals, and characters that a path cannot contain are encoded
 * (RFC 3986, 6.2.2.1 and 6.2.2.2). A path with a malformed one stays as it is: in `%7%30`, decoding `%30` would make `%70`, which is another character.
 *
 * @example normalizePath('/%70ets/a%2fb|c') // '/pets/a%2Fb%7Cc'
 */
export function normalizePath(path: string): string {
  if (PLAIN.test(path) || MALFORMED.test(path)) return path;
  return path.replace(ODD, (text) => {
    if (!text.startsWith('%')) return encodeURIComponent(text);
    const character = String.fromCharCode(Number.parseInt(text.slice(1), 16));
    return UNRESERVED.test(character) ? character : text.toUpperCase();
  });
}

/** A request target that {@link normalizeTarget} would not change, and whose path has no segment that begins with a dot. */
const NORMAL = /^(?:\/(?:[\w\-~!$&'()*+,;=:@][\w\-.~!$&'()*+,;=:@]*)?)+(?:\?|$)/;

/** Whether a request target is surely normalized, without dot segments. This is the fast path for almost all requests. */
export function isNormal(target: string): boolean {
  return NORMAL.test(target);
}

/**
 * Normalizes the path of a request target, removes its origin (RFC 9112, 3.2.2), drops a fragment, and keeps its query.
 *
 * @example normalizeTarget('http://localhost/%70ets?tag=%70') // '/pets?tag=%70'
 */
export function normalizeTarget(target: string): string {
  const local = originForm(target);
  const [path] = /^[^?#]*/.exec(local) as unknown as [string];
  return `${normalizePath(path)}${local.slice(path.length)}`;
}

/** A request target or a URL without its origin (RFC 9112, 3.2.2) and its fragment, which a target doesn't have (3.2), and Koa drops. */
export function originForm(target: string): string {
  return withoutFragment(target).replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/');
}

/**
 * Whether Koa reads another path from a request target than its text shows: for a `#` or white space it calls `url.parse`, which turns `\\` into
 * `/` and trims. Clients never send these characters. A guard on `ctx.url` would not see the path that matches.
 *
 * @example isMisread('/admin\\#') // true
 */
export function isMisread(target: string): boolean {
  return /[#\s]|^[^?]*\\/.test(target);
}

/** Whether a normalized path has a segment `.` or `..`: RFC 3986, 3.3. */
export function hasDotSegment(path: string): boolean {
  return /(?:^|\/)\.\.?(?:\/|$)/.test(path);
}

/** Encodes the text of a segment as {@link normalizePath} spells it: only characters that need it are encoded. Undefined if it has a lone surrogate. */
export function encodeSegment(text: string): string | undefined {
  try {
    return encodeURI(text).replace(/[/?#]/g, encodeURIComponent);
  } catch {
    return undefined;
  }
}

/** A percent-encoded sequence of bytes, or a character. */
const UNITS = /(?:%[\da-f]{2})+|[^%]/gisu;

/**
 * Decodes a segment. Characters that {@link encodeSegment} would spell in another way become stand-ins, which no literal text matches: `%3A` is part
 * of a value, and `:` can be text between two.
 *
 * A stand-in is a lone surrogate for each byte, which no decoded text contains.
 */
export function markSpelling(raw: string): string {
  return raw.replace(UNITS, (unit) => {
    const text = decodeURIComponent(unit);
    return unit === encodeSegment(text)
      ? text
      : Array.from(text, (character) => markCharacter(character, unit)).join('');
  });
}

function markCharacter(character: string, unit: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  const isUsual = encodeSegment(character)?.startsWith('%') === true && /^[%\dA-F]+$/.test(unit);
  return isUsual ? character : String.fromCharCode(...bytes.map((byte) => STAND_IN + byte));
}

const STAND_IN = 0xdc00;

/** Replaces the stand-ins of {@link markSpelling} by their characters. */
export function unmarkSpelling(text: string): string {
  return text.replace(/[\udc00-\udcff]+/gu, (units) =>
    new TextDecoder().decode(Uint8Array.from(units, (unit) => unit.charCodeAt(0) - STAND_IN)),
  );
}

/** A URI without its fragment. */
export function withoutFragment(uri: string): string {
  return uri.replace(/#.*$/s, '');
}

/** Decodes a part of a URI, such as a segment or its fragment; one that is malformed stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The prefix of the paths below the option `base`: empty for `/`. */
export function prefixOf(base: string): string {
  return base.normalize('NFC').replace(/\/+$/, '');
}
