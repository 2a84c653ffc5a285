import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readBlocks } from './examples.ts';

/** The environment variables that a page starts its server with: those of its block `run`. */
export function environmentOf(page: string): Record<string, string> {
  const command = readBlocks(page).find(({ title }) => title === 'run')?.text ?? '';
  return Object.fromEntries([...command.matchAll(/(\w+)=(\S+) /g)].map(([, name, value]) => [name!, value!]));
}

/** A request as a command with `curl` sends it: its path, and the values of its options. */
function readCurl(command: string, directory: string): [path: string, init: RequestInit] {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  const after = (option: string): string[] => words.filter((_, i) => words[i - 1] === option);
  const url = words.find((word) => word.startsWith('http:'))!;
  const headers = after('-H').map((header) => header.split(/: (.*)/, 2) as [string, string]);
  // Without this, fetch adds "Cache-Control: no-cache" to a conditional request.
  if (headers.some(([name]) => name === 'If-None-Match')) headers.push(['Cache-Control', 'max-age=0']);
  const fields = after('-F');
  const body = fields.length === 0 ? after('-d')[0] : formOf(fields, directory);
  const init = {
    method: after('-X')[0] ?? (words.includes('-I') ? 'HEAD' : body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body !== undefined && { body }),
  };
  return [url.replace('http://localhost:3000', ''), init];
}

/** The form of options such as `cover=@cover.png;type=image/png`, with files of a directory. */
function formOf(fields: readonly string[], directory: string): FormData {
  const form = new FormData();
  for (const field of fields) {
    const [, name = '', file, type = '', text = ''] = /^([\w[\]]+)=(?:@([^;]+);type=(.+)|(.*))$/.exec(field)!;
    if (file === undefined) form.append(name, text);
    else form.append(name, new File([readFileSync(join(directory, file))], file, { type }));
  }
  return form;
}

/** A request that a page shows, as `fetch` takes it. */
export function requestOf(text: string, directory = '.'): { readonly path: string; readonly init: RequestInit } {
  const [path, init] = readCurl(text.split('\n', 1)[0]!, directory);
  return { path, init };
}

/** Writes a response as the page does: the command, the status, the headers that the page shows, and the body after an empty line. */
export function printAnswer(
  text: string,
  {
    status,
    header,
    body,
  }: { readonly status: number; readonly body: string; header(name: string): string | undefined },
): string {
  const [command = '', _status, ...headers] = text.trimEnd().split('\n\n')[0]!.split('\n');
  const shown = headers.map((line) => line.split(':')[0]!).map((name) => `${name}: ${header(name) ?? null}`);
  const head = [command, `HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...shown].join('\n');
  return body === '' ? `${head}\n` : `${head}\n\n${asShown(body, text).replace(/(?<!\n)$/, '\n')}`;
}

/** A body, as the page formats it if it's the same JSON. */
function asShown(body: string, text: string): string {
  const [, shown = ''] = text.trimEnd().split(/\n\n(.*)/s);
  return shown.startsWith('{\n') && isDeepStrictEqual(JSON.parse(shown), JSON.parse(body)) ? shown : body;
}

/**
 * Sends a request that a page shows, and writes the response as the page does.
 *
 * @param origin The server of the page's files.
 * @param directory The directory of the files that the request uploads.
 */
export async function replay(origin: string, text: string, directory = '.'): Promise<string> {
  const { path, init } = requestOf(text, directory);
  const response = await fetch(`${origin}${path}`, init);
  const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
  return printAnswer(text, { status: response.status, header, body: await response.text() });
}
