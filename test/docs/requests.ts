/** A request as `curl` is told it: its path, and what is between quotes after each option. */
function readCurl(command: string): [path: string, init: RequestInit] {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  const after = (option: string): string[] => words.filter((_, i) => words[i - 1] === option);
  const url = words.find((word) => word.startsWith('http:'))!;
  const headers = after('-H').map((header) => header.split(/: (.*)/, 2) as [string, string]);
  const [body] = after('-d');
  const init = { method: after('-X')[0] ?? 'GET', headers, ...(body !== undefined && { body }) };
  return [url.replace('http://localhost:3000', ''), init];
}

/**
 * Asks what a page shows to be asked, and writes the answer as the page does: the command, the status, the headers that are shown, and the body after
 * an empty line.
 *
 * @param origin What serves the page's files.
 */
export async function replay(origin: string, text: string): Promise<string> {
  const [command = '', _status, ...headers] = text.split('\n\n')[0]!.split('\n');
  const [path, init] = readCurl(command);
  const response = await fetch(`${origin}${path}`, init);
  const shown = headers.map((header) => header.split(':')[0]!).map((name) => `${name}: ${response.headers.get(name)}`);
  const head = [command, `HTTP/1.1 ${response.status} ${response.statusText}`, ...shown].join('\n');
  return `${head}\n\n${await response.text()}\n`;
}
