import { quoteText } from '../../build/codegen/literal.ts';
import { isIdentifier } from '../../build/codegen/identifier.ts';
import type { Choices } from './project-choices.ts';
import { languageOf } from './language.ts';

/** The signature of a verifier, by the type of its scheme. The texts of a description are not written into code. */
const SIGNATURES: { readonly [type: string]: string } = {
  apiKey: 'API key: (ctx, key, scopes) => ...',
  basic: 'User name and password: (ctx, { username, password }, scopes) => ...',
  mutualTLS: 'Client certificate: (ctx, certificate, scopes) => ...',
};

const TOKEN = 'Token: (ctx, token, scopes) => ...';

/** Creates verifiers that reject all credentials, one for each scheme that the operations require. In TypeScript, also their types, which are left to the user. */
export function verifiersCode(choices: Choices): string {
  const { ts } = languageOf(choices);
  const lines = Object.entries(choices.schemes ?? {}).flatMap(([name, { type, scheme }]) => [
    `  // ${SIGNATURES[String(type)] ?? SIGNATURES[String(scheme).toLowerCase()] ?? TOKEN}`,
    `  ${propertyKey(name)}: () => undefined,`,
  ]);
  if (lines.length === 0) return '';
  const types = Object.keys(choices.schemes ?? {}).map((name) => `    ${propertyKey(name)}: unknown;\n`);
  const auth = `// The types of \`ctx.auth\`: replace them by those that your verifiers return.\ndeclare module 'unplugin-operations/types' {\n  interface Auth {\n${types.join('')}  }\n}\n\n`;
  return `${ts(auth)}/** Verifies credentials. These reject everyone: return the caller if the credentials are valid. It becomes \`ctx.auth\`. */
const security${ts(': Verifiers')} = {
${lines.join('\n')}
};

`;
}

/** The parts that the user has to write, if the operations require security schemes. */
export function verifiersHint({ schemes = {}, ...choices }: Choices): string[] {
  const names = Object.keys(schemes).map((name) => JSON.stringify(name));
  if (names.length === 0) return [];
  return [
    `Write ${names.length === 1 ? 'the verifier' : 'the verifiers'} in app/api.${languageOf(choices).extension}: ${names.join(', ')}. Until then, all credentials are rejected.`,
  ];
}

function propertyKey(name: string): string {
  if (name === '__proto__') return `['__proto__']`;
  return isIdentifier(name) ? name : quoteText(name);
}

/** Whether the app needs verifiers. */
export function hasVerifiers({ schemes = {} }: Choices): boolean {
  return Object.keys(schemes).length > 0;
}
