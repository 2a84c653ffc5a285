import type { Content, Operation, Parameter, Response } from '../../../shared/contract/operation.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { successOf } from '../../../shared/contract/statuses.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import { differenceOf, isSameShape } from './same-shape.ts';

/**
 * The differences between the contract of an operation in an older version and the one that its handler is written for, in words. References to
 * definitions of the same name are the same.
 *
 * @param versions The names of the versions.
 */
export function contractDifferences(own: Operation, written: Operation, versions: readonly [string, string]): string[] {
  return [
    ...parameterDifferences(own.parameters, written.parameters, versions),
    ...bodyDifferences(own, written, versions),
    ...responseDifferences(own, written, versions),
    ...(isEqual(own.paging, written.paging) ? [] : ['the paging of the list differs']),
    ...(isEqual(own.security ?? null, written.security ?? null) ? [] : ['the "@security" differs']),
  ];
}

type Versions = readonly [string, string];

function parameterDifferences(own: readonly Parameter[], written: readonly Parameter[], versions: Versions): string[] {
  const keys = [...new Set([...own, ...written].map(parameterKey))];
  return keys.flatMap((key) => {
    const [one, other] = [own, written].map((all) => all.find((each) => parameterKey(each) === key));
    if (one === undefined || other === undefined)
      return [`only "${versions[one === undefined ? 1 : 0]}" has the parameter "${key}"`];
    const { schema, description: _, deprecated: _d, example: _e, otherExamples: _o, ...rest } = one;
    const { schema: before, description: _2, deprecated: _d2, example: _e2, otherExamples: _o2, ...others } = other;
    if (isEqual(rest, others) && isSameShape(schema, before)) return [];
    return [`the parameter "${key}" differs${because(schema, before, versions)}`];
  });
}

function parameterKey({ in: place, name }: Parameter): string {
  return `${place}.${name}`;
}

function bodyDifferences({ body }: Operation, { body: before }: Operation, versions: Versions): string[] {
  if (body === undefined && before === undefined) return [];
  if (body === undefined || before === undefined) return ['only one of them has a body'];
  const isOther = body.required !== before.required || body.declaredOnly !== before.declaredOnly;
  return [
    ...(isOther ? ['the body is required in only one of them'] : []),
    ...contentDifferences('the body', body.content, before.content, versions),
  ];
}

function responseDifferences(own: Operation, written: Operation, versions: Versions): string[] {
  const differences = written.responses.flatMap((response) => {
    const subject = `the response ${response.status}`;
    const other = own.responses.find(({ status }) => status === response.status);
    if (other === undefined) return [`only "${versions[1]}" has ${subject}`];
    return [
      ...contentDifferences(subject, other.content, response.content, versions),
      ...headerDifferences(subject, other, response),
    ];
  });
  const isSame = successOf(own.responses)?.status === successOf(written.responses)?.status;
  return isSame ? differences : [...differences, 'the status of a success differs'];
}

/** An older version may promise more headers, but the handler does not send what it no longer knows. */
function headerDifferences(subject: string, own: Response, { headers: written = [] }: Response): string[] {
  return written.flatMap(({ name, required, schema }) => {
    const other = own.headers?.find((each) => each.name.toLowerCase() === name.toLowerCase());
    return other !== undefined && other.required === required && isSameShape(other.schema, schema)
      ? []
      : [`the header "${name}" of ${subject} differs`];
  });
}

function contentDifferences(
  subject: string,
  own: readonly Content[],
  written: readonly Content[],
  versions: Versions,
): string[] {
  const types = [...new Set([...own, ...written].map(({ mediaType }) => mediaType))];
  return types.flatMap((type) => {
    const [one, other] = [own, written].map((all) => all.find(({ mediaType }) => mediaType === type));
    if (one === undefined || other === undefined) return [`${subject} is ${type} in only one of them`];
    if (one.stream !== other.stream) return [`${subject} is a stream in only one of them`];
    if (one.maxBytes !== other.maxBytes) return [`the limit of ${subject} differs`];
    return isSameShape(one.schema, other.schema)
      ? []
      : [`${subject} differs${because(one.schema, other.schema, versions)}`];
  });
}

function because(one: Schema, other: Schema, versions: Versions): string {
  const text = differenceOf(one, other, versions);
  return text === '' ? '' : `: ${text}`;
}
