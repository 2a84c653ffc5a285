/** An answer, its body read: JSON where it says so, else text; tests look into it as they like. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

/** What the bookshop's staff show in tests. */
export const STAFF_TOKEN = 'staff-of-the-tests';

/** Asks a server as its staff do, unless the token is another; `json` is sent as the body. */
export async function ask(
  url: string,
  method: string,
  path: string,
  json?: unknown,
  token: string = STAFF_TOKEN,
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The address of one relation in a `Link` header (RFC 8288), against the address it came from. */
export function linked(answer: Pick<Answer, 'headers'>, relation: string, from: string): string | undefined {
  for (const link of (answer.headers.get('link') ?? '').split(/,\s*(?=<)/)) {
    const [, target, rel] = /^<([^>]*)>;\s*rel="?(\w+)"?$/.exec(link) ?? [];
    if (rel === relation) return new URL(target!, from).href;
  }
  return undefined;
}

let clients = 0;

/** The header of a proxy in front of the bookshop (PROXIES=1), each time for another client: all of them together reach no limit per address. */
export function forAnotherClient(): { readonly 'x-forwarded-for': string } {
  clients += 1;
  return { 'x-forwarded-for': `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}` };
}
