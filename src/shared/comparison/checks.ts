/** The severities of oasdiff: a break, a possible break, and a compatible change. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;

/** One of {@link SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** The severity for a request and for a response; null if the change is not reported there. */
type Row = readonly [request: Severity | null, response: Severity | null];

const NARROWS: Row = ['error', 'info'];
const WIDENS: Row = ['info', 'error'];
const BREAKS: Row = ['error', 'error'];
const INFORMS: Row = ['info', 'info'];

/** The changes of a lower or an upper bound. */
const bound = (name: string, narrows: string, widens: string): [string, Row][] => [
  [`${name}-set`, ['warning', null]],
  [`${name}-${narrows}`, ['error', null]],
  [`${name}-${widens}`, WIDENS],
  [`${name}-unset`, WIDENS],
];

/** The names of the bounds, as checks spell them. */
const upper = (name: string): [string, Row][] => bound(name, 'decreased', 'increased');
const lower = (name: string): [string, Row][] => bound(name, 'increased', 'decreased');
const structure = (name: string): [string, Row][] => [
  [`${name}-added`, NARROWS],
  [`${name}-removed`, WIDENS],
];

/** The changes of a schema: the end of a check's name. */
const CHANGES: ReadonlyMap<string, Row> = new Map<string, Row>([
  ['became-nullable', WIDENS],
  ['became-not-nullable', NARROWS],
  ['type-changed', BREAKS],
  ['type-generalized', WIDENS],
  ['type-specialized', NARROWS],
  ['list-of-types-widened', WIDENS],
  ['list-of-types-narrowed', NARROWS],
  ['became-enum', ['error', null]],
  ['enum-removed', ['info', 'warning']],
  ['enum-value-added', ['info', 'warning']],
  ['enum-value-removed', NARROWS],
  ...structure('const'),
  ['const-changed', BREAKS],
  ['default-value-added', INFORMS],
  ['default-value-changed', INFORMS],
  ['default-value-removed', INFORMS],
  ...['max', 'exclusive-max', 'max-length', 'max-items', 'max-properties', 'max-contains'].flatMap(upper),
  ...['min', 'exclusive-min', 'min-length', 'min-items', 'min-properties', 'min-contains'].flatMap(lower),
  ['pattern-added', NARROWS],
  ['pattern-changed', ['warning', 'info']],
  ['pattern-removed', INFORMS],
  ['multiple-of-changed', ['error', 'info']],
  ['multiple-of-widened', WIDENS],
  ['unique-items-set', NARROWS],
  ['unique-items-unset', WIDENS],
  ['content-encoding-changed', BREAKS],
  ['content-media-type-changed', BREAKS],
  ['dependent-required-added', NARROWS],
  ['dependent-required-removed', WIDENS],
  ['dependent-required-changed', BREAKS],
  ['additional-properties-disallowed', NARROWS],
  ['additional-properties-allowed', INFORMS],
  ['one-of-added', WIDENS],
  ['one-of-removed', NARROWS],
  ['any-of-added', ['info', 'info']],
  ['any-of-removed', NARROWS],
  ['wrapped-in-one-of', BREAKS],
  ['prefix-items-added', ['info', 'error']],
  ['prefix-items-removed', ['error', 'info']],
  ['if-changed', ['warning', 'warning']],
  ['not-changed', ['warning', 'warning']],
  ['value-refused', ['error', null]],
  ...[
    'contains',
    'property-names',
    'pattern-property',
    'dependent-schema',
    'if',
    'then',
    'else',
    'not',
    'unevaluated-items',
    'unevaluated-properties',
    'content-schema',
  ].flatMap(structure),
]);

/** The parts that have schemas: the start of a check's name. */
export const SUBJECTS = {
  'request-body': 0,
  'request-property': 0,
  'request-parameter': 0,
  'response-body': 1,
  'response-property': 1,
  'response-header': 1,
} as const;

/** One of {@link SUBJECTS}. */
export type Subject = keyof typeof SUBJECTS;

/** The changes of a property of a parameter that have their own checks; the others are those of a property of a body. */
const PARAMETER_PROPERTY: { readonly [change: string]: Severity } = {
  'became-nullable': 'info',
  'became-not-nullable': 'error',
  'enum-value-added': 'info',
  'enum-value-removed': 'error',
  'list-of-types-widened': 'info',
  'list-of-types-narrowed': 'error',
  'type-changed': 'warning',
  'type-generalized': 'info',
  'type-specialized': 'error',
};

