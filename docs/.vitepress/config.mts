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
      // Vue would evaluate the braces of `{{title: string}[]}`.
      const code = md.renderer.rules.code_inline!;
      md.renderer.rules.code_inline = (...args) => code(...args).replace(/^<code/, '<code v-pre');
      const fence = md.renderer.rules.fence!;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index]!;
        // The text after the language of a code block is for the tests. The pointer into a document is for readers too.
        const [language = '', title, pointer] = token.info.split(' ');
        token.info = language;
        const block = fence(tokens, index, ...rest);
        if (title !== 'openapi') return block;
        return `<p class="pointer" v-pre>In the document: ${md.utils.escapeHtml(pointer ?? '/')}</p>${block}`;
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
