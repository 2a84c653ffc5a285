import { curlCommand } from '../../openapi/curl-command.ts';

export { clientCall } from '../../../runtime/docs-page/browser/client-call.js';

/** The curl command of a request, for a POSIX shell. */
export function curlOf({ method, url, headers, body, text }) {
  return curlCommand({
    method,
    url: location.origin + url,
    headers: Object.entries(headers),
    data: dataOf(body, text),
  });
}

function dataOf(body, text) {
  if (body === null) return undefined;
  if (typeof text === 'string') return { text };
  if (typeof body === 'string') return { text: body };
  if (body instanceof FormData)
    return { form: [...body].map(([name, value]) => [name, value instanceof Blob ? { file: value.name } : value]) };
  return { file: body.name ?? 'file' };
}