/** The checks with a special name or severity. */
const CHECKS: { readonly [id: string]: Severity } = {
  'endpoint-added': 'info',
  'webhook-added': 'info',
  'webhook-removed': 'error',
  'webhook-removed-with-deprecation': 'info',
  'webhook-removed-before-sunset': 'error',
  'endpoint-deprecated': 'info',
  'endpoint-reactivated': 'info',
  'api-removed-without-deprecation': 'error',
  'api-removed-with-deprecation': 'info',
  'api-removed-before-sunset': 'error',
  'api-path-removed-without-deprecation': 'error',
  'api-path-removed-with-deprecation': 'info',
  'api-path-removed-before-sunset': 'error',
  'sunset-deleted': 'error',
  'api-sunset-date-changed-too-small': 'error',
  'api-operation-id-added': 'info',
  'api-operation-id-removed': 'info',
  'api-tag-added': 'info',
  // Models can call it.
  'tool-added': 'warning',
  'tool-removed': 'error',
  'tool-renamed': 'error',
  'tool-became-read-only': 'warning',
  'api-tag-removed': 'info',
  'authorize-removed': 'error',
  'internal-removed': 'error',
  'directive-unread': 'error',
  'directive-failure': 'warning',
  'middleware-removed': 'warning',
  'rate-limit-added': 'warning',
  'rate-limit-decreased': 'warning',
  'rate-limit-increased': 'info',
  'rate-limit-scope-changed': 'warning',
  // It protects, as that of a sign-in does.
  'rate-limit-removed': 'warning',
  'rate-limit-opened': 'warning',
  'cache-added': 'info',
  'cache-removed': 'info',
  'cache-private-removed': 'warning',
  'cache-increased': 'info',
  'cache-decreased': 'info',
  'cache-changed': 'info',
  // The response for one client can reach another one.
  'cache-shared': 'warning',
  'cache-same-for-everyone': 'error',
  'api-security-added': 'info',
  'api-security-removed': 'info',
  'api-security-scope-added': 'info',
  'api-security-scope-removed': 'info',
  'api-security-component-added': 'info',
  'api-security-component-removed': 'info',
  'api-security-component-type-changed': 'info',
  'new-request-path-parameter': 'error',
  'new-required-request-parameter': 'error',
  'new-optional-request-parameter': 'info',
  'list-choice-removed': 'error',
  'list-names-refused': 'warning',
  'request-parameter-removed': 'warning',
  'request-parameter-removed-with-deprecation': 'info',
  'request-parameter-became-required': 'error',
  'request-parameter-became-optional': 'info',
  'request-parameter-deprecated': 'info',
  'request-parameter-reactivated': 'info',
  'request-parameter-explode-changed': 'error',
  'request-path-parameter-became-single-segment': 'error',
  'request-parameter-default-value-added': 'error',
  'request-parameter-default-value-changed': 'error',
  'request-parameter-default-value-removed': 'error',
  'request-body-added-required': 'error',
  'request-body-added-optional': 'info',
  'request-body-removed': 'error',
  'request-body-became-required': 'error',
  'request-body-became-optional': 'info',
  'request-body-media-type-added': 'info',
  'request-body-max-bytes-added': 'warning',
  'request-body-max-bytes-removed': 'warning',
  'request-body-max-bytes-decreased': 'warning',
  'request-body-max-bytes-increased': 'info',
  'request-body-media-type-removed': 'error',
  'request-body-media-type-schema-added': 'error',
  'request-body-media-type-schema-removed': 'info',
  'response-body-media-type-schema-added': 'info',
  'response-body-media-type-schema-removed': 'warning',
  'new-required-request-property': 'error',
  'new-required-request-property-with-default': 'error',
  'new-optional-request-property': 'info',
  'new-required-request-header-property': 'error',
  'request-header-property-became-required': 'error',
  'request-header-property-became-enum': 'error',
  'request-property-removed': 'warning',
  'request-property-became-required': 'error',
  'request-property-became-required-with-default': 'error',
  'request-property-became-optional': 'info',
  'request-property-deprecated': 'info',
  'request-property-reactivated': 'info',
  'response-property-deprecated': 'info',
  'response-property-reactivated': 'info',
  'response-success-status-added': 'info',
  'response-success-status-removed': 'error',
  'response-non-success-status-added': 'info',
  'response-non-success-status-removed': 'info',
  'response-media-type-added': 'info',
  'response-media-type-removed': 'error',
  'response-required-property-added': 'info',
  'response-required-property-removed': 'error',
  'response-optional-property-added': 'info',
  'response-optional-property-removed': 'warning',
  'response-property-became-optional': 'error',
  'response-property-became-required': 'info',
  'response-header-added': 'info',
  'required-response-header-removed': 'error',
  'optional-response-header-removed': 'warning',
  'response-header-became-optional': 'error',
  'response-header-became-required': 'info',
  'response-required-property-became-not-write-only': 'warning',
  'request-read-only-property-enum-value-removed': 'info',
  'request-read-only-property-exclusive-max-decreased': 'info',
  'request-read-only-property-exclusive-min-increased': 'info',
  'request-read-only-property-max-decreased': 'info',
  'request-read-only-property-max-length-decreased': 'info',
  'request-read-only-property-min-increased': 'info',
  'response-write-only-property-enum-value-added': 'info',
  'response-write-only-property-became-optional': 'info',
  'response-write-only-property-became-required': 'info',
  'response-optional-write-only-property-added': 'info',
  'response-optional-write-only-property-removed': 'info',
  'response-required-write-only-property-added': 'info',
  'response-required-write-only-property-removed': 'info',
  ...Object.fromEntries(
    ['request', 'response'].flatMap((direction) =>
      ['required', 'optional'].flatMap((need) =>
        ['read-only', 'write-only', 'not-read-only', 'not-write-only']
          .map((mode) => [`${direction}-${need}-property-became-${mode}`, 'info'] as const)
          .filter(([id]) => id !== 'response-required-property-became-not-write-only'),
      ),
    ),
  ),
};

const LEVELS: ReadonlyMap<string, Severity> = new Map([
  ...Object.entries(SUBJECTS).flatMap(([subject, direction]) =>
    [...CHANGES].flatMap(([change, row]): [string, Severity][] => {
      const severity = row[direction];
      return severity === null ? [] : [[`${subject}-${change}`, severity]];
    }),
  ),
  ...Object.entries(PARAMETER_PROPERTY).map(
    ([change, severity]) => [`request-parameter-property-${change}`, severity] as const,
  ),
  ...Object.entries(CHECKS),
]);

/** The severity of a check; undefined if the change is not reported. */
export function severityOf(id: string): Severity | undefined {
  return LEVELS.get(id);
}

/** The names of all checks. */
export const CHECK_IDS: readonly string[] = [...LEVELS.keys()].sort();
