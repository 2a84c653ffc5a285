import { pointTo } from '../../contract/json-pointer.ts';

/** A file of a description. */
export interface DescriptionFile {
  /** The absolute path or the URL. */
  readonly uri: string;
  /** The path or the URL to show. */
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
}

/** A location in a description: a file and a JSON Pointer (RFC 6901). */
export interface Origin {
  readonly file: DescriptionFile;
  readonly pointer: string;
}

/** A value's location: the object that contains it, and its key there. */
export interface At {
  readonly of: object;
  readonly key?: string | number;
}

/** The locations of the objects of a description, and of their copies. */
export class Origins {
  readonly #origins = new WeakMap<object, Origin>();

  /** Registers a value of a file and everything in it. */
  add(value: unknown, file: DescriptionFile, pointer: string = ''): void {
    if (typeof value !== 'object' || value === null || this.#origins.has(value)) return;
    this.#origins.set(value, { file, pointer });
    for (const [key, item] of Object.entries(value)) this.add(item, file, pointTo(pointer, key));
  }

  /** Registers a copy, and returns it. */
  copy<T extends object>(of: object, copy: T): T {
    const origin = this.#origins.get(of);
    if (origin !== undefined && copy !== of) this.#origins.set(copy, origin);
    return copy;
  }

  /** The location of a value; undefined for a value that no file contains. */
  find({ of, key }: At): Origin | undefined {
    const origin = this.#origins.get(of);
    return origin && key !== undefined ? { ...origin, pointer: pointTo(origin.pointer, key) } : origin;
  }
}
