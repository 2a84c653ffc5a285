import type { DirectiveDescription } from '../directive-description.ts';

/** A line of `@see`. */
interface SeeAlso {
  readonly url: string;
  readonly description?: string;
}

/** `@see url description`; also `{@link url}` and `<url>`. The URL is a whole one, or a path on the same server. */
export const see = {
  name: 'see',
  form: {
    snippet: '${1:https://example.com/docs} ${2:description}',
    meaning: 'Further reading: a URL, or a path of the same server.',
    example: '@see https://example.com/docs The guide',
  },
  often: 'any',
  isEveryday: true,
  read({ markdown }, report) {
    const text = (markdown() ?? '').replace(/\s+/g, ' ').replace(/^\{@link ([^}]*)\}/, '$1');
    const [, url, description] = /^<?((?:https?:\/\/|\/(?!\/))[^\s|}>]+)>?[\s|-]*(.*)$/.exec(text) ?? [];
    if (url === undefined)
      return report({
        code: 'invalid-url',
        isWarning: true,
        message: '"@see" needs a URL. Write "@see https://example.com/docs Description".',
      });
    return description === '' || description === undefined ? { url } : { url, description };
  },
  contract: (links) => ({ see: links }),
  // OpenAPI has a field for one.
  paragraphs: ({ see: links = [] }) =>
    links.slice(1).map(({ url, description }) => `See [${description ?? url}](${url}).`),
  guesses({ see: links = [], description = '' }) {
    const [, before = '', text = ''] = /^([^]*?)((?:(?:^|\n\n)See \[[^\n]*\]\([^\s)]*\)\.)+)$/.exec(description) ?? [];
    const others = [...text.matchAll(/See \[([^\n]*)\]\(([^\s)]*)\)\./g)].map(([, title = '', url = '']): SeeAlso =>
      title === url ? { url } : { url, description: title },
    );
    return links.length === 0 || others.length === 0 ? [] : [{ see: [...links, ...others], description: before }];
  },
  lines: ({ see: links = [] }) => links.map(({ url, description = '' }) => `${url} ${description}`.trim()),
} as const satisfies DirectiveDescription<SeeAlso, 'invalid-url'>;
