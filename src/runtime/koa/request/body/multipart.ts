import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { Busboy } from '@fastify/busboy';
import { formField, inputError } from '../../../../shared/contract/input-error.ts';
import { isJsonType } from '../../../../shared/contract/operation.ts';
import type { InputError } from '../../../../shared/contract/problem.ts';
import type { FieldValue } from '../../../../shared/validation/decode.ts';
import type { Feature } from '../../runtime.ts';
import { BodyError } from './error.ts';
import type { MultipartForm, MultipartOptions } from './form.ts';
import { invalidJson } from './text.ts';
import { ReceivedFile } from './upload.ts';

/** Reads multipart forms. Generated code imports it, so that only bundles with forms of files have it. */
export const multipart: Feature = () => () => ({ readForm: readMultipart });

/**
 * Reads a `multipart/form-data` body: RFC 7578. Files are streamed to temporary files, and undeclared files are discarded.
 *
 * @throws {BodyError} A 413 above a limit, or a 400 if the form is malformed or truncated. All temporary files are removed first.
 */
export async function readMultipart(body: Readable, options: MultipartOptions): Promise<MultipartForm> {
  let parser: BusboyInstance;
  try {
    parser = createParser(options);
  } catch (error) {
    // No pipeline owns the stream yet. An open stream keeps the connection, and an unhandled error ends the process.
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

function createParser({ contentType, isFile, isValue, limits }: MultipartOptions): BusboyInstance {
  const { bodyLimit, maxFields, maxFiles, maxFileSize } = limits;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (escaped: string | undefined, type, fileName) => {
        const name = unescapeName(escaped);
        if (name === undefined || fileName === undefined)
          return name === undefined ? fileName !== undefined : isFile(name);
        // Clients that build forms name every Blob.
        return !(isValue(name) && isTextual(type ?? ''));
      },
      limits: {
        fieldSize: bodyLimit,
        fields: maxFields,
        files: maxFiles,
        // A part without headers is neither a field nor a file.
        parts: maxFields + maxFiles,
        fileSize: maxFileSize,
        headerPairs: 20,
        headerSize: 8192,
      },
    });
  } catch (error) {
    throw new BodyError(400, `Invalid Content-Type of a multipart form: ${(error as Error).message}.`, {}, error);
  }
}

/** Collects the parts of a form from its parser. */
class FormReader implements MultipartForm {
  readonly fields: [name: string, value: FieldValue][] = [];
  readonly errors: InputError[] = [];
  readonly #parser: BusboyInstance;
  readonly #options: MultipartOptions;
  readonly #contents: Readable[] = [];
  readonly #files: ReceivedFile[] = [];
  readonly #writing: Promise<void>[] = [];
  /** Total size of the fields, not counting files, in bytes. */
  #size = 0;
  /** Number of the fields, not counting files. */
  #count = 0;

  constructor(parser: BusboyInstance, options: MultipartOptions) {
    this.#parser = parser;
    this.#options = options;
    const { maxFields, maxFiles } = options.limits;
    parser
      .on('field', (name, value, _isNameCut, isCut, _encoding, type) =>
        this.#takeField(unescapeName(name), value, type, isCut),
      )
      .on('file', (name, content, fileName, _encoding, type) =>
        this.#takeFile(unescapeName(name), content, unescapeName(fileName) ?? '', type),
      )
      .on('fieldsLimit', () => this.#fail(413, `The form must have at most ${maxFields} fields.`))
      .on('partsLimit', () => this.#fail(413, `The form must have at most ${maxFields + maxFiles} parts.`))
      .on('filesLimit', () => this.#fail(413, `The form must have at most ${maxFiles} files.`));
  }

  /** Waits until all files are written. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing);
    // Browsers send an empty, unnamed file if no file is chosen.
    const unchosen = new Set<unknown>(this.#files.filter(({ name, size }) => name === '' && size === 0));
    const chosen = this.fields.filter(([, value]) => !unchosen.has(value));
    this.fields.length = 0;
    for (const field of chosen) this.fields.push(field);
  }

  /** Stops all writes and removes the temporary files. */
  async abandon(reason: Error): Promise<void> {
    // Destroy with an error: a pipeline waits forever for a stream that is destroyed without one after its last data.
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
      return this.#fail(413, `The form must have at most ${bodyLimit} bytes, not counting files.`);
    }
    // The parser replaces invalid bytes.
    if (value.includes('\ufffd')) this.#refuse(name, 'is not valid text in its charset, such as UTF-8', 'encoding');
    else if (isJsonType(type)) this.#takeJson(name, value);
    else this.#addField(name, value);
  }

  /**
   * Adds a field.
   *
   * @param count The number of fields that it counts as.
   */
  #addField(name: string, value: FieldValue, count = 1): void {
    const { maxFields } = this.#options.limits;
    this.#count += count;
    if (this.#count > maxFields) this.#fail(413, `The form must have at most ${maxFields} fields.`);
    else this.fields.push([name, value]);
  }

  /** Parses a JSON part: OpenAPI 3.1, Encoding Object. A list of objects may be one part or several. */
  #takeJson(name: string, text: string): void {
    try {
      const value: unknown = JSON.parse(text);
      if (Array.isArray(value)) this.#addField(name, value.map(toField), Math.max(value.length, 1));
      else this.#addField(name, toField(value));
    } catch (error) {
      this.#refuse(name, invalidJson(error), 'json');
    }
  }

  #takeFile(name: string | undefined, content: Readable, fileName: string, type: string): void {
    const { isFile, limits } = this.#options;
    this.#contents.push(content);
    content.on('limit', () => this.#fail(413, `"${name}" must be a file of at most ${limits.maxFileSize} bytes.`));
    if (this.#parser.destroyed) return void content.resume();
    if (name === undefined) return this.#fail(400, 'A part of the form has no name.');
    if (!isFile(name)) {
      this.#refuse(name, 'must not be a file', 'file');
      content.on('error', () => {}).resume();
      return;
    }
    const file = new ReceivedFile(fileName, type);
    this.#files.push(file);
    this.fields.push([name, file]);
    const written = file.receive(content);
    // The parser does not notice that a file's reader has failed.
    written.catch((error: Error) => this.#parser.destroy(error));
    this.#writing.push(written);
  }

  #refuse(name: string, message: string, keyword: string): void {
    this.errors.push(inputError(formField(name), message, keyword));
  }

  #fail(status: number, message: string): void {
    this.#parser.destroy(new BodyError(status, message));
  }
}

/** Converts a value of a JSON part to a field. Scalars become text, as in every other part. */
function toField(value: unknown): FieldValue {
  return typeof value === 'object' ? value : String(value);
}

/** Whether parts of a type are texts, so that they can be values. */
function isTextual(type: string): boolean {
  return isJsonType(type) || type.startsWith('text/');
}

/** Undoes how forms escape names: WHATWG HTML, 4.10.21.8. */
function unescapeName<T extends string | undefined>(name: T): T {
  return name?.replace(/%(?:22|0D|0A)/g, decodeURIComponent) as T;
}

/** Maps an error of reading: HTTP errors and disk errors stay as they are, all others are a malformed form. */
function formError(error: Error): Error {
  // Test for the status, not the class: the bundle may contain two copies of BodyError.
  if ('status' in error || 'syscall' in error) return error;
  return new BodyError(400, `The request body is not valid multipart/form-data: ${error.message}.`, {}, error);
}
