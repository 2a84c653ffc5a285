import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { Busboy } from '@fastify/busboy';
import { pointTo } from '../../../contract/json-pointer.ts';
import type { InputError } from '../../../contract/problem.ts';
import type { FieldValue } from '../../../validation/decode.ts';
import type { BodyLimits } from '../../options.ts';
import { BodyError } from './error.ts';
import { isJsonType } from './media-type.ts';
import { ReceivedFile } from './upload.ts';

/** How a multipart form is read. */
export interface MultipartOptions {
  /** With its boundary. */
  readonly contentType: string;
  /** Whether a field is a file. */
  readonly isFile: (name: string) => boolean;
  readonly limits: BodyLimits;
}

/** A multipart form that was read. */
export interface MultipartForm {
  /** In the order they came. */
  readonly fields: readonly (readonly [name: string, value: FieldValue])[];
  /** What is wrong with parts, apart from what they say. */
  readonly errors: readonly InputError[];
  /** Removes the temporary files. */
  dispose(): Promise<void>;
}

/**
 * Reads a `multipart/form-data` body: RFC 7578. Files go to temporary files as they come; those that are not declared are thrown away.
 *
 * @throws {BodyError} 413 past a limit, 400 for what is no such form or breaks off. No file is left then.
 */
export async function readMultipart(body: Readable, options: MultipartOptions): Promise<MultipartForm> {
  let parser: BusboyInstance;
  try {
    parser = createParser(options);
  } catch (error) {
    // Nobody else will: a stream that is left alone holds the connection, and an error that nobody hears ends the process.
    body.on('error', () => {}).destroy();
    throw error;
  }
  const form = new FormReader(parser, options);
  try {
    await pipeline(body, parser);
    await form.settle();
  } catch (error) {
    await form.abandon(error as Error);
    throw formError(error as Error);
  }
  return form;
}

function createParser({ contentType, isFile, limits }: MultipartOptions): BusboyInstance {
  const { bodyLimit, maxFields, maxFiles, maxFileSize } = limits;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name, _type, fileName) => fileName !== undefined || (name !== undefined && isFile(name)),
      limits: {
        fieldSize: bodyLimit,
        fields: maxFields,
        files: maxFiles,
        fileSize: maxFileSize,
        headerPairs: 20,
        headerSize: 8192,
      },
    });
  } catch (error) {
    throw new BodyError(
      400,
      `The Content-Type does not say how the form is divided: ${(error as Error).message}.`,
      {},
      error,
    );
  }
}

/** Takes the parts of a form from its parser. */
class FormReader implements MultipartForm {
  readonly fields: [name: string, value: FieldValue][] = [];
  readonly errors: InputError[] = [];
  readonly #parser: BusboyInstance;
  readonly #options: MultipartOptions;
  readonly #contents: Readable[] = [];
  readonly #files: ReceivedFile[] = [];
  readonly #writing: Promise<void>[] = [];
  /** Of the fields that are no files, in bytes. */
  #size = 0;

  constructor(parser: BusboyInstance, options: MultipartOptions) {
    this.#parser = parser;
    this.#options = options;
    const { maxFields, maxFiles } = options.limits;
    parser
      .on('field', (name, value, _isNameCut, isCut, _encoding, type) => this.#takeField(name, value, type, isCut))
      .on('file', (name, content, fileName, _encoding, type) => this.#takeFile(name, content, fileName ?? '', type))
      .on('fieldsLimit', () => this.#fail(413, `The form must have at most ${maxFields} fields.`))
      .on('filesLimit', () => this.#fail(413, `The form must have at most ${maxFiles} files.`));
  }

  /** Waits until all files are written. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing);
    // What a browser sends for a file that nobody chose.
    const missing = new Set<unknown>(this.#files.filter(({ name, size }) => name === '' && size === 0));
    const chosen = this.fields.filter(([, value]) => !missing.has(value));
    this.fields.splice(0, this.fields.length, ...chosen);
  }

  /** Stops what is under way, and leaves nothing behind. */
  async abandon(reason: Error): Promise<void> {
    // With an error: a pipeline waits for the end of a stream that has had all its data, even if it is destroyed.
    for (const content of this.#contents) content.on('error', () => {}).destroy(reason);
    await Promise.allSettled(this.#writing);
    await this.dispose();
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.remove()));
  }

  #takeField(name: string | undefined, value: string, type: string, isCut: boolean): void {
    const { bodyLimit } = this.#options.limits;
    if (name === undefined) return this.#fail(400, 'A part of the form has no name.');
    this.#size += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (isCut || this.#size > bodyLimit) {
      return this.#fail(413, `The fields of the form that are no files must have at most ${bodyLimit} bytes in all.`);
    }
    if (isJsonType(type)) this.#takeJson(name, value);
    else this.fields.push([name, value]);
  }

  /** OpenAPI 3.1, Encoding Object: an object is `application/json`. A list of them may come as one part or as several. */
  #takeJson(name: string, text: string): void {
    try {
      const value: unknown = JSON.parse(text);
      for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) this.fields.push([name, toField(item)]);
    } catch (error) {
      this.#refuse(name, `is not JSON: ${(error as Error).message}`);
    }
  }

  #takeFile(name: string | undefined, content: Readable, fileName: string, type: string): void {
    const { isFile, limits } = this.#options;
    this.#contents.push(content);
    content.on('limit', () =>
      this.#fail(413, `A file must have at most ${limits.maxFileSize} bytes; ${name} has more.`),
    );
    if (this.#parser.destroyed) return void content.resume();
    if (name === undefined) return this.#fail(400, 'A part of the form has no name.');
    if (!isFile(name)) {
      this.#refuse(name, 'must not be a file');
      content.on('error', () => {}).resume();
      return;
    }
    const file = new ReceivedFile(fileName, type);
    this.#files.push(file);
    this.fields.push([name, file]);
    const written = file.receive(content);
    // Nothing else would tell the parser that nobody reads on.
    written.catch((error: Error) => this.#parser.destroy(error));
    this.#writing.push(written);
  }

  #refuse(name: string, message: string): void {
    this.errors.push({ in: 'body', name, pointer: pointTo('', name), message });
  }

  #fail(status: number, message: string): void {
    this.#parser.destroy(new BodyError(status, message));
  }
}

/** A value of a JSON part as a field: what is no object is text that stands for it, as in any other part. */
function toField(value: unknown): FieldValue {
  return typeof value === 'object' && value !== null ? value : String(value ?? '');
}

/** The errors of a disk are the server's, those with a status say so, and all others are of the form. */
function formError(error: Error): Error {
  // By its status: the runtime's own module may be another copy of this one's.
  if ('status' in error || 'syscall' in error) return error;
  return new BodyError(400, `The body is no multipart/form-data: ${error.message}.`, {}, error);
}
