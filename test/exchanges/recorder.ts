import type { Answer, Request } from './compare.ts';
import { readAnswer } from './compare.ts';
import type { Send } from './platforms.ts';

/** The address that clients use. It is left out of the requests. */
export const ORIGIN = 'http://localhost:3000';

/** What a client has sent and got. */
export interface Recorded {
  readonly requests: readonly Request[];
  readonly answers: readonly Answer[];
}

/** Creates the `fetch` of a client, which takes note of what it sends and gets. */
export function createRecorder(
  send: Send,
): Recorded & { readonly fetch: (sent: globalThis.Request) => Promise<Response> } {
  const [requests, answers]: [Request[], Answer[]] = [[], []];
  return {
    requests,
    answers,
    async fetch(sent) {
      const body = Buffer.from(await sent.arrayBuffer());
      const init = { method: sent.method, headers: sent.headers, ...(body.length > 0 && { body }) };
      const request = { path: sent.url.slice(ORIGIN.length), init };
      const response = await send(request.path, init);
      requests.push(request);
      answers.push(await readAnswer(request, response.clone()));
      return response;
    },
  };
}
