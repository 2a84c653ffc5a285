import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, open, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * A file of a multipart form in `ctx.input.body`. It is a temporary file, which is deleted when the response ends. Call `save(path)` to keep it.
 *
 * @example await ctx.input.body.photo.save(`uploads/${id}.png`);
 */
export interface Upload {
  /** The client's file name, without directories and control characters. Do not trust it: store the file under your own name. */
  readonly name: string;
  /** The media type that the client sent. The content is not inspected. */
  readonly type: string;
  /** Size in bytes. */
  readonly size: number;
  /** Absolute path of the temporary file; after `save`, the path you saved it to. */
  readonly path: string;
  /** Opens the content as a stream. */
  stream(): Readable;
  /** Reads the content into memory. */
  bytes(): Promise<Buffer>;
  /** Reads the content into memory as UTF-8. */
  text(): Promise<string>;
  /**
   * Moves the file to a path and replaces an existing file as a whole. Only the user of this process can read it.
   *
   * On another disk, it is copied to the directory of the path first. If that fails, the existing file stays.
   */
  save(path: string): Promise<void>;
}

/** How much of a name goes into that of its copy: names have 255 bytes at most, and a character up to three. */
const LONGEST = 60;

/** An uploaded file: written by the form reader, then passed to the handler. */
export class ReceivedFile implements Upload {
  readonly name: string;
  readonly type: string;
  size = 0;
  readonly #temporary = join(tmpdir(), `upload-${randomUUID()}`);
  #path = this.#temporary;

  constructor(name: string, type: string) {
    // eslint-disable-next-line no-control-regex -- removed on purpose
    this.name = name.replace(/[\u0000-\u001f\u007f]/g, '');
    this.type = type;
  }

  // A getter is not serialized: a handler that returns its input must not leak paths to the client.
  get path(): string {
    return this.#path;
  }

  /**
   * Writes the temporary file. Other users cannot read it, and an existing file is never overwritten.
   *
   * By a handle: a `WriteStream` of workerd never finishes if a small file ends before it is open.
   * Not by its `writeFile`, which replaces the previous chunk in workerd.
   */
  async receive(content: Readable): Promise<void> {
    // Without a listener, an error before the first read would end the process. The loop throws it.
    content.on('error', () => {});
    const file = await open(this.#temporary, 'wx', 0o600);
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        await file.appendFile(chunk);
        this.size += chunk.length;
      }
    } finally {
      await file.close();
    }
  }

  /** Removes the temporary file, unless it was moved. */
  remove(): Promise<void> {
    return rm(this.#temporary, { force: true });
  }

  stream(): Readable {
    return createReadStream(this.#path);
  }

  bytes(): Promise<Buffer> {
    return readFile(this.#path);
  }

  text(): Promise<string> {
    return readFile(this.#path, 'utf8');
  }

  async save(path: string): Promise<void> {
    try {
      await rename(this.#path, path);
    } catch (error) {
      // The path is on another disk. The temporary file is removed when the response ends.
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await copyAndRename(this.#path, path);
    }
    this.#path = path;
  }
}

/** Copies a file to the directory of its target, then renames it: readers never see a part of it, and a full disk leaves the old file as it is. */
async function copyAndRename(from: string, to: string): Promise<void> {
  const copy = join(dirname(to), `.${basename(to).slice(0, LONGEST)}.${randomUUID()}.tmp`);
  try {
    await copyFile(from, copy, constants.COPYFILE_EXCL);
    await rename(copy, to);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}
