import { isObject } from '../../shared/validation/values.ts';

const PARTS: readonly string[] = ['parameters', 'headers', 'responses', 'problems', 'extensions'];
const PLACES: readonly unknown[] = ['query', 'header', 'cookie'];
/** The name of a header: RFC 9110, 5.1. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const isText = (value: unknown): value is string => typeof value === 'string';
const isOptional = (value: unknown, isValid: (value: unknown) => boolean): boolean =>
  value === undefined || isValid(value);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** Finds out what is wrong with a result of `sent`; undefined if nothing is. */
export function sentFault(sent: unknown): string | undefined {
  if (!isObject(sent)) return 'it is not an object';
  const unknown = Object.keys(sent).find((name) => !PARTS.includes(name));
  if (unknown !== undefined) return `unknown field "${unknown}"`;
  const { parameters = [], headers = {}, responses = [], problems = [], extensions = {} } = sent;
  if (!Array.isArray(parameters) || !Array.isArray(responses) || !Array.isArray(problems))
    return '"parameters", "responses" and "problems" are lists';
  if (!isObject(headers) || !isObject(extensions)) return '"headers" and "extensions" are objects by name';
  const faults = [
    ...parameters.map(parameterFault),
    ...Object.entries(headers).map(([name, header]) => headerFault(name, header)),
    ...responses.map(responseFault),
    ...problems.map(problemFault),
    ...Object.keys(extensions).map((name) => (/^x-./.test(name) ? undefined : `"${name}" does not begin with "x-"`)),
  ];
  return faults.find((fault) => fault !== undefined);
}

function parameterFault(given: unknown): string | undefined {
  if (!isObject(given)) return 'a parameter is not an object';
  const { name, in: place, required, schema, description } = given;
  if (!isText(name) || name === '') return 'a parameter has no name';
  if (!PLACES.includes(place)) return `"in" of the parameter "${name}" is not query, header or cookie`;
  if (!isOptional(required, isFlag) || !isOptional(description, isText)) return `the parameter "${name}" is invalid`;
  return schemaFault(schema, `the parameter "${name}"`);
}

function headerFault(name: string, given: unknown): string | undefined {
  if (!TOKEN.test(name)) return `"${name}" is not the name of a header`;
  if (!isObject(given)) return `the header "${name}" is not an object`;
  const { schema = {}, description, required, on } = given;
  if (!isOptional(description, isText) || !isOptional(required, isFlag)) return `the header "${name}" is invalid`;
  if (on !== undefined && on !== 'success' && on !== 'all') return `"on" of the header "${name}" is not success or all`;
  return schemaFault(schema, `the header "${name}"`);
}

function responseFault(given: unknown): string | undefined {
  if (!isObject(given)) return 'a response is not an object';
  const { status, description, mediaType, schema } = given;
  if (!isStatus(status, 200, 599)) return 'the status of a response is not 200 to 599';
  if (!isText(description) || !isOptional(mediaType, isText)) return `the response ${status} is invalid`;
  return schema === undefined ? undefined : schemaFault(schema, `the response ${status}`);
}

function problemFault(given: unknown): string | undefined {
  const { status, description } = isObject(given) ? given : { status: given, description: '' };
  if (!isStatus(status, 400, 599)) return 'the status of a problem is not 400 to 599';
  return isText(description) ? undefined : `the problem ${status} has no description`;
}

function isStatus(value: unknown, from: number, to: number): value is number {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}

function schemaFault(schema: unknown, what: string): string | undefined {
  if (!isObject(schema)) return `${what} has no schema`;
  return JSON.stringify(schema).includes('"$ref"') ? `the schema of ${what} has "$ref"` : undefined;
}
