import { describe, expect, it } from 'vitest';
import { compile, textAt } from './compile.ts';

const OPERATION = 'export default () => {};';
const MIDDLEWARE = 'export default (ctx, next) => next();';

/** The errors of a tree with one file of this text. */
function errorsOf(path: string, text: string): string[][] {
  return compile({ 'a/one.ts': `/** It. */\n${OPERATION}`, [path]: text }).diagnostics.flatMap(
    ({ code, severity, at }) => (severity === 'error' ? [[code, textAt(at)]] : []),
  );
}

describe('a guard in a spelling that no directive has is an error', () => {
  const SPELLINGS = [
    ['@ security token', '@ security'],
    ['@\u00a0security token', '@\u00a0security'],
    ['＠security token', '＠security'],
    ['﹫security token', '﹫security'],
    ['＠ｓｅｃｕｒｉｔｙ token', '＠ｓｅｃｕｒｉｔｙ'],
    ['\u200b@security token', '@security'],
    ['\u2060＠\u200bsecu\u00adrity token', '＠\u200bsecu\u00adrity'],
    ['@ idempotent', '@ idempotent'],
    ['@ etag', '@ etag'],
    ['\\@security token', '@security'],
    ['"@security token"', '@security'],
    ['(@security token)', '@security'],
    ['{@security token}', '@security'],
    ['> @security: token', '@security'],
    ['<b>@security token</b>', '@security'],
    ['<p class="note"><b> @security token </b></p>', '@security'],
    ['<li>@etag', '@etag'],
  ] as const;
  const FILES = [
    ['a/one.ts', OPERATION],
    ['a/_middleware.ts', MIDDLEWARE],
  ] as const;

  it.each(FILES.flatMap((file) => SPELLINGS.map((spelling) => [...file, ...spelling] as const)))(
    'reports a disguised guard in %s with %s: %s',
    (path, code, line, at) => {
      const comments = [
        `/** ${line} */`,
        `/**\n * It.\n *\n * ${line}\n */`,
        `/**\n * It.\n *\n * @tags a\n * ${line}\n */`,
      ];
      for (const comment of comments) expect(errorsOf(path, `${comment}\n${code}`)).toEqual([['inline-directive', at]]);
    },
  );

  it.each(['secu\u200brity', '\u200bsecurity', 'ｓｅｃｕｒｉｔｙ'])(
    'reports a disguised guard in the name of a directive: %s',
    (name) => {
      for (const [path, code] of FILES)
        expect(errorsOf(path, `/** @${name} token */\n${code}`)).toEqual([['misspelled-security', `@${name}`]]);
    },
  );

  it.each(['// @ security token', '// ＠security token', '//\u200b@security', '// Gets it. @ security token'])(
    'reports a disguised guard in a line comment: %s',
    (comment) => {
      for (const [path, code] of FILES)
        expect(errorsOf(path, `${comment}\n/** It. */\n${code}`).map(([found]) => found)).toEqual(['stray-guard']);
    },
  );

  it.each([
    'Write to us @ security desk',
    'Write to admin@security.example',
    'In code it is `@ security token`',
    '`. @ security token` is code',
    'Packages such as\n * (@auth/core) are not used',
    'At 5 @ sea',
  ])('accepts a mention: %s', (text) => {
    for (const [path, code] of FILES) expect(errorsOf(path, `/**\n * It.\n * ${text}\n */\n${code}`)).toEqual([]);
  });
});

describe('a guard in a comment that minifiers or other tools keep is an error', () => {
  it.each([
    '/*! @security token */',
    '/*!\n * Only for staff.\n * @security token\n */',
    '/* eslint @security token */',
  ])('reports a guard above the function of a _middleware file: %s', (comment) => {
    const [found, ...others] = errorsOf('a/_middleware.ts', `${comment}\n${MIDDLEWARE}`);
    expect([found![1], others]).toEqual(['@security', []]);
    const guarded = errorsOf('a/_middleware.ts', `${comment}\nexport const authorize = () => true;`);
    expect(guarded).toHaveLength(1);
  });
});

describe('a guard in the comment of a helper is an error', () => {
  it.each([
    '/** Only for staff. @security token */',
    '/*! @security token */',
    '/** ＠security token */',
    '/** \u200b@ｓｅｃｕｒｉｔy token */',
    '/** @secu\u200brity token */',
    '/**\n * > @security token\n */',
    '/**\n * | @security token |\n */',
    '/**\n * <!-- @security token -->\n */',
    '/**\n * | access | @security token |\n */',
    '/**\n * - @security token\n */',
    '// @ security token',
    '// @security token',
  ])('%s', (comment) => {
    const [found, ...others] = errorsOf('a/_helper.ts', `${comment}\nexport const find = () => {};`);
    expect([found?.[1]?.at(-1), others]).toEqual(['y', []]);
  });

  it.each([
    '/** Reads the token. @auth is elsewhere. */',
    '// @Security()',
    '/** Whether a `@security` line is one */',
  ])('accepts another word, code or a mention: %s', (comment) => {
    expect(errorsOf('a/_helper.ts', `${comment}\nexport const find = () => {};`)).toEqual([]);
  });
});

