/** Titles of groups or cases that fare otherwise than the specification has it, and why. */
export interface Difference {
  readonly reason: string;
  readonly titles: readonly string[];
}

/** The largest share of the required cases that may be refused. */
export const MAX_REFUSED = 0.05;

/** Groups whose schema is an error at build time. */
export const REFUSED: readonly Difference[] = [
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
    reason:
      'Several schemas have the dynamic anchor, so that only the route to the "$dynamicRef" tells which one it means.',
    titles: [
      'dynamicRef: multiple dynamic paths to the $dynamicRef keyword',
      'dynamicRef: after leaving a dynamic scope, it is not used by a $dynamicRef',
      'dynamicRef: strict-tree schema, guards against misspelled properties',
      'dynamicRef: tests for implementation dynamic anchor and reference link',
      'dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first',
      'dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first',
    ],
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
  {
    reason: '"$schema" names a dialect of its own, and dialects are never fetched.',
    titles: [
      'vocabulary: schema that uses custom metaschema with with no validation vocabulary',
      'vocabulary: ignore unrecognized optional vocabulary',
    ],
  },
];

/** Cases with another verdict than the specification's. */
export const WRONG: readonly Difference[] = [];
