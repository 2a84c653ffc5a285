import type Koa from 'koa';

/**
 * Returns a file of text.
 * @tool test_embedded_resource
 * @returns {file} 200 text/plain - The file
 */
export default (ctx: Koa.Context): Buffer => {
  ctx.attachment('embedded.txt');
  ctx.type = 'text/plain';
  return Buffer.from('This is an embedded resource content.');
};
