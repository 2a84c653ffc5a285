/** An object without a prototype: it has no inherited properties, and `__proto__` is an ordinary name. */
export type Record = { [name: string]: unknown };

// Objects made by a constructor stay fast, those of Object.create(null) do not.
const Constructor = function () {} as unknown as new () => Record;
Constructor.prototype = Object.create(null);

/** Makes an empty {@link Record}. */
export function createRecord(): Record {
  return new Constructor();
}
