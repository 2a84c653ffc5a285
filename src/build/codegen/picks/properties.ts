import type { Keywords } from '../../../shared/schema/json-types.ts';

/** Whether a schema names properties. One that names none is open. */
export function listsProperties(schema: Keywords): boolean {
  const { properties = {}, patternProperties = {}, additionalProperties, unevaluatedProperties } = schema;
  return (
    Object.keys(properties).length > 0 ||
    Object.keys(patternProperties).length > 0 ||
    additionalProperties === false ||
    unevaluatedProperties === false
  );
}

/** Whether a schema declares all properties that it does not name. */
export function keepsOthers({ additionalProperties = false, unevaluatedProperties = false }: Keywords): boolean {
  return additionalProperties !== false || unevaluatedProperties !== false;
}

/** The names that a schema requires, or that its discriminator reads. */
export function requiredNames(schema: Keywords): string[] {
  const {
    required = [],
    dependentRequired = {},
    discriminator,
  } = schema as {
    readonly required?: readonly string[];
    readonly dependentRequired?: { readonly [name: string]: readonly string[] };
    readonly discriminator?: { readonly propertyName?: unknown };
  };
  const names = [...required, ...Object.values(dependentRequired).flat(), discriminator?.propertyName];
  return names.filter((name) => typeof name === 'string');
}
