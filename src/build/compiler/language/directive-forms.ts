import type { DirectiveName } from './directive-names.ts';

/** The directives that definitions have beside those of a contract. */
export type DefinitionDirective = 'typedef' | 'property' | 'template' | 'param-define' | 'returns-define';

/** How a directive is written. */
export interface DirectiveForm {
  /** The text after its name, in the notation of snippets. */
  readonly snippet: string;
  readonly meaning: string;
  readonly example: string;
}

const TYPED = '{${1:string}} ${2:name} - ${3:description}';

/** How each directive is written, for editors. A directive without a row does not compile. */
export const DIRECTIVE_FORMS: Readonly<Record<DirectiveName | DefinitionDirective, DirectiveForm>> = {
  param: {
    snippet: TYPED,
    meaning: 'An input: in the path, the query, a header, a cookie or the body. Brackets make it optional.',
    example: '@param {integer} [limit=20] (minimum: 1, maximum: 100) - Rows per page',
  },
  'param-include': {
    snippet: '${1:paging}',
    meaning: 'Inputs that are defined elsewhere with `@param-define`, and the built-in `paging` and `cursor (keys)`.',
    example: '@param-include paging',
  },
  returns: {
    snippet: '{${1:string}} - ${2:description}',
    meaning: 'A response: type, status (200, or 204 without a type), media type, description.',
    example: '@returns {Pet} 201 - The new pet',
  },
  'returns-include': {
    snippet: '${1:name}',
    meaning: 'Responses that are defined elsewhere with `@returns-define`.',
    example: '@returns-include notFound',
  },
  throws: {
    snippet: '${1:404} - ${2:description}',
    meaning: 'A response that is an error; its body is a problem unless it has a type.',
    example: '@throws 404 - The pet does not exist',
  },
  header: {
    snippet: '{${1:string}} ${2:X-Name} - ${3:description}',
    meaning: 'A header of the response above it, or of every response.',
    example: '@header {integer} X-Total - The number of pets',
  },
  summary: {
    snippet: '${1:text}',
    meaning: 'A summary in one line, in place of the first line of the description.',
    example: '@summary Lists the pets',
  },
  tags: { snippet: '${1:name}', meaning: 'Groups in the document, separated by commas.', example: '@tags pets, shop' },
  deprecated: {
    snippet: '${1:reason}',
    meaning: 'Clients should stop using it. The date and the text are optional.',
    example: '@deprecated 2026-11-01 - Use getPet',
  },
  sunset: {
    snippet: '${1:2027-05-01}',
    meaning: 'The date from which it may be gone.',
    example: '@sunset 2027-05-01',
  },
  operationId: {
    snippet: '${1:name}',
    meaning: "An ID that differs from the function's name.",
    example: '@operationId listPets',
  },
  security: {
    snippet: '${1:none}',
    meaning:
      'The authentication that it requires: a scheme and its scopes. Each line is an alternative; `none` requires nothing.',
    example: '@security oauth read:pets',
  },
  consumes: {
    snippet: '${1:application/json}',
    meaning: 'The media types of the request body, or of the `@param body` below it if there are several.',
    example: '@consumes multipart/form-data',
  },
  produces: {
    snippet: '${1:application/json}',
    meaning: 'The media types of responses that have none.',
    example: '@produces text/csv',
  },
  example: {
    snippet: '${1:value}',
    meaning: 'A value in YAML, of the parameter or the response above it.',
    example: '@example { name: Rex }',
  },
  see: {
    snippet: '${1:https://example.com/docs} ${2:description}',
    meaning: 'Further reading: a URL, or a path of the same server.',
    example: '@see https://example.com/docs The guide',
  },
  etag: {
    snippet: '',
    meaning: 'A GET has an `ETag`, and the PUT, PATCH and DELETE of its path require it.',
    example: '@etag',
  },
  idempotent: {
    snippet: '',
    meaning: 'A POST or PATCH takes an `Idempotency-Key`; `required` refuses requests without one.',
    example: '@idempotent required',
  },
  tool: {
    snippet: '',
    meaning: 'The operation is a tool for models. A name replaces the operationId.',
    example: '@tool find_pets',
  },
  internal: { snippet: '', meaning: 'The operation is served and not documented.', example: '@internal' },
  typedef: {
    snippet: '{${1:object}} ${2:Name} - ${3:description}',
    meaning: 'Defines a schema; lines of `@property` are its properties.',
    example: '@typedef {object} Pet - A pet',
  },
  property: {
    snippet: TYPED,
    meaning: 'A property of the `@typedef` above it. Brackets make it optional.',
    example: '@property {string} name (maxLength: 100) - The name',
  },
  template: {
    snippet: '${1:T}',
    meaning: 'The type parameters of a generic `@typedef`.',
    example: '@template T',
  },
  'param-define': {
    snippet: '${1:name}',
    meaning: 'Defines a set of parameters, for `@param-include`.',
    example: '@param-define tenant',
  },
  'returns-define': {
    snippet: '${1:name}',
    meaning: 'Defines a set of responses, for `@returns-include`.',
    example: '@returns-define notFound',
  },
};

/** The form of a directive; undefined for a method, an extension or an unknown one. */
export function directiveForm(name: string): DirectiveForm | undefined {
  return Object.hasOwn(DIRECTIVE_FORMS, name) ? DIRECTIVE_FORMS[name as DirectiveName] : undefined;
}
