import type { FeatureName } from '../../../src/build/codegen/manifest/feature-table.ts';
import type { Envelope, PagingLimits } from '../../../src/shared/contract/list-contract.ts';
import type { Method } from '../../../src/shared/contract/operation.ts';
import type { AnyHandler, Manifest, OperationEntry } from '../../../src/shared/contract/manifest.ts';
import { parsePathTemplate } from '../../../src/shared/contract/path-template.ts';
import { authorization } from '../../../src/runtime/koa/request/authorization.ts';
import { body } from '../../../src/runtime/koa/request/body/index.ts';
import { multipart } from '../../../src/runtime/koa/request/body/multipart.ts';
import { paging as pagingFeature } from '../../../src/runtime/koa/request/list-input.ts';
import { security } from '../../../src/runtime/koa/request/security/index.ts';
import { checks } from '../../../src/runtime/koa/response/conformance.ts';
import { streams } from '../../../src/runtime/koa/streams/index.ts';
import { tablesOf } from '../../support/routes.ts';

/** The body of a list: the rows, a `Page`, or an envelope. */
export type PageShape = 'array' | 'page' | Envelope;

const PAGE: Envelope = { items: 'items', total: 'total', limit: 'limit', offset: 'offset' };

/** A handler, or an entry's fields that are not to be worked out. */
export type Sketch = AnyHandler | (Omit<Partial<OperationEntry>, 'paging'> & { paging?: PageShape });

/**
 * The manifest of a few operations, as a build would make it.
 *
 * @param sketches By method and path template.
 * @example createManifest({ 'GET /pets/{id}': (ctx) => ctx.params.id })
 */
export function createManifest(
  sketches: Readonly<Record<string, Sketch>>,
  options: { strict?: boolean; paging?: PagingLimits } = {},
): Manifest {
  const { strict = false, paging = { defaultSize: 20, maxSize: 100 } } = options;
  const operations = Object.entries(sketches).map(([title, sketch]): OperationEntry => {
    const [, method, path] = /^(\S+) (.*)$/.exec(title) as unknown as [string, Method, string];
    const { names } = parsePathTemplate(path).template;
    const file = `${path.slice(1)}/@${method.toLowerCase()}.ts`;
    const { paging: shape, ...fields }: Exclude<Sketch, AnyHandler> =
      typeof sketch === 'function' ? { handler: sketch } : sketch;
    return {
      id: file,
      method,
      path,
      names,
      handler: undefined,
      load: undefined,
      middleware: undefined,
      authorize: undefined,
      input: undefined,
      picks: undefined,
      responses: undefined,
      dropped: undefined,
      features: featuresOf(fields as Partial<OperationEntry>, shape !== undefined),
      ...fields,
      ...(shape && { paging: { ...paging, ...(shape !== 'array' && { envelope: shape === 'page' ? PAGE : shape }) } }),
    };
  });
  return {
    version: 1,
    isDev: undefined,
    strict,
    operations,
    directives: undefined,
    features: {
      body,
      multipart,
      security,
      authorization,
      paging: pagingFeature,
      streams,
      ...(operations.some(({ responses }) => responses !== undefined) && { checks }),
    },
    pickProblem: undefined,
    problem: undefined,
    securitySchemes: undefined,
    unusedSchemes: undefined,
    routes: tablesOf(operations),
    versions: undefined,
    events: undefined,
  };
}

function featuresOf(
  { input, security: required, authorize, stream, responses }: Partial<OperationEntry>,
  isList: boolean,
): FeatureName[] {
  return [
    ...(input?.body === undefined ? [] : (['body'] as const)),
    ...(input?.body?.content.some(({ files }) => files !== undefined) ? (['multipart'] as const) : []),
    ...(required?.length ? (['security'] as const) : []),
    ...(authorize === undefined ? [] : (['authorization'] as const)),
    ...(isList ? (['paging'] as const) : []),
    ...(stream === undefined ? [] : (['streams'] as const)),
    ...(responses === undefined ? [] : (['checks'] as const)),
  ];
}
