/** The media type of forms that can have files: RFC 7578. */
export const MULTIPART = 'multipart/form-data';

/** The media type of forms that are written like a query. */
export const URLENCODED = 'application/x-www-form-urlencoded';

/** Whether a media type is that of a form. */
export function isFormType(mediaType: string): boolean {
  return mediaType === MULTIPART || mediaType === URLENCODED;
}
