import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchProcess } from '../../../src/plugin/dev/failures/process-end.ts';
import { createProject } from '../../tools/init/project.ts';
import { writeTree } from '../../support/build.ts';
import { startProgram } from '../../support/process.ts';

const vite = join(import.meta.dirname, '../../../node_modules/vite/bin/vite.js');
const operation = (code: string, name = 'odd'): string =>
  `interface Some {\n  a: string;\n}\n/** @returns {string} It */\nexport default async function ${name}() {\n${code}\n  return '';\n}\n`;

/** Everything that a dev server prints until the last of some requests ends it. */
async function printedAfter(paths: readonly string[], setup = ''): Promise<string> {
  const project = createProject();
  project.link();
  await writeTree(project.directory, {
    'package.json': '{ "type": "module" }',
    'vite.config.js':
      setup +
      "import operations from 'unplugin-operations/vite';\nexport default { plugins: [operations({ dts: false })], optimizeDeps: { noDiscovery: true } };\n",
    'app/operations/forgotten.ts': operation("  void Promise.reject(new Error('Nobody waits'));"),
    'app/operations/ended.ts': operation('  process.exit(3);', 'ended'),
  });
  const server = await startProgram([vite, '--port', '0'], /API:/, {
    cwd: project.directory,
    env: { NO_COLOR: '1' },
  });
  onTestFinished(async () => void (await server.stop()));
  const [url] = /http:\/\/localhost:\d+/.exec(server.output())!;
  for (const path of paths) await fetch(url + path).catch(() => undefined);
  // It ends by itself.
  await server.exited;
  return server.output();
}

const ENDED =
  /The process ended with code 3 while it handled GET \/ended \(ended\.ts\)\. Your code may have called process\.exit\./;

describe('what ends the dev server', () => {
  it('reports an error that no code catches, at its line', async () => {
    const printed = await printedAfter(['/forgotten']);
    expect(printed).toMatch(
      /No code caught this error, so the dev server ends, as a built server does\. Await your promises[^\n]*\nError: Nobody waits\n {4}at odd \(app\/operations\/forgotten\.ts:6:\d+\)\n {6}6 \|/,
    );
    expect(printed).not.toContain('while it handled');
  });

  it('reports an exit during a request', async () => {
    expect(await printedAfter(['/ended'])).toMatch(ENDED);
  });

  it('reports an exit during a request, after an error that the project listened for', async () => {
    const printed = await printedAfter(['/forgotten', '/ended'], "process.on('uncaughtException', () => undefined);\n");
    expect(printed).toContain('No code caught this error. Await');
    expect(printed).toMatch(ENDED);
  });
});

it('the end of the process is not announced if the project listens for such errors, which can keep it alive', () => {
  const printed: string[] = [];
  const listener = (): void => undefined;
  process.on('uncaughtException', listener);
  const stop = watchProcess({ describe: String, underWay: () => [], print: (text) => printed.push(text) });
  const error = new Error('Nobody waits');
  (process as NodeJS.EventEmitter).emit('uncaughtExceptionMonitor', error);
  stop();
  process.off('uncaughtException', listener);
  expect(printed).toEqual([
    'No code caught this error. Await your promises, and catch errors in callbacks.\nError: Nobody waits',
  ]);
});
