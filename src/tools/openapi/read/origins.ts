import { pointTo } from '../../../shared/contract/json-pointer.ts';

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

/** A text that identifies a location. */
export function originKey({ file, pointer }: Origin): string {
  return `${file.uri}#${pointer}`;
}

/** A value's location: the object that contains it, and its key there. */
export interface At {
  readonly of: object;
  readonly key?: string | number;
}

/** The locations of the objects of a description, and of their copies. */
export class Origins {
  readonly #files: readonly DescriptionFile[];
  readonly #originals = new WeakMap<object, object>();
  #origins: WeakMap<object, Origin> | undefined;

  constructor(files: Iterable<DescriptionFile>) {
    this.#files = [...files];
  }

  /** Registers a copy, and returns it. */
  copy<T extends object>(of: object, copy: T): T {
    if (copy !== of) this.#originals.set(copy, this.#originals.get(of) ?? of);
    return copy;
  }

  /** The location of a value; undefined for a value that no file contains. */
  find({ of, key }: At): Origin | undefined {
    const origin = this.#all().get(this.#originals.get(of) ?? of);
    return origin && key !== undefined ? { ...origin, pointer: pointTo(origin.pointer, key) } : origin;
  }

  /** The locations of all objects. Most descriptions are read without a need for them. */
  #all(): WeakMap<object, Origin> {
    if (this.#origins !== undefined) return this.#origins;
    const origins = new WeakMap<object, Origin>();
    const add = (value: unknown, file: DescriptionFile, pointer: string): void => {
      if (typeof value !== 'object' || value === null || origins.has(value)) return;
      origins.set(value, { file, pointer });
      for (const [key, item] of Object.entries(value)) add(item, file, pointTo(pointer, key));
    };
    for (const file of this.#files) add(file.value, file, '');
    return (this.#origins = origins);
  }
}
