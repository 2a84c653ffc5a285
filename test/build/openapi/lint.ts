import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenApiDocument } from '../../../src/build/openapi/write/index.ts';

/** What Redocly found in a document. */
export interface LintProblem {
  readonly severity: 'error' | 'warn';
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer: string }[];
}

const redocly = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js');

/** What Redocly's recommended rules say to a document. */
export async function lint(document: object): Promise<LintProblem[]> {
  const directory = await mkdtemp(join(tmpdir(), 'operations-'));
  try {
    const file = join(directory, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    return await lintFile(file);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function lintFile(file: string): Promise<LintProblem[]> {
  const child = spawn(
    process.execPath,
    [redocly, 'lint', '--extends=recommended', '--format=json', '--max-problems=100000', file],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  // Without a document to speak of it writes nothing but to stderr.
  if (output === '') throw new Error(`redocly did not lint: ${errors}`);
  return (JSON.parse(output) as { problems: LintProblem[] }).problems;
}

// Compiling OpenAPI's schema takes much longer than checking a document with it.
const validator = new Validator();

/** What breaks OpenAPI's own schema, references that lead nowhere included. */
export async function schemaErrors(document: OpenApiDocument): Promise<unknown> {
  const { valid, errors } = await validator.validate(structuredClone(document));
  return valid ? [] : errors;
}

/** One line for each problem, for a test's output. */
export function printProblem({ severity, ruleId, location, message }: LintProblem): string {
  return `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`;
}
