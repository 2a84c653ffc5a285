import type { DirectiveForm } from './directive-description.ts';

/** A directive whose lines are grammar: types, includes, security, media types. The compiler reads them. */
interface GrammarRow {
  readonly form: DirectiveForm;
  /** Whether operations inherit it from the comments of their directories. */
  readonly isInherited?: true;
  /** Whether comments that are not contracts often have it too. */
  readonly isEveryday?: true;
}

const TYPED = '{${1:string}} ${2:name} - ${3:description}';

/** The directives of contracts without a description. */
export const GRAMMAR = {
  param: {
    form: {
      snippet: TYPED,
      meaning: 'An input: in the path, the query, a header, a cookie or the body. Brackets make it optional.',
      example: '@param {integer} [limit=20] (minimum: 1, maximum: 100) - Rows per page',
    },
    isInherited: true,
  },
  'param-include': {
    form: {
      snippet: '${1:paging}',
      meaning: 'Inputs that are defined elsewhere with `@param-define`, and the built-in `paging` and `cursor (keys)`.',
      example: '@param-include paging',
    },
    isInherited: true,
  },
  returns: {
    form: {
      snippet: '{${1:string}} - ${2:description}',
      meaning: 'A response: type, status (200, or 204 without a type), media type, description.',
      example: '@returns {Pet} 201 - The new pet',
    },
    isInherited: true,
  },
  'returns-include': {
    form: {
      snippet: '${1:name}',
      meaning: 'Responses that are defined elsewhere with `@returns-define`.',
      example: '@returns-include notFound',
    },
    isInherited: true,
  },
  throws: {
    form: {
      snippet: '${1:404} - ${2:description}',
      meaning: 'A response that is an error; its body is a problem unless it has a type.',
      example: '@throws 404 - The pet does not exist',
    },
    isInherited: true,
    isEveryday: true,
  },
  header: {
    form: {
      snippet: '{${1:string}} ${2:X-Name} - ${3:description}',
      meaning: 'A header of the response above it, or of every response.',
      example: '@header {integer} X-Total - The number of pets',
    },
    isInherited: true,
  },
  security: {
    form: {
      snippet: '${1:none}',
      meaning:
        'The authentication that it requires: a scheme and its scopes. Each line is an alternative; `none` requires nothing.',
      example: '@security oauth read:pets',
    },
    isInherited: true,
  },
  consumes: {
    form: {
      snippet: '${1:application/json}',
      meaning:
        'The media types of the request body, or of the `@param body` below it if there are several. `(max: 5mb)` is the maximum size of the one before it.',
      example: '@consumes multipart/form-data (max: 50mb)',
    },
  },
  produces: {
    form: {
      snippet: '${1:application/json}',
      meaning: 'The media types of responses that have none.',
      example: '@produces text/csv',
    },
  },
  example: {
    form: {
      snippet: '${1:value}',
      meaning: 'A value in YAML, of the parameter or the response above it.',
      example: '@example { name: Rex }',
    },
    isInherited: true,
    isEveryday: true,
  },
} as const satisfies Readonly<Record<string, GrammarRow>>;

/** The directives of definitions that contracts do not have. */
export const DEFINITION_FORMS = {
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
  payload: {
    snippet: '{${1:object}} - ${2:description}',
    meaning: 'The payload of an event in `app/events`, whose comment it is.',
    example: '@payload {Invoice} - The invoice',
  },
} as const satisfies Readonly<Record<string, DirectiveForm>>;

/** The name of one of {@link GRAMMAR}. */
export type GrammarName = keyof typeof GRAMMAR;
