import { FACET_NAMES, facetKeyword } from '../../../shared/schema/keywords.ts';

/** The meaning of each facet, in the words of JSON Schema 2020-12, Validation, for editors. */
const MEANINGS: Readonly<Record<string, string>> = {
  const: 'The only value that is valid.',
  enum: 'The values that are valid.',
  minLength: 'The minimum number of characters (Unicode code points).',
  maxLength: 'The maximum number of characters (Unicode code points).',
  pattern: 'A regular expression of ECMA-262 that the text must match, anywhere in it.',
  minimum: 'The value must be at least this.',
  maximum: 'The value must be at most this.',
  exclusiveMinimum: 'The value must be greater than this.',
  exclusiveMaximum: 'The value must be less than this.',
  multipleOf: 'The value must be a multiple of this.',
  format: 'The format of the value, such as `email` or `date-time`.',
  minItems: 'The minimum number of items.',
  maxItems: 'The maximum number of items.',
  uniqueItems: 'Whether all items must differ.',
  minProperties: 'The minimum number of properties.',
  maxProperties: 'The maximum number of properties.',
  additionalProperties: 'The schema of properties that are not declared; `false` for none.',
  title: 'A short name in the document.',
  description: 'A description in the document.',
  default: 'The value if none is given.',
  example: 'A value in the document.',
  examples: 'Values in the document.',
  deprecated: 'Whether clients should stop using it.',
  readOnly: 'Whether only responses have it.',
  writeOnly: 'Whether only requests have it.',
  contentEncoding: 'The encoding of binary data in a text, such as `base64`.',
  contentMediaType: 'The media type of the text.',
  discriminator: 'The property that selects the type of a union: `{propertyName: kind, mapping: {cat: Cat}}`.',
  xml: 'The representation in XML, such as `{name: pet, attribute: true}`.',
  externalDocs: 'Further documentation: `{url: https://example.com, description: More}`.',
  'x-items': 'Marks the rows in the envelope of a list.',
  'x-total': 'Marks the number of all rows in the envelope of a list.',
  'x-limit': 'Marks the page size in the envelope of a list.',
  'x-offset': 'Marks the offset of the page in the envelope of a list.',
  'x-trim': 'Removes white space at both ends of a text in a request, before it is checked.',
  'x-lowercase': 'Changes a text in a request to lower case, before it is checked.',
  'x-checkbox': 'Reads the text `on`, which a checkbox of a form sends, as true.',
};

/** The meaning of a facet; undefined for any other word. */
export function facetMeaning(name: string): string | undefined {
  return FACET_NAMES.includes(name) ? MEANINGS[facetKeyword(name)] : undefined;
}
