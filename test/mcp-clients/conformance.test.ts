import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import { scratch } from '../support/build.ts';
import { buildServer } from './project.ts';

/** The scored scenarios of tools. Prompts, resources, completion, elicitation, sampling, roots and logging are not part of the server. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'server-sse-multiple-streams',
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    // server-sse-multiple-streams is skipped without a session.
    'dns-rebinding-protection',
  ],
};

/** The checks that fail, because they are about something that is not part of the server. */
const OUT_OF_SCOPE: Readonly<Record<string, readonly string[]>> = {
  // Sampling.
  'server-stateless': ['sep-2575-server-rejects-undeclared-capability', 'sep-2575-missing-capability-http-400'],
  caching: [
    'sep-2549-prompts-list-caching-hints',
    'sep-2549-resources-list-caching-hints',
    'sep-2549-resources-templates-list-caching-hints',
  ],
};

const run = promisify(execFile);
const suite = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

describe('the conformance suite', () => {
  const cleanup = afterSuite();
  let url: string;
  beforeAll(async () => {
    const server = fork(await buildServer(cleanup), { env: { ...process.env, PORT: '0' } });
    cleanup(async () => void server.kill());
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    url = `http://localhost:${port}/mcp`;
  });

  const cases = Object.entries(SCENARIOS).flatMap(([version, names]) => names.map((name) => [version, name] as const));
  it.each(cases)('%s %s', async (version, scenario) => {
    const output = scratch();
    const args = [
      suite,
      'server',
      '--url',
      url,
      '--scenario',
      scenario,
      '--spec-version',
      version,
      '--force',
      '-o',
      output,
    ];
    // It exits with 1 if a check fails.
    await run(process.execPath, args).catch(() => undefined);
    const [directory] = readdirSync(output);
    const checks = JSON.parse(readFileSync(join(output, directory!, 'checks.json'), 'utf8')) as {
      id: string;
      status: string;
    }[];
    expect(checks.some(({ status }) => status === 'SUCCESS' || status === 'INFO')).toBe(true);
    const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING').map(({ id }) => id);
    expect(failed.sort()).toEqual([...(OUT_OF_SCOPE[scenario] ?? [])].sort());
  });
});