describe('a guard in a text', () => {
  const FILES = [
    ['a/one.ts', OPERATION],
    ['a/_middleware.ts', MIDDLEWARE],
  ] as const;
  /** The diagnostics of a comment of some lines, above a handler and above middleware, which are the same. */
  const inComment = (...lines: readonly string[]): string[] => {
    const comment = `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
    const [one, other] = FILES.map(([path, code]) =>
      compile({ 'a/b.ts': `/** It. */\n${OPERATION}`, [path]: comment + code }).diagnostics.flatMap(
        ({ code: found, severity, at }) =>
          found === 'inline-directive' ? [`${severity} ${textAt(at)} ${at.span.start}`] : [],
      ),
    );
    expect(other).toEqual(one);
    return one!.map((each) => each.replace(/ \d+$/, ''));
  };

  it.each(['\u2028', '\u2029', '\u0085', '\v', '\f', '\u2028 '])(
    "reports a guard behind a character that doesn't end a line in a comment: %j",
    (end) => {
      expect(inComment(`Gets it${end}@security token`)).toEqual(['error @security']);
      expect(inComment('It.', '@tags a', `Gets it${end}@idempotent`)).toEqual(['error @idempotent']);
    },
  );

  it.each([
    'Requires: @security token',
    '**Access:** @security token, key',
    'Requires: @security token admin reader',
    'Access: @security token (weaker)',
    'Who may = @security token',
    '- Security: @security token.',
    'Writes: @idempotent',
    'Version : @etag',
  ])('warns of a guard that is the whole line behind a label: %s', (line) => {
    expect(inComment('It.', line)).toEqual([`warning ${/@\w+/.exec(line)![0]}`]);
    expect(inComment('It.', '@tags a', 'Its tags.', line)).toEqual([`warning ${/@\w+/.exec(line)![0]}`]);
  });

  it.each([
    'Only staff (@security token admin)',
    'It needs (@security token).',
    'Only staff (@security token, key)',
    'Requires **@security token**',
    'Requires: **@security token**',
    'Access = [@security token]',
    'Repeats are safe _(@idempotent required)_',
  ])('warns of a guard in brackets or emphasis at the end of a line: %s', (line) => {
    const name = /@\w+/.exec(line)![0];
    expect(inComment('It.', line)).toEqual([`warning ${name}`]);
    expect(inComment('It.', '@tags a', 'Its tags.', line, 'More.')).toEqual([`warning ${name}`]);
    expect(inComment(line, `${name} none`)).toEqual([]);
    expect(inComment('It.', '@example', line)).toEqual([]);
    expect(inComment('It.', '```', line, '```')).toEqual([]);
  });

  it.each(['→ @security token', '⇒ @security token', '- → @security token'])(
    'reports a guard behind a sign: %s',
    (line) => {
      expect(inComment('It.', line)).toEqual(['error @security']);
    },
  );

  it.each([
    'The line is checked (see @security token)',
    'As in (@security token)',
    'Clients have a key (@security is a directive)',
    'It is like **@security token** but open',
    'Tokens (@security) are checked',
    'A call ({@link login})',
    'Note: @security is inherited',
    'See also: @security in the reference, which explains it',
    'It is like @security token',
    'The reader of the file sees: @security token',
    'Requires: `@security token`',
    'Write <code>@security token</code>',
  ])('accepts a guard in a sentence or as code: %s', (line) => {
    expect(inComment('It.', line)).toEqual([]);
  });

  it.each([
    ['`@security token`'],
    ['- `@security token admin`'],
    ['``@security token``.'],
    ['```', '@security token', '```'],
    ['~~~', '@tags a', '@security token', '~~~'],
    ['```ts', '@security token', '```'],
  ])('warns of a guard if all lines of its text are code: %s %s %s %s', (...lines) => {
    expect(inComment('It.', ...lines.filter((line) => line !== undefined))).toEqual(['warning @security']);
  });

  it.each([
    [['Add `@security token` to keep others out']],
    [['`@security token`', '@security none']],
    [['```js', '/** @security token */', 'export default () => {};', '```']],
    [['```', 'app/operations/admin.ts', '@security token', '```']],
    [['```', '@tags a', '```']],
    [['@example', '```', '@security token', '```']],
    [['`@tags admin`']],
  ])(
    'takes a guard as an example in a sentence, next to other code, or if the comment has the directive: %s',
    (lines) => {
      expect(inComment('It.', ...lines)).toEqual([]);
    },
  );

  it("takes a guard as an example if it is code in a comment that isn't a contract", () => {
    const text = `/**\n * Explains the language.\n *\n * \`@security token\`\n */\nconst a = 1;\n/** It. */\n${OPERATION}`;
    expect(compile({ 'a/one.ts': text }).diagnostics).toEqual([]);
  });
});
