import type Koa from 'koa';

/**
 * Returns audio.
 * @tool test_audio_content
 * @returns {file} 200 audio/wav - Silence
 */
export default (ctx: Koa.Context): Buffer => {
  ctx.set('Content-Type', 'audio/wav');
  return Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=', 'base64');
};
