import type { Choices } from './project-choices.ts';
import type { Files } from './language.ts';
import { languageOf } from './language.ts';

/** Creates a front end: a page with a list, a form that shows the errors of the contract, and links to the pages of the API. */
export function frontEndFiles(choices: Choices): Files {
  const { extension } = languageOf(choices);
  return {
    'index.html': page(choices),
    'public/icon.svg': ICON,
    'src/style.css': STYLE,
    [`src/main.${extension}`]: choices.description === undefined ? sampleScript(choices) : descriptionScript(choices),
  };
}

function page(choices: Choices): string {
  const { extension } = languageOf(choices);
  const hasSample = choices.description === undefined;
  const docs = choices.docs ? '\n        <a href="/docs">API docs</a>' : '';
  const main = hasSample
    ? `      <form>
        <label for="text">New note</label>
        <div class="row">
          <input id="text" name="text" autocomplete="off" aria-describedby="problem" />
          <button>Add</button>
        </div>
        <p id="problem" role="alert"></p>
      </form>
      <ul aria-label="Notes"></ul>
      <p class="hint">
        Add a note without text: the error comes from the contract in <code>app/operations/notes/@post.${extension}</code>.
      </p>`
    : `      <p>The client has a function for each endpoint:</p>
      <ul aria-label="Functions of the client"></ul>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${choices.name}</title>
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="/src/style.css" />
    <script type="module" src="/src/main.${extension}"></script>
  </head>
  <body>
    <header>
      <img src="/icon.svg" alt="" width="40" height="40" />
      <h1>${choices.name}</h1>
      <nav aria-label="API">
        <a id="overview" href="/__operations" hidden>Overview</a>${docs}
      </nav>
      <p>Your API is in <code>app/operations</code>. This page calls it with a typed client.</p>
    </header>
    <main>
${main}
    </main>
  </body>
</html>
`;
}

/** An element that the page has, by its tag. */
function found({ language }: Choices, tag: string, type: string): string {
  if (language === 'typescript') return `document.querySelector('${tag}')!`;
  return `/** @type {${type}} */ (document.querySelector('${tag}'))`;
}

const REFERENCES = `/// <reference types="unplugin-operations/client" />\n/// <reference types="vite/client" />\n`;

function overviewLink(choices: Choices): string {
  const link =
    choices.language === 'typescript'
      ? `document.querySelector<HTMLElement>('#overview')!`
      : found(choices, '#overview', 'HTMLElement');
  return `// Only the dev server has the overview.
${link}.hidden = !import.meta.env.DEV;
`;
}

function sampleScript(choices: Choices): string {
  const { ts } = languageOf(choices);
  return `${REFERENCES}import { createClient, isErrorOf } from 'virtual:operations/client';

const api = createClient();
const form = ${found(choices, 'form', 'HTMLFormElement')};
const field = ${found(choices, 'input', 'HTMLInputElement')};
const problem = ${choices.language === 'typescript' ? `document.querySelector<HTMLElement>('#problem')!` : found(choices, '#problem', 'HTMLElement')};
const list = ${found(choices, 'ul', 'HTMLUListElement')};

function show(note${ts(': { text: string }')}) {
  list.append(Object.assign(document.createElement('li'), { textContent: note.text }));
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.textContent = '';
  try {
    show(await api.addNote({ body: { text: field.value } }));
    form.reset();
  } catch (error) {
    // TypeScript knows the body of each declared error.
    if (!isErrorOf(error, 'addNote') || error.status !== 400) throw error;
    problem.textContent = (error.problem.errors ?? []).map(({ name, message }) => \`\${name} \${message}\`).join(', ');
    field.focus();
  }
});

${overviewLink(choices)}
// All pages, each when it is needed.
for await (const note of api.listNotes()) show(note);
`;
}

function descriptionScript(choices: Choices): string {
  return `${REFERENCES}import { createClient } from 'virtual:operations/client';

const api = createClient();
const list = ${found(choices, 'ul', 'HTMLUListElement')};
for (const name of Object.keys(api)) list.append(Object.assign(document.createElement('li'), { textContent: name }));

${overviewLink(choices)}`;
}

/** Two braces and a slash: a path. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="8" fill="#3447c4" />
  <path d="M11 9c-3 0-3 2-3 3.5S7.5 16 6 16c1.5 0 2 2 2 3.5S8 23 11 23M21 9c3 0 3 2 3 3.5S24.5 16 26 16c-1.5 0-2 2-2 3.5S24 23 21 23M18 10l-4 12" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" />
</svg>
`;

const STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6fa, #13151a);
  --card: light-dark(#fff, #1c1f27);
  --line: light-dark(#dde1ea, #343a47);
  --text: light-dark(#1b1f27, #e8eaf0);
  --soft: light-dark(#5a6372, #a3acbb);
  --accent: light-dark(#3447c4, #9fb0ff);
  --on-accent: light-dark(#fff, #14161b);
  --bad: light-dark(#b3261e, #ff9d94);
  font:
    17px/1.5 system-ui,
    sans-serif;
}

* {
  box-sizing: border-box;
}

body {
  background: var(--ground);
  color: var(--text);
  margin: 0 auto;
  max-width: 42rem;
  padding: 2rem 1rem 4rem;
}

header {
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.9rem;
  margin-bottom: 1.5rem;
}

header p {
  color: var(--soft);
  margin: 0;
  width: 100%;
}

h1 {
  font-size: 1.6rem;
  margin: 0;
  overflow-wrap: anywhere;
}

nav {
  display: flex;
  gap: 1rem;
  margin-left: auto;
}

a {
  color: var(--accent);
}

main {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 14px;
  padding: 1.5rem;
}

label {
  font-weight: 600;
}

.row {
  display: flex;
  gap: 0.5rem;
  margin-top: 0.35rem;
}

input,
button {
  border: 1px solid var(--line);
  border-radius: 9px;
  font: inherit;
  min-height: 2.75rem;
  padding: 0 0.9rem;
}

input {
  background: var(--ground);
  color: inherit;
  flex: 1;
  min-width: 0;
}

button {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--on-accent);
  cursor: pointer;
  font-weight: 600;
}

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}

#problem {
  color: var(--bad);
  margin: 0.4rem 0 0;
  min-height: 1.5em;
}

ul {
  list-style: none;
  margin: 0.25rem 0 1rem;
  padding: 0;
}

li {
  border-top: 1px solid var(--line);
  overflow-wrap: anywhere;
  padding: 0.7rem 0.2rem;
}

.hint {
  color: var(--soft);
  font-size: 0.9rem;
  margin: 0;
}

code {
  overflow-wrap: anywhere;
}

@media (max-width: 30rem) {
  nav {
    margin-left: 0;
    width: 100%;
  }
}
`;
