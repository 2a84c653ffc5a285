import type { Choices } from './project-choices.ts';
import type { Files } from './language.ts';
import { languageOf } from './language.ts';
import { databaseFile, sampleFiles } from './sample-files.ts';

/** The file that a platform runs, without its extension. */
export const ENTRIES: { readonly [platform in Choices['platform']]: string } = {
  node: 'server',
  lambda: 'lambda',
  workers: 'worker',
};

/** Creates the files below `app`: the app, its entry, a test, and two operations unless a description brings its own. */
export function createApiFiles(choices: Choices): Files {
  const { extension } = languageOf(choices);
  return {
    [`app/api.${extension}`]: appFile(choices),
    [`app/${ENTRIES[choices.platform]}.${extension}`]: entryFile(choices),
    ...(choices.database !== 'none' && { [`app/database.${extension}`]: databaseFile(choices) }),
    ...(choices.description === undefined && sampleFiles(choices)),
  };
}

function appFile(choices: Choices): string {
  const { ts } = languageOf(choices);
  return `${ts('/// <reference types="unplugin-operations/client" />\n')}import { createApp${ts(', type Manifest')} } from 'unplugin-operations/koa';

/** Creates the app, for the dev server and the build. Add your middleware and your verifiers here. */
export default function createApi(operations${ts(': Manifest')}) {
  return createApp(operations);
}
`;
}

function entryFile(choices: Choices): string {
  const { extension } = languageOf(choices);
  const imports = `import operations from 'virtual:operations';\nimport createApi from './api.${extension}';\n`;
  if (choices.platform === 'lambda')
    return `import { lambdaHandler } from 'unplugin-operations/lambda';\n${imports}\nexport const handler = lambdaHandler(createApi(operations));\n`;
  if (choices.platform === 'workers')
    return `import { workersHandler } from 'unplugin-operations/workers';\n${imports}\nexport default workersHandler(createApi(operations));\n`;
  return serverFile(choices, imports);
}

function serverFile(choices: Choices, imports: string): string {
  const { extension, ts } = languageOf(choices);
  const hasDatabase = choices.database !== 'none';
  const page =
    choices.frontEnd === 'new'
      ? {
          imports: `import { join } from 'node:path';\nimport serve from 'koa-static';\n`,
          use: `\n// The built front end.\napp.use(serve(join(import.meta.dirname, '../public'), { defer: true }));`,
        }
      : { imports: '', use: '' };
  const close = hasDatabase ? '.then(() => db.destroy())' : '';
  return `${page.imports}import { stop } from 'unplugin-operations/koa';
${imports}${hasDatabase ? `import { db } from './database.${extension}';\n` : ''}
const port = Number(process.env.PORT ?? 3000);
const app = createApi(operations);${page.use}
const server = app.listen(port, () => console.log(\`http://localhost:\${port}\`));

// Ends the process after the requests under way are answered.
let stopping${ts(': Promise<unknown> | undefined')};
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stopping ??= stop(server)${close}));
`;
}
