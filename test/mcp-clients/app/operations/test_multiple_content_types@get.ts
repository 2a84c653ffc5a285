import type Koa from 'koa';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/**
 * Returns parts of several types.
 * @tool test_multiple_content_types
 * @returns {file} 200 multipart/mixed - A text, an image and a file
 */
export default (ctx: Koa.Context): Buffer => {
  ctx.set('Content-Type', 'multipart/mixed; boundary=part');
  return Buffer.concat([
    Buffer.from('--part\r\nContent-Type: text/plain\r\n\r\nMultiple content types test:\r\n'),
    Buffer.from('--part\r\nContent-Type: image/png\r\n\r\n'),
    Buffer.from(PIXEL, 'base64'),
    Buffer.from(
      '\r\n--part\r\nContent-Type: application/json\r\nContent-Disposition: attachment; filename=mixed.json\r\n\r\n{"test":"data","value":123}\r\n--part--\r\n',
    ),
  ]);
};
