import type { Choices } from './project-choices.ts';
import { ENTRIES } from './api-files.ts';
import { languageOf } from './language.ts';
import { scriptsOf } from './package-json.ts';
import { packageManager } from './package-manager.ts';

/** What each script of a new project does. */
const SCRIPTS: { readonly [script: string]: string } = {
  dev: 'starts the dev server: edits take effect on the next request',
  test: 'runs the tests',
  types: 'writes `operations.d.ts` and checks the types',
  build: 'builds the API into `dist`',
  start: 'starts the built server on port 3000, or on `PORT`',
  deploy: 'builds the API and deploys it',
};

/** Creates the README.md of a new project: its commands, its files, and the way to the documentation. */
export function readmeFile(choices: Choices): string {
  const { name: manager } = packageManager();
  const runs = manager === 'npm' ? 'npm run' : manager;
  const commands = Object.keys(SCRIPTS).filter((script) => script in scriptsOf(choices));
  const shown = (script: string): string =>
    script === 'test' || script === 'start' ? `${manager} ${script}` : `${runs} ${script}`;
  return `# ${choices.name}

An HTTP API. Each file in \`app/operations\` is an endpoint, and the comment above its function is the contract.

${choices.database === 'postgresql' ? `${DATABASE_HINT}\n\n` : ''}\`\`\`sh
${manager} install
${shown('dev')}
\`\`\`

The dev server prints two addresses. The one after \`API\` shows your endpoints.

| command | purpose |
| --- | --- |
${table([
  ...commands.map((script) => [shown(script), SCRIPTS[script]!] as const),
  ['npx operations new books/{id}@get', 'writes the file of a new endpoint: `GET /books/{id}`'],
  ['npx operations check', 'checks your comments'],
])}

| file | purpose |
| --- | --- |
${table(filesOf(choices))}

The documentation is in \`node_modules/unplugin-operations/docs\`: start with \`start/tutorial.md\`.
`;
}

/** The step before the first start with PostgreSQL. */
export const DATABASE_HINT =
  'Set DATABASE_URL to your PostgreSQL database, such as postgres://localhost/notes, before you start the server.';

function filesOf(choices: Choices): (readonly [string, string])[] {
  const { extension } = languageOf(choices);
  const { database, frontEnd, platform } = choices;
  return [
    ['app/operations', 'your endpoints'],
    ['app/definitions', 'schemas that contracts refer to by name'],
    [`app/api.${extension}`, 'creates the app: add your middleware and verifiers here'],
    [`app/${ENTRIES[platform]}.${extension}`, 'the entry of the build'],
    ...(database === 'none' ? [] : [[`app/database.${extension}`, 'opens the database'] as const]),
    ...(frontEnd === 'new' ? [['src', 'the front end'] as const] : []),
    ['operations.d.ts', 'the types of your endpoints, which the plugin writes. Commit it'],
  ];
}

function table(rows: readonly (readonly [code: string, text: string])[]): string {
  return rows.map(([code, text]) => `| \`${code}\` | ${text} |`).join('\n');
}
