type Fields = Readonly<Record<string, string | undefined>>;
type Lists = Readonly<Record<string, string[] | undefined>>;

/**
 * What Lambda hands over for an HTTP request, as far as a request is made of it: API Gateway's payload formats 1.0 (REST and HTTP APIs) and
 * 2.0 (HTTP APIs, function URLs), and a load balancer's.
 */
export interface HttpEvent {
  /** Of the payload's format; a REST API and a load balancer say none. */
  readonly version?: string | undefined;
  readonly requestContext: RequestContext;
  readonly httpMethod?: string | undefined;
  readonly path?: string | undefined;
  readonly rawPath?: string | undefined;
  readonly rawQueryString?: string | undefined;
  readonly queryStringParameters?: Fields | null | undefined;
  readonly multiValueQueryStringParameters?: Lists | null | undefined;
  readonly headers?: Fields | null | undefined;
  readonly multiValueHeaders?: Lists | null | undefined;
  readonly cookies?: readonly string[] | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

interface RequestContext {
  readonly domainName?: string | undefined;
  readonly http?: { readonly method: string; readonly sourceIp: string } | undefined;
  readonly identity?: { readonly sourceIp: string } | undefined;
  readonly elb?: object | undefined;
}

/** Who made an event: a gateway with one of the two payload formats, or a load balancer. */
export type EventSource = 'gateway 1.0' | 'gateway 2.0' | 'balancer';

/**
 * Tells who made an event.
 *
 * @throws {TypeError} For an event that is no HTTP request.
 */
export function sourceOf(event: HttpEvent): EventSource {
  const { requestContext: context, httpMethod } = (event ?? {}) as Partial<HttpEvent>;
  if (context?.http !== undefined) return 'gateway 2.0';
  if (context !== undefined && httpMethod !== undefined) return context.elb === undefined ? 'gateway 1.0' : 'balancer';
  throw new TypeError(
    'lambdaHandler answers HTTP requests of API Gateway, function URLs and load balancers, and this event is none of them: ' +
      `it has ${describe(event)}. Give events of other kinds a function of their own.`,
  );
}

function describe(event: unknown): string {
  const names = Object.keys(Object(event));
  return names.length === 0 ? 'no fields' : `the fields ${names.join(', ')}`;
}
