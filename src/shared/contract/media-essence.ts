/**
 * The type and the subtype of a media type, in small letters and without parameters.
 *
 * @example essenceOf('Text/HTML; charset=utf-8') // 'text/html'
 */
export function essenceOf(mediaType: string): string {
  return mediaType.split(';')[0]!.trim().toLowerCase();
}

/** Whether an essence is that of text, to show or to write. */
export function isTextType(essence: string): boolean {
  return /^text\/|[/+](?:json|jsonl|json-seq|xml|x-www-form-urlencoded|javascript|yaml|x-ndjson)$/.test(essence);
}
