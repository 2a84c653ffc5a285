import type Koa from 'koa';

/**
 * Returns an image.
 * @tool test_image_content
 * @returns {file} 200 image/png - A red pixel
 */
export default (ctx: Koa.Context): Buffer => {
  ctx.type = 'image/png';
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  );
};
