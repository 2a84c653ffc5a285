type EventFields = Readonly<Record<string, string | undefined>>;
type Lists = Readonly<Record<string, string[] | undefined>>;

/**
 * A Lambda event of an HTTP request, reduced to the fields used here.
 *
 * It covers API Gateway's payload formats 1.0 (REST and HTTP APIs) and 2.0 (HTTP APIs, function URLs), load balancers, and VPC Lattice with events of
 * version 2.
 */
export interface HttpEvent {
  /** The version of the payload format. REST APIs and load balancers send none. */
  readonly version?: string | undefined;
  readonly requestContext: RequestContext;
  readonly httpMethod?: string | undefined;
  /** Of VPC Lattice, whose paths have the query, and whose headers are lists. */
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly rawPath?: string | undefined;
  readonly rawQueryString?: string | undefined;
  readonly queryStringParameters?: EventFields | Lists | null | undefined;
  readonly multiValueQueryStringParameters?: Lists | null | undefined;
  readonly headers?: EventFields | Lists | null | undefined;
  readonly multiValueHeaders?: Lists | null | undefined;
  readonly cookies?: readonly string[] | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

interface RequestContext {
  readonly domainName?: string | undefined;
  readonly http?: { readonly method: string; readonly sourceIp: string } | undefined;
  readonly identity?: { readonly sourceIp?: string } | undefined;
  readonly serviceArn?: string | undefined;
  readonly elb?: object | undefined;
}

/** The source of an event: API Gateway with one of two payload formats, a load balancer, or VPC Lattice. */
export type EventSource = 'gateway 1.0' | 'gateway 2.0' | 'balancer' | 'lattice';

/**
 * Detects the source of an event.
 *
 * @throws {TypeError} If the event is not an HTTP request.
 */
export function sourceOf(event: HttpEvent): EventSource {
  const { requestContext: context, httpMethod, method } = (event ?? {}) as Partial<HttpEvent>;
  if (context?.http !== undefined) return 'gateway 2.0';
  if (context !== undefined && httpMethod !== undefined) return context.elb === undefined ? 'gateway 1.0' : 'balancer';
  if (context?.serviceArn !== undefined && method !== undefined) return 'lattice';
  const fields = Object.keys(Object(event)).join(', ');
  throw new TypeError(
    `Unsupported event with ${fields === '' ? 'no fields' : `the fields ${fields}`}. lambdaHandler handles HTTP requests from API Gateway, function URLs, ` +
      'load balancers and VPC Lattice (events of version 2). Use a separate function for other events.',
  );
}
