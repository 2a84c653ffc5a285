import { keysOf } from '../../shared/contract/json-pointer.ts';
import { documentFaults } from '../../build/compiler/definitions/document.ts';
import { isKeywords } from '../../shared/schema/json-types.ts';
import type { Description } from '../openapi/read/description.ts';
import type { Fields } from '../openapi/read/document-fields.ts';
import type { Notes } from '../openapi/read/notes.ts';
import type { At } from '../openapi/read/origins.ts';

/** A description without the parts that `openapi.yaml` cannot have, such as security schemes of unknown types. The reasons become notes. */
export function withSoundDocument(description: Description): Description {
  const { notes, fields, securitySchemes } = description;
  const { info, servers, tags, externalDocs } = fields;
  const given = Object.entries({ info, servers, tags, externalDocs }).filter(([, value]) => value !== undefined);
  const { securitySchemes: schemes, ...sound } = withoutFaults(
    { ...Object.fromEntries(given), securitySchemes },
    fields,
    notes,
  );
  return {
    ...description,
    fields: notes.origins.copy(fields, { ...fields, ...sound }),
    securitySchemes: schemes as Fields,
  };
}

/** The same parts without the field, the item of a list or the scheme that has the first fault, until there are no more. */
function withoutFaults(parts: Fields, of: Fields, notes: Notes): Fields {
  const { securitySchemes, ...document } = parts;
  const [fault] = documentFaults({ ...document, components: { securitySchemes } });
  if (fault === undefined) return parts;
  const [field, key, ...rest] = keysOf(fault.pointer.replace(/^\/components/, ''));
  const reason = [rest.length === 0 ? 'it' : `its "${rest.join('.')}"`, fault.message].join(' ');
  const sound = withoutItem(parts[field!], key, { of, key: field! }, reason, notes);
  return withoutFaults({ ...parts, [field!]: sound }, of, notes);
}

/** A list or an object without one item; undefined for a value that is neither. */
function withoutItem(value: unknown, key: string | undefined, at: At, reason: string, notes: Notes): unknown {
  if (key === undefined || !(isKeywords(value) || Array.isArray(value))) return void notes.add(at, reason);
  notes.add({ of: value, key }, reason);
  const copy = Array.isArray(value)
    ? (value as unknown[]).filter((_, i) => i !== Number(key))
    : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  return notes.origins.copy(value, copy);
}
