import type { Schema } from '../../../shared/contract/operation.ts';
import type { Mode, TypeScope } from './mode.ts';
import type { TypeText } from './print.ts';
import { typeOf } from './schema-type.ts';

/** Writes the types of schemas, each once: a handler's result is usually the client's response. */
export class Writer {
  readonly #written = new Map<Mode, Map<Schema, TypeText>>();

  /** @param scope Creates the scope of a mode's types. */
  constructor(readonly scope: (mode: Mode) => TypeScope) {}

  type(schema: Schema, mode: Mode): TypeText {
    const known = this.#written.get(mode) ?? new Map<Schema, TypeText>();
    this.#written.set(mode, known);
    const type = known.get(schema) ?? typeOf(schema, this.scope(mode));
    known.set(schema, type);
    return type;
  }
}
