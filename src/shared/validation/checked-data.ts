import type { DataSchema } from '../contract/data-schema.ts';
import type { InputValidator, PickValue } from '../contract/enforcement.ts';
import { keysOf } from '../contract/json-pointer.ts';
import type { InputError } from '../contract/problem.ts';
import { checkValue } from './check-value.ts';

/** The error of data that does not match its definition. It lists every violation, as a 400 does. */
export class InvalidData extends Error {
  override readonly name = 'InvalidData';

  constructor(
    readonly definition: string,
    readonly errors: readonly InputError[],
  ) {
    super(`Invalid ${definition}: ${errors.map(({ pointer, message }) => `${pointer} ${message}`.trim()).join('; ')}`);
  }
}

/** The code of a definition. */
export interface DataCode {
  readonly input: { readonly body: { readonly content: readonly InputValidator[] } };
  /** Undefined if it would keep everything. */
  readonly pick?: PickValue;
}

const BODY = { in: 'body', name: '' } as const;

/** Makes the schema of a definition, whose code is created when it is first used. */
export function dataSchema(name: string, create: () => DataCode): DataSchema {
  let code: DataCode | undefined;
  const codeOf = (): DataCode => (code ??= create());
  const check = (value: unknown, errors: InputError[]): unknown =>
    checkValue(BODY, codeOf().input.body.content[0]!, value, errors);
  return {
    parse(value) {
      const errors: InputError[] = [];
      const valid = check(value, errors);
      if (errors.length > 0) throw new InvalidData(name, errors);
      return valid;
    },
    pick(value) {
      const { pick } = codeOf();
      return pick === undefined ? value : pick(value);
    },
    '~standard': {
      version: 1,
      vendor: 'unplugin-operations',
      validate(value) {
        const errors: InputError[] = [];
        const valid = check(value, errors);
        if (errors.length === 0) return { value: valid };
        return { issues: errors.map(({ message, pointer }) => ({ message, path: keysOf(pointer) })) };
      },
    },
  };
}

/**
 * Finds a definition by its name.
 *
 * @throws {TypeError} If there is none.
 */
export function schemaOf(schemas: { readonly [name: string]: unknown }, name: string): DataSchema {
  if (!Object.hasOwn(schemas, name)) throw new TypeError(`Unknown definition "${name}"`);
  return schemas[name] as DataSchema;
}
