import type { Schema } from '../../../shared/contract/operation.ts';
import { eachSchema } from '../../../shared/schema/walk.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { Sample } from './declared.ts';

/**
 * The same samples, where one of an object or a list has the whole schema: other lines can declare parts of it.
 *
 * @param whole The schema that all lines declare together, in which each sample is the same object.
 * @param beside The samples outside of the schema.
 */
export function withWholeSchemas(
  samples: readonly Declared<Sample>[],
  whole: readonly Schema[],
  beside: readonly (readonly [value: unknown, schema: Schema])[] = [],
): readonly Declared<Sample>[] {
  if (!samples.some(({ value }) => isContainer(value.value))) return samples;
  const schemas = new Map<unknown, Schema>();
  for (const schema of whole)
    eachSchema(schema, (part) => {
      const { default: value, examples = [] } = part;
      for (const one of [value, ...(examples as readonly unknown[])]) schemas.set(one, part);
    });
  for (const [value, schema] of beside) schemas.set(value, schema);
  return samples.map((sample) => {
    const schema = isContainer(sample.value.value) ? schemas.get(sample.value.value) : undefined;
    return schema === undefined ? sample : withSchema(sample, schema);
  });
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A location is a getter: finding it takes time. */
function withSchema(sample: Declared<Sample>, schema: Schema): Declared<Sample> {
  return {
    value: { ...sample.value, schema },
    get at() {
      return sample.at;
    },
  };
}
