import { describe, expect, it } from 'vitest';
import { compile, textAt } from './compile.ts';

const SCHEMES =
  'components:\n  securitySchemes:\n    token: { type: http, scheme: bearer }\n    key: { type: apiKey, in: header, name: X-Key }\n';
const HANDLER = 'export default () => {};\n';
const OTHER = `/**\n * Other.\n * @security token\n * @security key\n */\n${HANDLER}`;

const commented = (lines: string): string =>
  `/**\n * It.\n${lines
    .split('\n')
    .map((line) => ` * ${line}\n`)
    .join('')} */\n`;

/** The diagnostics of a tree with these files, whose document has two schemes. */
const found = (files: Readonly<Record<string, string>>, document: string = SCHEMES): readonly (readonly string[])[] =>
  compile(
    { 'other@get.ts': OTHER, ...files },
    { definitions: [{ path: 'openapi.yaml', text: document }] },
  ).diagnostics.map(({ severity, code, at }) => [severity, code, textAt(at)]);

const ofOperation = (lines: string): readonly (readonly string[])[] => found({ 'one.ts': commented(lines) + HANDLER });

describe('an extension that names a security scheme', () => {
  it.each([
    '@x-security token',
    '@x-Security token',
    '@x-security [{ token: [] }]',
    '@x-auth token',
    '@x-security [token]',
  ])('warns of it in an operation and in a directory: %s', (line) => {
    const reports = [['warning', 'misspelled-security', line.split(' ')[0]]];
    expect(ofOperation(line)).toEqual(reports);
    expect(
      found({
        'a/_middleware.ts': `/** ${line} */\n`,
        'a/b.ts': `/** B. */\n${HANDLER}`,
        'a/c.ts': `/** C. */\n${HANDLER}`,
      }),
    ).toEqual(reports);
  });

  it('offers "@security"', () => {
    const definitions = [{ path: 'openapi.yaml', text: SCHEMES }];
    const files = { 'other@get.ts': OTHER, 'one.ts': commented('@x-security token') + HANDLER };
    const [diagnostic] = compile(files, { definitions }).diagnostics;
    expect(diagnostic?.message).toContain(
      '"@x-security" is an extension, so it requires nothing. Did you mean "@security"?',
    );
    expect(diagnostic?.fix?.edits.map(({ text }) => text)).toEqual(['security']);
  });

  it.each([
    '@x-security token\n@security token',
    '@x-security token\n@security token admin',
    '@x-security token\n@security none',
    '@x-security high',
    '@x-token token',
    '@x-rate-limit token',
    '@x-plan token',
  ])('accepts another one, and one that the operation requires: %j', (lines) => {
    expect(ofOperation(lines)).toEqual([]);
  });

  it('accepts one that the document requires', () => {
    const files = { 'one.ts': commented('@x-security token') + HANDLER };
    expect(found(files, `${SCHEMES}security:\n  - token: []\n`).map(([, code]) => code)).not.toContain(
      'misspelled-security',
    );
  });
});

describe('a line of a comment that names a security scheme', () => {
  it.each([
    ['security: token', 'security'],
    ['Security: token', 'Security'],
    ['Security: Bearer', 'Security'],
    ['Security: apiKey.', 'Security'],
    ['- security: token admin', 'security'],
    ['security: [{ token: [] }]', 'security'],
    ['security:\n  - token: []', 'security'],
    ['Security:\n- key: []\n- token: []', 'Security'],
    ['@returns {string} 200 - It\nsecurity: token', 'security'],
  ])('warns of it: %j', (lines, key) => {
    expect(ofOperation(lines)).toEqual([['warning', 'misspelled-security', key]]);
  });

  it.each(['@openapi', '@swagger'])('warns of it in a block for another tool: %s', (name) => {
    const block = `${name}\n/one:\n  get:\n    security:\n      - token: []`;
    expect(ofOperation(block)).toContainEqual(['warning', 'misspelled-security', 'security']);
    const before = `/**\n${block.replaceAll(/^/gm, ' * ')}\n */\n`;
    const reports = [['warning', 'misspelled-security', 'security']];
    expect(found({ 'one.ts': before + commented('') + HANDLER })).toEqual(reports);
    expect(found({ 'one.ts': commented('') + HANDLER + before })).toEqual(reports);
    expect(found({ 'one.ts': before + commented('@security token') + HANDLER })).toEqual([]);
  });

  it('warns of it in the contract of a directory', () => {
    const files = { 'a/_middleware.ts': `${commented('security: token\n@tags a')}`, 'a/b.ts': `/** B. */\n${HANDLER}` };
    expect(found(files)).toEqual([['warning', 'misspelled-security', 'security']]);
    const secured = { ...files, 'a/b.ts': `/**\n * B.\n * @security token\n */\n${HANDLER}` };
    expect(found(secured)).toEqual([]);
  });

  it.each([
    'security: token\n@security token',
    'Security: Bearer\n@security token',
    'security: token\n@security none',
    'Security: the token is checked by the gateway.',
    'Security: token rotation happens every night, see the wiki.',
    'Security: high',
    'Security: none',
    'Security:\n- Never log the token.',
    'Authorization: Bearer abc',
    'The security: token is needed.',
    '```yaml\nsecurity:\n  - token: []\n```',
    '@example security: token',
  ])('accepts other lines, and one that the operation requires: %j', (lines) => {
    expect(ofOperation(lines).filter(([, code]) => code === 'misspelled-security')).toEqual([]);
  });

  it('accepts it if the document requires it, and if no scheme has the name', () => {
    const files = { 'one.ts': commented('Security: token') + HANDLER };
    expect(found(files, `${SCHEMES}security:\n  - token: []\n`).map(([, code]) => code)).not.toContain(
      'misspelled-security',
    );
    const other = '/** Other. */\nexport default () => {};\n';
    expect(found({ ...files, 'other@get.ts': other }, 'info: { title: Shop }\n')).toEqual([]);
  });
});

describe('a @security line', () => {
  it.each([
    ['token admin, token editor', { token: ['admin', 'editor'] }],
    ['token admin, token', { token: ['admin'] }],
    ['token, key, token admin', { token: ['admin'], key: [] }],
  ])('requires the scopes of all places of a scheme: %s', (line, expected) => {
    const { operations } = compile({ 'one.ts': `/** @security ${line} */\nexport default () => {};\n` });
    expect(operations[0]!.contract.security).toEqual([expected]);
  });

  it.each(['token,', ', token', 'token,, key', 'token ,  ', 'token admin, (weaker)'])(
    'A scheme is missing next to a comma: %s',
    (line) => {
      const { diagnostics } = compile({
        'one.ts': `/**\n * @security ${line}\n * @security key\n */\nexport default () => {};\n`,
      });
      expect(diagnostics.map(({ code }) => code)).toContain('empty-directive');
    },
  );

  it('Its schemes can be on several lines', () => {
    const { operations, diagnostics } = compile({
      'one.ts': '/**\n * @security token,\n *   key\n */\nexport default () => {};\n',
    });
    expect(diagnostics.map(({ code }) => code)).not.toContain('empty-directive');
    expect(operations[0]!.contract.security).toEqual([{ token: [], key: [] }]);
  });
});
