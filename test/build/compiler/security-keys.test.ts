import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { compile, textAt } from './compile.ts';

const SCHEMES = 'components:\n  securitySchemes:\n    token: { type: http, scheme: bearer }\n';
const REQUIRED = '- token: []';
const OPERATION = '/**\n * It.\n * @security token\n */\nexport default () => {};\n';

/** The errors about keys that protect nothing, of a tree with these definitions. */
const found = (definitions: Readonly<Record<string, string>>): readonly (readonly string[])[] =>
  compile({ 'one.ts': OPERATION }, { definitions: Object.entries(definitions).map(([path, text]) => ({ path, text })) })
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, at }) => [code, at.source.file, textAt(at)]);

describe('security in an extension of the document', () => {
  const ofDocument = (text: string): readonly (readonly string[])[] => found({ 'openapi.yaml': text });

  it.each([
    [`${SCHEMES}x-security:\n  ${REQUIRED}\n`, 'x-security'],
    [`${SCHEMES}x-security: token\n`, 'x-security'],
    [`${SCHEMES}x-security: [token]\n`, 'x-security'],
    [`${SCHEMES}x-Security:\n  ${REQUIRED}\n`, 'x-Security'],
    [`${SCHEMES}info:\n  x-security:\n    ${REQUIRED}\n`, 'x-security'],
    [`${SCHEMES}tags:\n  - name: a\n    x-security:\n      ${REQUIRED}\n`, 'x-security'],
    [`${SCHEMES}x-securitySchemes:\n  key: { type: apiKey, in: header, name: key }\n`, 'x-securitySchemes'],
    [`${SCHEMES}  x-securitySchemes:\n    key: { type: apiKey, in: header, name: key }\n`, 'x-securitySchemes'],
  ])('reports it: %j', (text, key) => {
    expect(ofDocument(text)).toEqual([['document-field', 'app/definitions/openapi.yaml', key]]);
  });

  it('offers the right name at the top level', () => {
    const definitions = [{ path: 'openapi.yaml', text: `${SCHEMES}x-security:\n  ${REQUIRED}\n` }];
    const [{ message, fix }] = compile({ 'one.ts': OPERATION }, { definitions }).diagnostics as readonly [Diagnostic];
    expect(message).toContain('"x-security" is an extension, so it protects nothing');
    expect(fix?.edits.map(({ text }) => text)).toEqual(['security']);
  });

  it.each([
    'x-security: low\n',
    'x-security: { contact: security@example.com }\n',
    'x-security-contacts: [token]\n',
    'x-token: token\n',
    `x-webhooks:\n  added:\n    post:\n      security:\n        ${REQUIRED}\n`,
    `x-security-audits:\n  - name: a\n`,
    `security:\n  ${REQUIRED}\n`,
  ])('accepts other extensions: %j', (text) => {
    expect(ofDocument(`${SCHEMES}${text}`)).toEqual([]);
  });
});

describe('security in a definition', () => {
  const ofDefinition = (text: string, file = 'Pet.yaml'): readonly (readonly string[])[] =>
    found({ 'openapi.yaml': SCHEMES, [file]: text });

  it.each([
    [`type: object\nsecurity:\n  ${REQUIRED}\n`, 'security'],
    [`type: object\nx-security:\n  ${REQUIRED}\n`, 'x-security'],
    [`type: object\nSecurity:\n  ${REQUIRED}\n`, 'Security'],
    [`type: object\nget:\n  security:\n    ${REQUIRED}\n`, 'security'],
    [`type: object\nproperties:\n  a: { type: string, x-security: [{ token: [] }] }\n`, 'x-security'],
    ['securitySchemes:\n  key: { type: apiKey, in: header, name: key }\n', 'securitySchemes'],
    ['components:\n  securitySchemes:\n    key: { type: apiKey, in: header, name: key }\n', 'securitySchemes'],
  ])('reports it as an error: %j', (text, key) => {
    expect(ofDefinition(text)).toEqual([['lost-guard', 'app/definitions/Pet.yaml', key]]);
  });

  it('reports it in JSON', () => {
    const text = '{"type":"object","security":[{"token":[]}]}';
    expect(ofDefinition(text, 'Pet.json')).toEqual([['lost-guard', 'app/definitions/Pet.json', '"security"']]);
  });

  it.each([
    'type: object\nproperties:\n  security: { type: array, items: { type: object } }\n',
    `type: object\ndefault:\n  security:\n    ${REQUIRED}\n`,
    `type: object\nexamples:\n  - security:\n      ${REQUIRED}\n`,
    `type: object\nx-sample:\n  security:\n    ${REQUIRED}\n`,
    'type: object\nx-security: high\n',
    'type: object\nproperties:\n  securitySchemes: { type: object }\n',
  ])('accepts properties, samples and other extensions: %j', (text) => {
    expect(ofDefinition(text)).toEqual([]);
  });
});

it('reports an extension with security in data that nothing reads', () => {
  const unread = [
    { path: 'one.yaml', file: 'app/operations/one.yaml', text: `x-security:\n  ${REQUIRED}\n` },
    { path: 'two.yaml', file: 'app/operations/two.yaml', text: `Security:\n  ${REQUIRED}\n` },
  ];
  const { diagnostics } = compile({ 'one.ts': '/** It. */\nexport default () => {};\n' }, { unread });
  expect(diagnostics.map(({ code, at }) => [code, textAt(at)])).toEqual([
    ['lost-guard', 'x-security'],
    ['lost-guard', 'Security'],
  ]);
});
