/** Whether a media type is JSON: RFC 8259, or the suffix `+json` of RFC 6839, 3.1. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/i.test(mediaType);
}
