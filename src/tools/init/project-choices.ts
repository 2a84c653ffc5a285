import { basename } from 'node:path';
import type { SecuritySchemes } from '../../shared/contract/base-document.ts';
import type { Language } from '../../build/project/source-language.ts';
import type { AllowArguments, Allowed } from '../openapi/fetch/allowed.ts';
import { allowedOf } from '../openapi/fetch/allowed.ts';

/** The values of each choice, the default first. */
export const VALUES = {
  language: ['typescript', 'javascript'] satisfies readonly Language[],
  platform: ['node', 'lambda', 'workers'],
  database: ['none', 'sqlite', 'postgresql'],
} as const;

const FRONT_ENDS = ['none', 'new', 'existing'] as const;

/** The properties of a new project. */
export interface Choices {
  /** The name in package.json. */
  readonly name: string;
  readonly language: Language;
  readonly platform: (typeof VALUES.platform)[number];
  readonly database: (typeof VALUES.database)[number];
  /** With a front end, the API is below `/api`. An existing one is left as it is. */
  readonly frontEnd: (typeof FRONT_ENDS)[number];
  /** Whether the app serves a page to read and try the API at `/docs`. */
  readonly docs: boolean;
  /** Whether to install the packages. */
  readonly install?: boolean;
  /** Whether operations.d.ts declares the types of contracts globally. */
  readonly globalTypes: boolean;
  /** An OpenAPI description to import: a path or a URL. */
  readonly description: string | undefined;
  /** The hosts and files that the description can refer to. */
  readonly allowed?: Allowed;
  /** The prefix of every path, if the description has one. */
  readonly base?: string;
  /** The security schemes that the operations of the description require. */
  readonly schemes?: SecuritySchemes;
}

/** The prefix of every path: that of the description, or `/api` with a front end. */
export function baseOf({ base = '/', frontEnd }: Choices): string {
  return base === '/' && frontEnd !== 'none' ? '/api' : base;
}

/** The arguments of `operations init`, as cac parses them. */
export interface InitArguments extends AllowArguments {
  readonly name?: unknown;
  readonly language?: unknown;
  readonly platform?: unknown;
  readonly database?: unknown;
  readonly frontEnd?: unknown;
  readonly docs?: unknown;
  readonly install?: unknown;
  readonly globalTypes?: unknown;
  readonly from?: unknown;
  readonly yes?: unknown;
}

/**
 * Checks the arguments.
 *
 * @returns The given choices; absent ones are undefined.
 * @throws {Error} If a value is unknown, or if two choices exclude each other.
 */
export function parseChoices(args: InitArguments): Partial<Choices> {
  const { name, frontEnd, docs, install, globalTypes, from } = args;
  const choices: Partial<Choices> = {
    ...(name !== undefined && { name: parseName(String(name)) }),
    ...parseValue('language', args),
    ...parseValue('platform', args),
    ...parseValue('database', args),
    ...(frontEnd !== undefined && { frontEnd: frontEnd === true ? 'new' : 'none' }),
    ...(docs !== undefined && { docs: docs === true }),
    ...(install !== undefined && { install: install === true }),
    ...(globalTypes !== undefined && { globalTypes: globalTypes === true }),
    ...(from !== undefined && { description: String(from) }),
    allowed: allowedOf(args),
  };
  const conflict = conflictOf(choices);
  if (conflict !== undefined) throw new Error(conflict);
  return choices;
}

function parseValue<const K extends keyof typeof VALUES>(choice: K, args: InitArguments): Partial<Pick<Choices, K>> {
  const given = args[choice];
  if (given === undefined) return {};
  const value = VALUES[choice].find((one) => one === given);
  if (value === undefined)
    throw new Error(`Invalid option --${choice}: expected ${VALUES[choice].join(', ')}, got "${String(given)}".`);
  return { [choice]: value } as Pick<Choices, K>;
}

/** A name as npm takes it. */
export const PACKAGE_NAME: RegExp = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

function parseName(name: string): string {
  if (PACKAGE_NAME.test(name)) return name;
  throw new Error(`Invalid option --name: "${name}" is not a valid package name. Use "${toPackageName(name)}".`);
}

/** Explains why choices exclude each other; undefined if they do not. */
export function conflictOf({
  platform = 'node',
  database = 'none',
  frontEnd = 'none',
}: Partial<Choices>): string | undefined {
  if (database === 'sqlite' && platform !== 'node')
    return `SQLite needs a local disk, which ${PLATFORMS[platform]} does not have. Use --database none or --platform node.`;
  if (database === 'postgresql' && platform === 'workers')
    return 'On Cloudflare Workers, a database connection comes from a binding such as Hyperdrive. Use --database none, and see the guide "Cloudflare Workers".';
  if (frontEnd === 'new' && platform !== 'node')
    return `On ${PLATFORMS[platform]}, a front end is deployed on its own. Leave out --front-end.`;
  return undefined;
}

/** The names of the platforms in texts. */
export const PLATFORMS: { readonly [platform in Choices['platform']]: string } = {
  node: 'Node',
  lambda: 'AWS Lambda',
  workers: 'Cloudflare Workers',
};

/** Completes choices with the defaults. */
export function withDefaults(choices: Partial<Choices>, directory: string): Choices {
  return {
    name: toPackageName(basename(directory)),
    language: 'typescript',
    platform: 'node',
    database: 'none',
    frontEnd: 'none',
    // Functions start faster without it.
    docs: (choices.platform ?? 'node') === 'node',
    globalTypes: false,
    description: undefined,
    ...choices,
  };
}

/** `My API` -> `my-api`. */
export function toPackageName(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9~-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'my-api' : name;
}
