import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A file of a multipart form, as a handler finds it in `ctx.input.body`. It lies in a temporary file, which is removed once the response is over.
 *
 * @example await ctx.input.body.photo.save(`uploads/${id}.png`);
 */
export interface Upload {
  /** What the client calls it: the last segment of a path, without control characters. It may still be any name, so store it under one of your own. */
  readonly name: string;
  /** The media type, as the client says it: nobody has looked into the file. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** The temporary file, absolute; once it is saved, where it was saved to. */
  readonly path: string;
  /** Its bytes, as a stream. */
  stream(): Readable;
  /** Its bytes, all in memory. */
  bytes(): Promise<Buffer>;
  /** Its bytes as UTF-8, all in memory. */
  text(): Promise<string>;
  /** Moves it to a path, so that it stays; a file that is there is replaced. Only this process's user may read it. */
  save(path: string): Promise<void>;
}

/** A file on its way from a form to the disk, and what a handler gets of it. */
export class ReceivedFile implements Upload {
  readonly name: string;
  readonly type: string;
  size = 0;
  readonly #temporary = join(tmpdir(), `upload-${randomUUID()}`);
  #path = this.#temporary;

  constructor(name: string, type: string) {
    // eslint-disable-next-line no-control-regex -- they are what is left out
    this.name = name.replace(/[\u0000-\u001f\u007f]/g, '');
    this.type = type;
  }

  // No property: a handler that returns what it was given must not tell the client where files lie.
  get path(): string {
    return this.#path;
  }

  /** Writes the file. Nobody else may read it, and nothing that is there is written over. */
  async receive(content: Readable): Promise<void> {
    const file = createWriteStream(this.#temporary, { flags: 'wx', mode: 0o600 });
    // A pipeline that fails does not wait for a file that is being opened, which would then outlive its removal.
    const closed = new Promise<void>((resolve) => file.once('close', resolve));
    await pipeline(content, file).finally(() => closed);
    this.size = file.bytesWritten;
  }

  /** Removes the temporary file, where it was not moved. */
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
      // On another disk it is copied, and the temporary file removed with the others.
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await copyFile(this.#path, path);
    }
    this.#path = path;
  }
}
