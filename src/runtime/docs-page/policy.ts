/**
 * Writes the content security policy of the docs page: nothing inline, and nothing from elsewhere but answers of the API.
 *
 * @param origins The other origins that the page sends requests to.
 */
export function policyOf(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Swagger UI shows images of responses as blobs.
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
