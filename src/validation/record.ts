/** An object without a prototype: no name in it means anything but what was put there, `__proto__` and `constructor` included. */
export type Record = { [name: string]: unknown };

// Objects made by a constructor stay fast, those of Object.create(null) do not.
const Constructor = function () {} as unknown as new () => Record;
Constructor.prototype = Object.create(null);

/** Makes an empty {@link Record}. */
export function createRecord(): Record {
  return new Constructor();
}
