import type { InputError } from './problem.ts';
import { pointTo } from './json-pointer.ts';

/** The value that a violation is about: a parameter, the body, or a part of it. */
export type Subject = Pick<InputError, 'in' | 'name'> & { readonly pointer?: string };

/**
 * Creates a violation of a value, as a whole unless the subject has a pointer.
 *
 * @param message The constraint, to follow a name.
 * @example inputError({ in: 'query', name: 'page' }, 'must be an integer', 'type', { type: 'integer' })
 */
export function inputError(
  { in: location, name, pointer = '' }: Subject,
  message: string,
  keyword: string,
  params: InputError['params'] = {},
): InputError {
  return { in: location, name, pointer, message, keyword, params };
}

/** Creates the violation of a value that was given more than once. */
export function repeatedError(subject: Subject): InputError {
  return inputError(subject, 'must be given only once', 'repeated');
}

/** Creates the violation of a text whose percent-encoding is malformed: RFC 3986, 2.1. */
export function malformedError(subject: Subject): InputError {
  return inputError(subject, 'has an invalid percent-encoding', 'encoding');
}

/** A field of a form, or a property of one. */
export function formField(name: string, property?: string): Subject {
  const pointer = pointTo('', name);
  return { in: 'body', name, pointer: property === undefined ? pointer : pointTo(pointer, property) };
}
