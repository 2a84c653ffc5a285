import { isWorkerd } from './warning.ts';

/** Variables of platforms that start and stop processes by themselves. Vercel and Netlify run on Lambda. */
const VARIABLES: readonly (readonly [variable: string, platform: string])[] = [
  ['VERCEL', 'Vercel'],
  ['NETLIFY', 'Netlify'],
  ['AWS_LAMBDA_FUNCTION_NAME', 'AWS Lambda'],
  ['FUNCTIONS_WORKER_RUNTIME', 'Azure Functions'],
  ['FUNCTION_TARGET', 'Google Cloud Functions'],
];

/** The platform that starts several processes and stops them at any time, so that their memory is not shared and not kept; undefined if there is none. */
export function shortLivedPlatform(): string | undefined {
  return isWorkerd() ? 'Cloudflare Workers' : VARIABLES.find(([name]) => process.env[name])?.[1];
}
