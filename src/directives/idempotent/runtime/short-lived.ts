import type { Manifest } from '../../../shared/contract/manifest.ts';
import { isWorkerd, printWarning } from '../../../runtime/koa/warning.ts';

/** Variables of platforms that start and stop processes by themselves. Vercel and Netlify run on Lambda. */
const VARIABLES: readonly (readonly [variable: string, platform: string])[] = [
  ['VERCEL', 'Vercel'],
  ['NETLIFY', 'Netlify'],
  ['AWS_LAMBDA_FUNCTION_NAME', 'AWS Lambda'],
  ['FUNCTIONS_WORKER_RUNTIME', 'Azure Functions'],
  ['FUNCTION_TARGET', 'Google Cloud Functions'],
];

/** Warns at start if idempotency keys are in the memory of a process that its platform starts several times and stops at any time. */
export function warnOfShortLivedStore({ operations }: Manifest): void {
  const platform = isWorkerd() ? 'Cloudflare Workers' : VARIABLES.find(([name]) => process.env[name])?.[1];
  if (platform === undefined || operations.every(({ idempotent }) => idempotent === undefined)) return;
  printWarning(
    [
      `${platform} runs several processes and stops them, and the keys of @idempotent are in the memory of one.`,
      'A retry can therefore run the handler again.',
      'Set a shared store, such as a table of your database: { idempotency: { store } }.',
      'If you accept that: { idempotency: { store: memoryStore() } }.',
    ].join(' '),
  );
}
