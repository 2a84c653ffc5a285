import { beforeAll, describe, expect, it } from 'vitest';
import type { Compilation } from '../../src/index.ts';
import { compileOperations, contractsOf } from '../../src/index.ts';
import { githubDescription } from './document.ts';
import { githubProject } from './tree.ts';

const { operations, definitions } = githubProject();
const files = operations.map(({ file, text }) => ({ path: file, text }));

describe("GitHub's API, compiled", () => {
  let compilation: Compilation;

  beforeAll(() => {
    compilation = compileOperations({ files, definitions });
  });

  it('reports nothing but schemas that no operation uses', () => {
    const { diagnostics } = compilation;
    expect(compilation.operations.length).toBe(1223);
    expect(diagnostics.filter(({ code }) => code !== 'unused-definition').map(({ message }) => message)).toEqual([]);
    expect(diagnostics.length).toBe(344);
  });

  it('needs the definitions for schemas that no line can express', () => {
    expect(compileOperations({ files, definitions: [] }).diagnostics.length).toBeGreaterThan(1000);
  });

  it('compiles to the same whatever the order of its files', () => {
    const reversed = compileOperations({ files: files.toReversed(), definitions: definitions.toReversed() });
    expect(contractsOf(reversed)).toEqual(contractsOf(compilation));
    expect([...reversed.schemas]).toEqual([...compilation.schemas]);
  });

  it('reports two templates that GitHub spells in two ways', () => {
    const spelled = githubDescription().operations.filter(({ path }) => /attestations\/\{/.test(path));
    const asSpelled = spelled.map(({ path, method }) => ({
      path: `${path.slice(1)}/@${method.toLowerCase()}.js`,
      text: '/** @returns {any} Something */ export default () => ({});',
    }));
    const errors = compileOperations({ files: asSpelled }).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ at }) => at.source.file)).toEqual([
      'app/operations/orgs/{org}/attestations/{subject_digest}/@get.js',
      'app/operations/users/{username}/attestations/{subject_digest}/@get.js',
    ]);
    expect(errors.map(({ message }) => message)).toEqual(errors.map(() => expect.stringContaining('attestation_id')));
  });
});
