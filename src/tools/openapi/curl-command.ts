/** The body of a request on the command line. */
export type CurlData =
  | { readonly text: string }
  | { readonly form: readonly (readonly [name: string, value: string | { readonly file: string }])[] }
  | { readonly file: string };

/** A request to write as a command. */
interface CurlRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly data?: CurlData | undefined;
  /** Options that are written as they are, after the URL. */
  readonly options?: readonly string[];
}

/** Writes a request as a curl command for a POSIX shell. Nothing in it is expanded by the shell, nor read as a file by curl. */
export function curlCommand({ method, url, headers, data, options = [] }: CurlRequest): string {
  return [
    'curl',
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' && data === undefined ? [] : ['-X', method]),
    // Brackets in a URL aren't ranges.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    shellWord(url),
    ...options,
    ...headers.flatMap(([name, value]) => ['-H', shellWord(value === '' ? `${name};` : `${name}: ${value}`)]),
    ...(data === undefined ? [] : dataWords(data)),
  ].join(' ');
}

function dataWords(data: CurlData): string[] {
  if ('text' in data) return ['--data-raw', shellWord(data.text)];
  if ('file' in data) return ['--data-binary', shellWord(`@${data.file}`)];
  return data.form.flatMap(([name, value]) =>
    typeof value === 'string'
      ? ['--form-string', shellWord(`${name}=${value}`)]
      : ['-F', shellWord(`${name}=@"${value.file.replaceAll(/["\\]/g, String.raw`\$&`)}"`)],
  );
}

/** Quotes a word for a POSIX shell. */
function shellWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
