/** The top of the home page. It is not in index.md, which is also read as plain Markdown. */
export const HOME: Readonly<Record<string, unknown>> = {
  layout: 'home',
  hero: {
    name: 'unplugin-operations',
    text: 'An endpoint is a file. Its contract is a comment.',
    tagline: 'Routing, validation, TypeScript types, OpenAPI and a typed client, compiled from your code.',
    image: { src: '/logo.svg', alt: 'A file with a route' },
    actions: [
      { theme: 'brand', text: 'Quick start', link: '/start/quick-start' },
      { theme: 'alt', text: 'How it works', link: '/start/how-it-works' },
      { theme: 'alt', text: 'Compare', link: '/start/comparison' },
    ],
  },
};
