import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Operation, Parameter } from '../../../shared/contract/operation.ts';
import { JSON_TYPES, typesOf } from '../../../shared/schema/json-types.ts';
import type { Diagnostic, FieldValue } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isParameter, parametersOf } from './field-reads.ts';

interface Version {
  readonly operations: readonly { readonly contract: Pick<Operation, 'parameters'> }[];
  readonly document: BaseDocument;
}

/**
 * Finds whether a field never has a value that code compares it with. The function can run for any operation that has the field, in any version: a type that
 * only one of them has is enough.
 */
export function impossibleValue(at: Location, value: FieldValue, versions: readonly Version[]): Diagnostic | undefined {
  const { field, kind } = value;
  if (!isParameter(field)) {
    const scheme = field.slice('auth.'.length);
    const isScheme = versions.some(({ document }) => Object.hasOwn(document.components?.securitySchemes ?? {}, scheme));
    // A verifier that returns null has refused the request.
    return isScheme && kind === 'null' ? messages.neverNull(at, field) : undefined;
  }
  const isRaw = field.startsWith('query.');
  const declared = versions.flatMap(({ operations }) =>
    operations.flatMap(({ contract }) => parametersOf(contract, isRaw ? `input.${field}` : field)),
  );
  // The read of a name that no operation has is reported itself.
  if (declared.length === 0) return undefined;
  const types = new Set(field.startsWith('params.') ? ['string'] : declared.flatMap(typesIn));
  if (isRaw)
    return [...types].every((each) => /^(?:array|object)$/.test(each)) ? messages.rawList(at, field) : undefined;
  if (types.has(kind)) return undefined;
  return kind === 'null' ? messages.neverNull(at, field) : messages.otherType(at, value, [...types].toSorted());
}

/** The types of a parameter's values: all, if they are those of a named type. */
function typesIn({ schema, style }: Parameter): readonly string[] {
  const types = style === 'json' ? JSON_TYPES : [...typesOf(schema)];
  return types.map((each) => (each === 'integer' ? 'number' : each));
}
