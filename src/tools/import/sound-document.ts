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

/** The same parts without the fields, the items of lists and the schemes that have faults. */
function withoutFaults(parts: Fields, of: Fields, notes: Notes): Fields {
  let sound = parts;
  // A list can only be checked against others once these are valid.
  for (let faults = faultsOf(sound); faults.size > 0; faults = faultsOf(sound))
    sound = withoutThese(sound, faults, of, notes);
  return sound;
}

function withoutThese(parts: Fields, faults: ReadonlyMap<string, Reasons>, of: Fields, notes: Notes): Fields {
  const mended = [...faults].map(([field, reasons]) => {
    return [field, withoutItems(parts[field], reasons, { of, key: field }, notes)] as const;
  });
  return { ...parts, ...Object.fromEntries(mended) };
}

/** The first reason for each item of a field; by undefined that for the field itself. */
type Reasons = ReadonlyMap<string | undefined, string>;

function faultsOf({ securitySchemes, ...document }: Fields): ReadonlyMap<string, Reasons> {
  const fields = new Map<string, Map<string | undefined, string>>();
  for (const { pointer, message } of documentFaults({ ...document, components: { securitySchemes } })) {
    const [field = '', key, ...rest] = keysOf(pointer.replace(/^\/components/, ''));
    const reasons = fields.get(field) ?? new Map<string | undefined, string>();
    fields.set(field, reasons);
    const reason = [rest.length === 0 ? 'it' : `its "${rest.join('.')}"`, message].join(' ');
    if (!reasons.has(key)) reasons.set(key, reason);
  }
  return fields;
}

/** A list or an object without some items; undefined if the value is neither, or has a fault itself. */
function withoutItems(value: unknown, reasons: Reasons, at: At, notes: Notes): unknown {
  const isContainer = isKeywords(value) || Array.isArray(value);
  const [first = ''] = reasons.values();
  if (!isContainer || reasons.has(undefined)) return void notes.add(at, reasons.get(undefined) ?? first);
  for (const [key, reason] of reasons) notes.add({ of: value, key: key! }, reason);
  const copy = Array.isArray(value)
    ? (value as unknown[]).filter((_, i) => !reasons.has(String(i)))
    : Object.fromEntries(Object.entries(value).filter(([name]) => !reasons.has(name)));
  return notes.origins.copy(value, copy);
}
