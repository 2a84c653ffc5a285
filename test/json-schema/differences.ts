/** Titles of groups or cases that fare otherwise than the specification has it, and why. */
export interface Difference {
  readonly reason: string;
  readonly titles: readonly string[];
}

/** The largest share of the required cases that may be refused. */
export const MOST_REFUSED = 0.15;

/** Groups whose schema is an error at build time. */
export const REFUSED: readonly Difference[] = [
  {
    reason: 'The reference leads to a document on the network, and references are never fetched.',
    titles: [
      'refRemote: remote ref',
      'refRemote: fragment within remote ref',
      'refRemote: anchor within remote ref',
      'refRemote: ref within remote ref',
      'refRemote: base URI change',
      'refRemote: base URI change - change folder',
      'refRemote: base URI change - change folder in subschema',
      'refRemote: root ref in remote ref',
      'refRemote: remote ref with ref to defs',
      'refRemote: Location-independent identifier in remote ref',
      'refRemote: retrieved nested refs resolve relative to their URI not $id',
      'refRemote: remote HTTP ref with different $id',
      'refRemote: remote HTTP ref with different URN $id',
      'refRemote: remote HTTP ref with nested absolute ref',
    ],
  },
  {
    reason: "The reference leads to the draft's meta-schema, which is not a definition.",
    titles: [
      'anchor: invalid anchors',
      'defs: validate definition against metaschema',
      'id: Invalid use of fragments in location-independent $id',
      'id: Valid use of empty fragments in location-independent $id',
      'id: Unnormalized $ids are allowed but discouraged',
      'ref: remote ref, containing refs itself',
      'ref: URN base URI with f-component',
    ],
  },
  {
    reason: 'References through "$id" and "$anchor" are not supported.',
    titles: [
      'anchor: Location-independent identifier',
      'anchor: Location-independent identifier with absolute URI',
      'anchor: Location-independent identifier with base URI change in subschema',
      'anchor: $anchor inside an enum is not a real identifier',
      'anchor: same $anchor with different base uri',
      'id: $id inside an enum is not a real identifier',
      'ref: Recursive references between schemas',
      'ref: refs with relative uris and defs',
      'ref: relative refs with absolute uris and defs',
      'ref: $id must be resolved against nearest parent, not just immediate parent',
      'ref: order of evaluation: $id and $ref',
      'ref: order of evaluation: $id and $anchor and $ref',
      'ref: simple URN base URI with $ref via the URN',
      'ref: URN base URI with URN and JSON pointer ref',
      'ref: URN base URI with URN and anchor ref',
      'ref: URN ref with nested pointer ref',
      'ref: ref to if',
      'ref: ref to then',
      'ref: ref to else',
      'ref: ref with absolute-path-reference',
      'unknownKeyword: $id inside an unknown keyword is not a real identifier',
    ],
  },
  {
    reason: 'References to a place in the same file are supported below "$defs" only.',
    titles: ['ref: relative pointer ref to object', 'ref: relative pointer ref to array'],
  },
  {
    reason: '"$dynamicRef" is not supported.',
    titles: [
      'dynamicRef: A $dynamicRef to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor',
      'dynamicRef: A $dynamicRef to an $anchor in the same schema resource behaves like a normal $ref to an $anchor',
      'dynamicRef: multiple dynamic paths to the $dynamicRef keyword',
      'dynamicRef: A $ref to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor',
      'dynamicRef: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated',
      'dynamicRef: A $dynamicRef without anchor in fragment behaves identical to $ref',
      'dynamicRef: An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution',
      'dynamicRef: A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
      'dynamicRef: A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
      "dynamicRef: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
      'dynamicRef: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope',
      'dynamicRef: A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor',
      'dynamicRef: after leaving a dynamic scope, it is not used by a $dynamicRef',
      'dynamicRef: strict-tree schema, guards against misspelled properties',
      'dynamicRef: tests for implementation dynamic anchor and reference link',
      'dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first',
      'dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first',
    ],
  },
  {
    reason: 'A boolean is not supported as a whole file.',
    titles: ["boolean_schema: boolean schema 'true'", "boolean_schema: boolean schema 'false'"],
  },
  {
    reason: 'A default that its own schema rejects is an error.',
    titles: [
      'default: invalid type for default',
      'default: invalid string value for default',
      'default: the default keyword does not do anything if the property is missing',
    ],
  },
  {
    reason: 'Bounds that no value satisfies are an error.',
    titles: ['minContains: maxContains < minContains'],
  },
];

/** Groups that make the compiler throw. */
export const THROWN: readonly Difference[] = [
  {
    reason:
      '"$schema" names a meta-schema of its own, which is not fetched, and the compiler throws instead of reporting an error.',
    titles: [
      'vocabulary: schema that uses custom metaschema with with no validation vocabulary',
      'vocabulary: ignore unrecognized optional vocabulary',
    ],
  },
];

/** Cases with another verdict than the specification's. */
export const WRONG: readonly Difference[] = [];
