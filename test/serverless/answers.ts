/** What a platform answered: only what is an application's, and not the connection's. */
export interface PlatformAnswer {
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Of the books of the README; the third takes away what the fourth asks for. */
const REQUESTS: readonly string[] = [
  'GET /books?genre=novel&page_size=1&total=1',
  'GET /books/2',
  'POST /books/2/sell',
  'GET /books/2',
  'GET /books?limit=1&offset=1',
  'GET /books?page=0&limit=5',
  'HEAD /books',
  'OPTIONS /books',
  'DELETE /books',
  'GET /genres',
  'GET /genres/',
  'GET /nowhere',
  'GET /books/%',
];
const HEADERS = ['content-type', 'link', 'x-total-count', 'allow'];

/** Asks a platform one request after the other, all of them where not said. */
export async function askPlatform(
  fetchIt: (path: string, init: RequestInit) => Promise<Response>,
  requests: readonly string[] = REQUESTS,
): Promise<PlatformAnswer[]> {
  const answers: PlatformAnswer[] = [];
  for (const request of requests) {
    const [method, path] = request.split(' ') as [string, string];
    const response = await fetchIt(path, { method });
    const headers = HEADERS.map((name) => [name, response.headers.get(name)] as const).filter(([, value]) => value);
    answers.push({
      request,
      status: response.status,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: await response.text(),
    });
  }
  return answers;
}
