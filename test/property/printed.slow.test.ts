import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCache } from '../../src/build/compiler/cache.ts';
import { compileOperations } from '../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { holds } from './holds.ts';
import { SCHEMES, written } from './models.ts';
import { printOperation } from './print.ts';
import { DEFINED } from './schemas.ts';

const scheme = { type: 'apiKey', in: 'header', name: 'X-Key' };
const definitions = [
  ...DEFINED.map((name) => ({ path: `${name}.json`, text: '{"type": "object"}' })),
  {
    path: 'openapi.json',
    text: JSON.stringify({
      components: { securitySchemes: Object.fromEntries(SCHEMES.map((name) => [name, scheme])) },
    }),
  },
];

it('an operation that is written as a comment is read as the same operation', () => {
  // What checks defaults and examples takes longer to make than all else.
  const cache = createCache();
  const property = fc.property(written, ({ operation, style }) => {
    // In a constraint, three backticks open a code fence too, which is reported.
    fc.pre(!JSON.stringify(operation, (key, value) => (key === 'description' ? '' : value)).includes('```'));
    const files = [printOperation(operation, style)];
    const { operations, diagnostics } = compileOperations({ files, definitions, cache });
    // Some of the patterns are slow, some alternatives cover others, and some whole bodies are readOnly, which is an error.
    const unexpected = diagnostics.filter(
      ({ code }) => !/^(?:unused-definition|unused-scheme|slow-pattern|undroppable-value|weaker-security)$/.test(code),
    );
    expect(unexpected.map(formatDiagnostic)).toEqual([]);
    expect(operations.map(({ contract }) => contract)).toEqual([operation]);
  });
  holds(property, 250);
});
