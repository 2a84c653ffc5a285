import type { OperationContext } from 'unplugin-operations/koa';

/**
 * A form with a file.
 *
 * @consumes multipart/form-data
 * @param {string} body.title - A title
 * @param {file} body.photo - A file
 * @returns {any} What was read
 */
export default async function upload({ input }: OperationContext): Promise<unknown> {
  const { title, photo } = input.body as { title: string; photo: { bytes(): Promise<Uint8Array> } };
  return { title, size: (await photo.bytes()).length };
}
