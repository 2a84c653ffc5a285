import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { mendComponents } from './accessibility.ts';
import { anchorOf } from './anchor.ts';
import { describe } from './description.ts';
import { HOME } from './home.ts';
import { SEARCH_OPTIONS, withKeywords } from './search.ts';
import { createSidebar } from './sidebar.ts';

const root = join(import.meta.dirname, '..');
const { homepage } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8')) as { homepage?: string };

// Its address must be absolute, so there is no card without a homepage.
const card: [string, Record<string, string>][] =
  homepage === undefined
    ? []
    : [
        ['meta', { property: 'og:image', content: new URL('/card.png', homepage).href }],
        ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
      ];

// A dead link fails the build.
export default defineConfig({
  title: 'unplugin-operations',
  description: 'Write an endpoint as a file and its contract as a comment.',
  cleanUrls: true,
  lang: 'en',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ...card,
  ],
  transformPageData(page) {
    page.description = describe(readFileSync(join(root, page.relativePath), 'utf8'));
    if (page.relativePath === 'index.md') page.frontmatter = { ...HOME, ...page.frontmatter };
  },
  transformHead: ({ title, description }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
  ],
  vite: {
    plugins: [mendComponents()],
    // The way that VitePress documents to replace one of its components.
    resolve: {
      alias: [{ find: /^.*\/VPSidebarItem\.vue$/, replacement: join(import.meta.dirname, 'theme/SidebarItem.vue') }],
    },
  },
  markdown: {
    languageAlias: { haproxy: 'nginx' },
    // Their colors have a contrast of 4.5 with the background.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    anchor: { slugify: anchorOf },
    config(md) {
      // The top of the home page has its name and its first sentence.
      md.core.ruler.push('home-heading', ({ env, tokens }) => {
        if (env.relativePath === 'index.md' && tokens[0]?.tag === 'h1') tokens.splice(0, 6);
      });
      // Vue would evaluate the braces of `{{title: string}[]}`.
      const code = md.renderer.rules.code_inline!;
      md.renderer.rules.code_inline = (...args) => code(...args).replace(/^<code/, '<code v-pre');
      const fence = md.renderer.rules.fence!;
      md.renderer.rules.fence = (tokens, index, options, env, self) => {
        const token = tokens[index]!;
        // The text after the language of a code block is for the tests. The pointer into a document is for readers too.
        const [language = '', title, pointer] = token.info.split(' ');
        token.info = language;
        const block = fence(tokens, index, options, env, self);
        // Nobody reads all messages one after the other.
        if (env.relativePath === 'reference/diagnostics.md')
          return `<details><summary>Example</summary>${block}</details>`;
        if (title === 'request') return copyCommandOnly(block);
        if (title !== 'openapi') return block;
        return `<p class="pointer" v-pre>In the document: ${md.utils.escapeHtml(pointer ?? '/')}</p>${block}`;
      };
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    // Its label is the text of the link, for voice control.
    notFound: { linkLabel: 'Take me home' },
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: SEARCH_OPTIONS },
        _render: (text, env, md) => withKeywords(md.render(text, env), env.relativePath),
      },
    },
    outline: 'deep',
    sidebar: createSidebar(root),
    nav: [
      { text: 'Quick start', link: '/start/quick-start' },
      { text: 'Guides', link: '/guides/routing' },
      { text: 'Reference', link: '/reference/directives' },
    ],
  },
});

/** The copy button of a request copies the command: VitePress leaves out lines of this class, such as those of the response. */
function copyCommandOnly(block: string): string {
  let line = 0;
  return block.replaceAll('<span class="line">', (tag) => (line++ === 0 ? tag : '<span class="line vp-copy-ignore">'));
}
