import type { Choices } from './project-choices.ts';
import type { Files } from './language.ts';
import { languageOf } from './language.ts';

/** Whether a project has a worker: a second process that uses its database. */
export function hasWorker({ platform, database, description }: Choices): boolean {
  return platform === 'node' && database !== 'none' && description === undefined;
}

/** The file of the worker, and the directory of its build. */
export const workerFile = (choices: Choices): string => `app/worker.${languageOf(choices).extension}`;
export const WORKER_OUTPUT = 'dist/worker';

/** Creates the worker: a process for work that takes longer than a request. */
export function workerFiles(choices: Choices): Files {
  if (!hasWorker(choices)) return {};
  const { extension } = languageOf(choices);
  return {
    [workerFile(choices)]: `import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#app/database.${extension}';

// This process does what takes longer than a request, or is due at some time. The recipe "Background jobs" has a queue for it.

const PAUSE = 60_000;
const { db } = await openDatabase();

/** The work of a round: replace it with yours. */
async function work() {
  const { count } = await db
    .selectFrom('notes')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  console.log(\`Notes: \${count}\`);
}

// On SIGTERM or SIGINT, it completes its round and exits.
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stopping.abort());
while (!stopping.signal.aborted) {
  // The database may be restarting: the next round tries again.
  await work().catch((error) => console.error(error));
  await sleep(PAUSE, undefined, { signal: stopping.signal }).catch(() => {});
}
await db.destroy();
`,
  };
}
