import { cpSync, mkdirSync, statSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { scratch } from './build.ts';
import type { Place } from './shell.ts';
import { runShell } from './shell.ts';

/** What a container of an image starts with. */
export interface Image {
  /** The directory of the command, the environment and the command itself. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly ports: readonly string[];
}

/** Instructions without an effect outside of a container. */
const IGNORED = new Set(['USER']);

/**
 * Runs the instructions of a Dockerfile in order, in directories in place of images. It has the Node of this process.
 *
 * @param context The directory that is sent to the build, without what .dockerignore names.
 */
export async function runDockerfile(
  text: string,
  context: string,
  ignored: readonly string[],
  environment: Readonly<Record<string, string>>,
  cleanup: Parameters<typeof scratch>[0],
): Promise<Image> {
  const stages = new Map<string, string>();
  let [root, cwd, command] = ['', '', [] as string[]];
  let env: Record<string, string> = {};
  const ports: string[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const words = rest.split(' ');
    if (instruction === 'FROM') {
      [root, cwd, env] = [scratch(cleanup), '/', {}];
      stages.set(words[2] ?? '', root);
    } else if (instruction === 'WORKDIR') {
      cwd = rest;
      mkdirSync(join(root, cwd), { recursive: true });
    } else if (instruction === 'COPY') {
      const stage = /^--from=(.+)$/.exec(words[0]!)?.[1];
      const from = stage === undefined ? context : stages.get(stage)!;
      const names = words.slice(stage === undefined ? 0 : 1);
      copy(
        names.slice(0, -1).map((name) => join(from, name)),
        join(root, cwd),
        names.at(-1)!,
        stage === undefined ? ignored : [],
      );
    } else if (instruction === 'RUN') await runStep(rest, { cwd: join(root, cwd), env: { ...environment, ...env } });
    else if (instruction === 'ENV') env = { ...env, ...Object.fromEntries(words.map((word) => word.split('=', 2))) };
    else if (instruction === 'EXPOSE') ports.push(rest);
    else if (instruction === 'CMD') command = JSON.parse(rest) as string[];
    else if (!IGNORED.has(instruction)) throw new Error(`Unknown instruction: ${line}`);
  }
  return { cwd: join(root, cwd), env, command, ports };
}

/** RUN. A registry can lack a package of another platform: its version is not in the lock, which `npm ci` refuses. */
async function runStep(commands: string, place: Place): Promise<void> {
  try {
    await runShell(commands, place);
  } catch (error) {
    if (commands !== 'npm ci' || !/Missing: \S+@ from lock file/.test(String(error))) throw error;
    await runShell('npm install --no-save', place);
  }
}

/** COPY: a directory's content, or files into a directory or under another name. */
function copy(sources: readonly string[], cwd: string, to: string, ignored: readonly string[]): void {
  for (const source of sources) {
    const isInto = !statSync(source).isDirectory() && (to.endsWith('/') || existsSync(join(cwd, to)));
    const target = isInto ? join(cwd, to, basename(source)) : join(cwd, to);
    mkdirSync(join(target, '..'), { recursive: true });
    cpSync(source, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !ignored.some((name) => isIgnored(path, name, source)),
    });
  }
}

// A line of .dockerignore that starts with `**/` names files in every directory, any other only those at the top.
function isIgnored(path: string, name: string, source: string): boolean {
  return name.startsWith('**/') ? basename(path) === name.slice(3) : path === join(source, name);
}
