import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchor.ts';
import { createSidebar } from './sidebar.ts';

// A dead link fails the build.
export default defineConfig({
  title: 'unplugin-operations',
  description: 'Write an endpoint as a file and its contract as a comment.',
  cleanUrls: true,
  markdown: {
    anchor: { slugify: anchorOf },
    config(md) {
      const fence = md.renderer.rules.fence!;
      // The text after the language of a code block is its title, such as the path of a file.
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index]!;
        const [language = '', ...words] = token.info.split(' ');
        token.info = language;
        const title = words.join(' ').replace(/^(?:request|output)$/, '');
        const code = fence(tokens, index, ...rest);
        return title === '' ? code : `<p class="file-title" v-pre>${md.utils.escapeHtml(title)}</p>${code}`;
      };
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    sidebar: createSidebar(join(import.meta.dirname, '..')),
    nav: [
      { text: 'Quick start', link: '/start/quick-start' },
      { text: 'Guides', link: '/guides/routing' },
      { text: 'Reference', link: '/reference/directives' },
    ],
  },
});
