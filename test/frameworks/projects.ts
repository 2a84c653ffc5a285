/** A project of a framework, with a page that has the text "The front end". */
export interface Framework {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The arguments of node for its commands. */
  readonly commands: Readonly<Record<'dev' | 'build' | 'preview', readonly string[]>>;
  /** The directories that a build writes. */
  readonly written: readonly string[];
  /** Packages in place of those of the same name in this directory: frameworks need different versions. */
  readonly packages?: Readonly<Record<string, string>>;
}

const VITE = 'node_modules/vite/bin/vite.js';
const ASTRO = 'node_modules/astro/bin/astro.mjs';
const ROUTER = 'node_modules/@react-router/dev/bin.js';

/** The plugin, or none to compare with. */
const PLUGIN = `import operations from 'unplugin-operations/vite';
const plugins = process.env.WITHOUT ? [] : [operations({ base: '/api' })];
`;

const PAGE = 'export default () => <h1>The front end</h1>;\n';

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'React, with the API as an environment',
    files: {
      'vite.config.js': `import react from '@vitejs/plugin-react';
${PLUGIN}
const api = { build: { outDir: 'dist/api', rolldownOptions: { input: 'server.ts' } } };
export default {
  plugins: [...plugins, react()],
  build: { outDir: 'dist/public' },
  ...(!process.env.WITHOUT && { environments: { api }, builder: {} }),
};
`,
      'index.html':
        '<!doctype html><title>The front end</title><div id="app"></div><script type="module" src="/main.jsx"></script>\n',
      'main.jsx':
        "import { createRoot } from 'react-dom/client';\nimport Page from './page.jsx';\ncreateRoot(document.querySelector('#app')).render(<Page />);\n",
      'page.jsx': PAGE,
    },
    commands: { dev: [VITE], build: [VITE, 'build', '--app'], preview: [VITE, 'preview'] },
    written: ['dist/public'],
  },
  {
    name: 'SvelteKit',
    files: {
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';\n${PLUGIN}\nexport default { plugins: [...plugins, sveltekit()] };\n`,
      'svelte.config.js': "export default { kit: { version: { name: '1' } } };\n",
      'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
      'src/routes/+page.svelte': '<h1>The front end</h1>\n',
    },
    commands: { dev: [VITE], build: [VITE, 'build'], preview: [VITE, 'preview'] },
    written: ['.svelte-kit/output'],
    packages: { cookie: '@sveltejs/kit/node_modules/cookie' },
  },
  {
    name: 'Astro',
    files: {
      'astro.config.mjs': `${PLUGIN}\nexport default { vite: { plugins }, devToolbar: { enabled: false } };\n`,
      'src/pages/index.astro': '<html><body><h1>The front end</h1></body></html>\n',
    },
    // `astro preview` runs no plugins of Vite.
    commands: {
      dev: [ASTRO, 'dev'],
      build: [ASTRO, 'build'],
      preview: [VITE, 'preview', '--config', 'api.config.js', '--outDir', 'dist'],
    },
    written: ['dist'],
  },
  {
    name: 'React Router',
    files: {
      'vite.config.js': `import { reactRouter } from '@react-router/dev/vite';\n${PLUGIN}\nexport default { plugins: [...plugins, reactRouter()] };\n`,
      'app/root.jsx':
        "import { Outlet, Scripts } from 'react-router';\nexport default () => <html><body><Outlet /><Scripts /></body></html>;\n",
      'app/routes.js':
        "import { index } from '@react-router/dev/routes';\nexport default [index('routes/home.jsx')];\n",
      'app/routes/home.jsx': PAGE,
    },
    commands: { dev: [ROUTER, 'dev'], build: [ROUTER, 'build'], preview: [VITE, 'preview'] },
    written: ['build'],
  },
];
