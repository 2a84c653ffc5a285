import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const init = { method: after('-X')[0] ?? 'GET', headers, ...(body !== undefined && { body }) };
  return [url.replace('http://localhost:3000', ''), init];
}

/** The form of options such as `cover=@cover.png;type=image/png`, with files of a directory. */
function formOf(fields: readonly string[], directory: string): FormData {
  const form = new FormData();
  for (const field of fields) {
    const [, name = '', file, type = '', text = ''] = /^(\w+)=(?:@([^;]+);type=(.+)|(.*))$/.exec(field)!;
    if (file === undefined) form.append(name, text);
    else form.append(name, new File([readFileSync(join(directory, file))], file, { type }));
  }
  return form;
}

/**
 * Sends a request that a page shows, and writes the response as the page does: the command, the status, the shown headers, and the body after
 * an empty line.
 *
 * @param origin The server of the page's files.
 * @param directory The directory of the files that the request uploads.
 */
export async function replay(origin: string, text: string, directory = '.'): Promise<string> {
  const [command = '', _status, ...headers] = text.trimEnd().split('\n\n')[0]!.split('\n');
  const [path, init] = readCurl(command, directory);
  const response = await fetch(`${origin}${path}`, init);
  const shown = headers.map((header) => header.split(':')[0]!).map((name) => `${name}: ${response.headers.get(name)}`);
  const head = [command, `HTTP/1.1 ${response.status} ${response.statusText}`, ...shown].join('\n');
  const body = await response.text();
  return body === '' ? `${head}\n` : `${head}\n\n${body.replace(/(?<!\n)$/, '\n')}`;
}
