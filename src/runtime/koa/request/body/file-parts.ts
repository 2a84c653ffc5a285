import type { ContentInput, Decoding } from '../../../../shared/contract/enforcement.ts';
import { formField, inputError } from '../../../../shared/contract/input-error.ts';
import type { InputError } from '../../../../shared/contract/problem.ts';
import type { Bracketed } from '../../../../shared/validation/brackets.ts';
import { ownDecoding } from '../../../../shared/validation/brackets.ts';
import { fieldPart } from '../../../../shared/validation/decode.ts';
import { isObject, own } from '../../../../shared/validation/values.ts';
import type { MultipartOptions } from './form.ts';

/** The tests that decide whether a part of a multipart form is a file or a value. */
export function fieldTests(content: ContentInput): Pick<MultipartOptions, 'isFile' | 'isValue'> {
  const { decoding } = content;
  const named = decoding?.properties ?? {};
  return {
    isFile: (text) => isFileField(content, fieldPart(text, decoding)),
    isValue: (text) => {
      const part = fieldPart(text, decoding);
      return !isFileField(content, part) && (Object.hasOwn(named, part.name) || named['*'] !== undefined);
    },
  };
}

/** Whether a field is a file, or an item of a list of files. */
export function isFileField(
  { files = [], fileParts = {}, decoding }: ContentInput,
  { name, property }: Bracketed,
): boolean {
  const named = decoding?.properties;
  if (property === undefined) return isFileOf(files, named, name);
  return Object.hasOwn(fileParts, name) && isFileOf(fileParts[name]!, ownDecoding(named, name)?.properties, property);
}

function isFileOf(files: readonly string[], named: Decoding['properties'] = {}, name: string): boolean {
  return files.includes(name) || (files.includes('*') && !Object.hasOwn(named, name));
}

/** Refuses texts in place of files, which JSON can have: a file is a part of the form. */
export function textsForFiles({ fileParts = {}, decoding }: ContentInput, value: unknown): InputError[] {
  return Object.entries(fileParts).flatMap(([name, files]) => {
    const object = own(value as object, name);
    if (!isObject(object)) return [];
    const named = ownDecoding(decoding?.properties, name)?.properties;
    const texts = Object.entries(object).filter(
      ([property, part]) => isFileOf(files, named, property) && [part].flat().some((one) => typeof one === 'string'),
    );
    return texts.map(([property]) => inputError(formField(name, property), 'must be a file', 'file'));
  });
}
