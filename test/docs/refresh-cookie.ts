import { readBlocks, readPage } from './examples.ts';

/** The files of refresh-tokens.md with the changes for browsers, which the page describes. */
export function forBrowsers(files: Record<string, string>): Record<string, string> {
  const [, section = ''] = readPage('refresh-tokens.md').split('## Browsers and mobile apps\n');
  const shown = readBlocks(section).map(({ title, text }) => [title.replace('browsers ', ''), text] as const);
  const changed = Object.fromEntries(shown.filter(([path]) => path.startsWith('app/')));
  const codes = [...section.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  const codeOf = (start: string): string => codes.find((code) => code.startsWith(start))!;
  return {
    ...files,
    ...changed,
    'server.ts': files['server.ts']!.replace('security: { token: verifyToken }', codeOf('security: {')).replace(
      'import { verifyToken',
      "import { verifyRefresh } from './app/refresh-cookie.ts';\nimport { verifyToken",
    ),
    'app/definitions/Tokens.ts': files['app/definitions/Tokens.ts']!.replace(
      'refresh_token: string;',
      codeOf('refresh_token?'),
    ),
    'app/operations/tokens/@post.ts': files['app/operations/tokens/@post.ts']!.replace(
      'import',
      "import { moveToCookie } from '../../refresh-cookie.ts';\nimport",
    )
      .replace(' * @returns', ` * ${codeOf('@param {boolean}')}\n * @returns`)
      .replace('(function signIn', '(async function signIn')
      .replace('issueTokens(name);', `${codeOf('ctx.input.body.browser')};`),
  };
}
