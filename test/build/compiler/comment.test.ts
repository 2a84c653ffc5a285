import { describe, expect, it } from 'vitest';
import { parseComment, passageText } from '../../../src/build/compiler/comment/comment.ts';
import { compile, contractOf, contractOfComment, textAt } from './compile.ts';

/** A comment as its description and its directives, each with its content. */
function read(text: string): { description: string | undefined; directives: [string, string | undefined][] } {
  const comment = parseComment({ file: 'one.ts', text }, { start: 0, end: text.length });
  return {
    description: passageText(comment.description),
    directives: comment.directives.map(({ name, content }) => [name, passageText(content)]),
  };
}

describe('the start of a line', () => {
  // Spec A2.1: white space and `*` at the start of each line are ignored; a blank line parts paragraphs.
  const expected = {
    description: 'Lists the pets.\n\nAll of them.',
    directives: [
      ['GET', undefined],
      ['param', '{string} name - A name'],
      ['returns', '{Pet[]} The pets'],
    ],
  };
  const lines = [
    'Lists the pets.',
    '',
    'All of them.',
    '',
    '@GET',
    '@param {string} name - A name',
    '',
    '@returns {Pet[]} The pets',
  ];

  it.each<[string, string]>([
    ['stars', `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */`],
    ['one star to open', `/*\n${lines.map((line) => ` * ${line}`).join('\n')}\n */`],
    ['no stars', `/*\n${lines.join('\n')}\n*/`],
    ['no stars but spaces', `/**\n${lines.map((line) => `     ${line}`).join('\n')}\n     */`],
    ['tabs', `/**\n${lines.map((line) => `\t*\t${line}`).join('\n')}\n\t*/`],
    ['stars without a space', `/**\n${lines.map((line) => `*${line}`).join('\n')}\n*/`],
    ['rows of stars', `/*****\n${lines.map((line) => `***** ${line}`).join('\n')}\n*****/`],
    [
      'stars and spaces before directives',
      `/**\n${lines.map((line) => (line.startsWith('@') ? ` * * ${line}` : ` * ${line}`)).join('\n')}\n */`,
    ],
    [
      'text beside the delimiters',
      `/** ${lines
        .map((line) => ` * ${line}`)
        .join('\n')
        .trimStart()
        .slice(2)} */`,
    ],
    ['a double star to close', `/** ${lines.join('\n')} **/`],
    ['a double star to close, on its own line', `/**\n${lines.join('\n')}\n **/`],
    ['more blank lines', `/**\n\n\n${lines.map((line) => ` * ${line}`).join('\n *\n  \n')}\n *\n\n */`],
    ['white space at the end of lines', `/** \t \n${lines.map((line) => ` * ${line} \t `).join('\n')}\n * \t */`],
    ['wide spaces', `/**\n${lines.map((line) => `\u00a0\u3000* ${line}`).join('\n')}\n */`],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(expected);
    for (const end of ['\r\n', '\r']) expect(read(text.replaceAll('\n', end))).toEqual(expected);
  });

  it('accepts the start of a line alone', () => {
    for (const text of ['/**/', '/***/', '/****/', '/* */', '/**\n */', '/**\n*\n\n * *\n */'])
      expect([text, read(text).directives]).toEqual([text, []]);
    expect(read('/**/').description).toBeUndefined();
    expect(read('/**\n *\n */').description).toBeUndefined();
  });

  it('keeps the stars of a list, and those inside a line', () => {
    expect(read('/**\n * Either\n * * one *or*\n * * **two**\n */').description).toBe('Either\n* one *or*\n* **two**');
  });

  it('keeps what a line has beyond the others', () => {
    expect(read('/**\n * A\n *   B\n * C\n */').description).toBe('A\n  B\nC');
    expect(read('/*\n    A\n      B\n    C\n*/').description).toBe('A\n  B\nC');
  });
});

