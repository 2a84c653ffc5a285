import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlCommand } from '../../../src/tools/openapi/curl-command.ts';

/** The words that a shell hands to curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const url = 'http://localhost:3000/pets';

describe('a request as a curl command', () => {
  it('reaches curl as it is: nothing of it is expanded', () => {
    const odd = `it's "$HOME" \`id\` \\ !\n#;&|`;
    const command = curlCommand({
      method: 'PUT',
      url: `${url}?q='`,
      headers: [['X-A', odd]],
      data: { text: `@${odd}` },
    });
    expect(wordsOf(command)).toEqual(['-X', 'PUT', `${url}?q='`, '-H', `X-A: ${odd}`, '--data-raw', `@${odd}`]);
  });

  it('names its method unless it is a GET, and reads only headers for a HEAD', () => {
    const words = (method: string, text?: string): string[] =>
      wordsOf(curlCommand({ method, url, headers: [], ...(text !== undefined && { data: { text } }) })).slice(0, 2);
    expect(words('GET')).toEqual([url]);
    expect(words('GET', 'x')).toEqual(['-X', 'GET']);
    expect(words('HEAD')).toEqual(['--head', url]);
    expect(words('POST', 'x')).toEqual(['-X', 'POST']);
  });

  it('writes the fields and files of a form, and sends no file that a value names', () => {
    const form = [
      ['name', '@/etc/passwd'],
      ['photo', { file: 'my "cat";type=x.png' }],
    ] as const;
    expect(wordsOf(curlCommand({ method: 'POST', url, headers: [], data: { form } })).slice(3)).toEqual([
      '--form-string',
      'name=@/etc/passwd',
      '-F',
      String.raw`photo=@"my \"cat\";type=x.png"`,
    ]);
    expect(wordsOf(curlCommand({ method: 'PUT', url, headers: [], data: { file: 'a b.png' } }))).toContain('@a b.png');
  });

  it('keeps an empty header, and brackets in an address', () => {
    const command = curlCommand({ method: 'GET', url: `${url}?a[0]=1`, headers: [['X-Empty', '']] });
    expect(wordsOf(command)).toEqual(['--globoff', `${url}?a[0]=1`, '-H', 'X-Empty;']);
  });
});
