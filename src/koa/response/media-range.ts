/** Whether a media type is in a range: RFC 9110, 12.5.1. */
export function covers(range: string, type: string): boolean {
  const [kind, subtype] = range.toLowerCase().split('/');
  const [ofKind, ofSubtype] = type.toLowerCase().split('/');
  return (kind === '*' || kind === ofKind) && (subtype === '*' || subtype === ofSubtype);
}