describe('an information line', () => {
  it.each<[string, [string, string | undefined][]]>([
    ['/* @GET */', [['GET', undefined]]],
    ['/*@GET*/', [['GET', undefined]]],
    ['/** @GET @POST */', [['GET', '@POST']]],
    ['/** text @GET */', []],
    ['/** me@example.com and {@link Pet} */', []],
    ['/**\n * {@link Pet}\n * x\n */', []],
    ['/** @ GET */', []],
    ['/** @ */', []],
    [
      '/**\n * @param-include paging\n * @x-rate-limit 5\n */',
      [
        ['param-include', 'paging'],
        ['x-rate-limit', '5'],
      ],
    ],
    ['/** @param{string}name */', [['param', '{string}name']]],
    ['/** @größe x */', [['größe', 'x']]],
    ['/** @param {string} a - one\n *   two\n *\n *   three */', [['param', '{string} a - one\ntwo\n\nthree']]],
    ['/**\n * @param\n *   {string}\n *   a\n */', [['param', '{string}\na']]],
  ])('%j', (text, directives) => {
    expect(read(text).directives).toEqual(directives);
  });

  it('ignores information lines inside a code fence, and keeps its blank lines', () => {
    const text = '/**\n * Use it:\n *\n * ```ts\n * @Get()\n *\n *   list() {}\n * ```\n * like so.\n * @GET\n */';
    expect(read(text)).toEqual({
      description: 'Use it:\n\n```ts\n@Get()\n\n  list() {}\n```\nlike so.',
      directives: [['GET', undefined]],
    });
  });

  it.each<[string, string]>([
    ['tildes', '~~~ts\n@POST\n~~~'],
    ['tildes around backticks', '~~~\n```\n@POST\n~~~'],
    ['backticks around tildes', '```\n~~~\n@POST\n```'],
    ['four backticks around three', '````md\n```ts\n@POST\n```\n@DELETE\n````'],
    ['four tildes around three', '~~~~\n~~~\n@POST\n~~~~~'],
    ['three backticks, in which a fence with a language closes nothing', '```\n```ts\n@POST\n```'],
    ['three backticks, with stars before "@"', '```\n* @POST\n```'],
  ])('ignores information lines inside a code fence of %s', (_, fence) => {
    const text = `/**\n${` * ${`Use it:\n\n${fence}\n\nlike so.\n@GET`.replaceAll('\n', '\n * ')}`}\n */`;
    expect(read(text)).toEqual({
      description: `Use it:\n\n${fence}\n\nlike so.`,
      directives: [['GET', undefined]],
    });
  });

  it('ignores information lines inside a code fence of tildes after another one', () => {
    const text = '/**\n * @example ~~~~ts\n * @Get()\n * ~~~\n * @Put()\n * ~~~~\n * @see x\n */';
    expect(read(text).directives).toEqual([
      ['example', '~~~~ts\n@Get()\n~~~\n@Put()\n~~~~'],
      ['see', 'x'],
    ]);
  });

  it("reads a line after three backticks inside a line, which aren't a fence", () => {
    const text =
      '/**\n * A fence is ```, as is ```ts x```.\n * @GET\n * @example ```ts\n * @Get()\n * ```\n * @see x\n */';
    expect(read(text)).toEqual({
      description: 'A fence is ```, as is ```ts x```.',
      directives: [
        ['GET', undefined],
        ['example', '```ts\n@Get()\n```'],
        ['see', 'x'],
      ],
    });
  });

  it.each<[string, string]>([
    ['one after another', '/**\n * @returns {string} It\n * @example a,b\n *\n *   c\n *  d\n */'],
    ['in a code fence', '/**\n * @returns {string} It\n * @example\n * ```\n * a,b\n *\n *   c\n *  d\n * ```\n */'],
    [
      'with line ends of Windows',
      '/**\r\n\t* @returns {string} It\r\n\t* @example ```\r\n\t* a,b\r\n\t*\r\n\t*   c\r\n\t*  d\r\n\t* ```\r\n\t*/',
    ],
    ['without stars', '/*\n@returns {string} It\n@example\n```\na,b\n\n  c\n d\n```\n*/'],
  ])('reads a line after an example whose lines are %s', (where, text) => {
    const lines = where === 'one after another' ? ['a,b', '', ' c', 'd'] : ['a,b', '', '  c', ' d'];
    expect(contractOfComment(text).responses[0]!.content[0]!.example).toBe(lines.join('\n'));
  });

  it('finds a line at its place in the file, whatever comes before', () => {
    const text = '// é 😀\r\n/**\r\n\t* Ü\r\n\t* *\t@prama {x} y\r\n\t* @retruns\r\n\t*/\r\nexport default () => {};';
    const { diagnostics } = compile({ 'one.ts': text });
    expect(diagnostics.map(({ at }) => textAt(at))).toEqual(['@prama', '@retruns']);
    expect(diagnostics.map(({ at }) => at.span.start)).toEqual([text.indexOf('@prama'), text.indexOf('@retruns')]);
  });
});

describe('@see', () => {
  it.each([
    ['/docs#books Why', { url: '/docs#books', description: 'Why' }],
    ['{@link /docs | Why}', { url: '/docs', description: 'Why' }],
    ['</docs>', { url: '/docs' }],
  ])('@see accepts a path on the same server: %s', (text, link) => {
    expect(contractOfComment(`/** @see ${text} */`).see).toEqual([link]);
  });

  it.each(['/', '//example.com', './docs', 'docs', '#docs', '/ docs'])('@see finds no URL in %j', (text) => {
    const { diagnostics } = compile({ 'one.ts': `/** @see ${text} */\nexport default () => 1;` });
    expect(diagnostics.map(({ code }) => code)).toContain('invalid-url');
  });
});

describe('the same contract', () => {
  const comment = `/**
 * Adds a pet,
 * or two.
 *
 * @POST
 * @param {{
 *   name: string,
 *   kind?: 'cat' | 'dog'
 * }} pet - What
 *   to add
 * @param {integer} [query.count=1] - How many
 * @returns {object} 201 - The pet
 * @returns {Problem} 4XX
 */`;
  const expected = contractOfComment(comment);

  it('the contract is what the comment contains', () => {
    expect(expected).toMatchObject({
      method: 'POST',
      summary: 'Adds a pet,',
      description: 'or two.',
      parameters: [{ name: 'count', in: 'query', required: false, schema: { type: 'integer', default: 1 } }],
      body: {
        required: true,
        content: [
          {
            mediaType: 'application/json',
            schema: { properties: { pet: { description: 'What\nto add', required: ['name'] } }, required: ['pet'] },
          },
        ],
      },
      responses: [
        { status: '201', description: 'The pet' },
        { status: '4XX', description: '' },
      ],
    });
  });

  it.each<[string, (text: string) => string]>([
    ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['with CR', (text) => text.replaceAll('\n', '\r')],
    ['without stars', (text) => text.replaceAll(/^ \*(?!\/) ?/gm, '')],
    ['with one star to open', (text) => text.replace('/**', '/*')],
    ['indented', (text) => text.replaceAll('\n', '\n\t\t')],
  ])('reads the same contract %s', (_, rewrite) => {
    expect(contractOfComment(rewrite(comment))).toEqual(expected);
    const file = `${comment}\nexport default function _() {}\n`;
    expect(contractOf(rewrite(file))).toEqual(expected);
  });
});
