import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import type { Location } from '../../../src/build/compiler/diagnostics/source.ts';
import { declaredValues } from '../../../src/build/compiler/language/described.ts';
import { tags } from '../../../src/directives/texts/tags.ts';
import type { Role } from '../../../src/build/compiler/language/line-parts.ts';
import type { PropertyNode, TypeNode } from '../../../src/build/compiler/language/type-nodes.ts';
import { readDefinitions, readTree } from '../../../src/build/project/files.ts';
import { partsIn } from './parts-in.ts';

/** The names in a type. */
function namesIn(node: TypeNode | PropertyNode | undefined): { readonly start: number }[] {
  if (node === undefined) return [];
  if ('key' in node) return namesIn(node.type);
  if ('inner' in node) return namesIn(node.inner);
  if (node.kind === 'name') return [node];
  if (node.kind === 'generic') return [node.name, ...node.arguments.flatMap(namesIn)];
  if (node.kind === 'union') return node.members.flatMap(namesIn);
  if (node.kind === 'object') return node.properties.flatMap(namesIn);
  return 'parts' in node ? node.parts.flatMap(namesIn) : [];
}

const fixtures = join(import.meta.dirname, '../../fixtures');
const trees = ['ok', 'bad'].flatMap((kind) => readdirSync(join(fixtures, kind)).map((name) => `${kind}/${name}`));

it('the parts of a line are those that the compiler reads, in every fixture', () => {
  let compared = 0;
  for (const tree of trees) {
    const compilation = compileOperations({
      files: readTree(join(fixtures, tree, 'app/operations'), []) ?? [],
      definitions: readDefinitions(join(fixtures, tree, 'app/definitions')),
    });
    const parts = partsIn(compilation);
    const startsOf = (role: Role, file: string): number[] =>
      parts.filter(({ part, file: own }) => part.role === role && file === own).map(({ part }) => part.start);
    for (const { declarations, handler } of compilation.operations) {
      const { file } = handler.at.source;
      const names = parts.filter((each) => each.file === file).flatMap(({ part }) => namesIn(part.type));
      const found = {
        types: [...names.map(({ start }) => start), ...startsOf('facet-value', file)],
        names: startsOf('name', file),
        locations: startsOf('location', file),
        includes: startsOf('include', file),
        schemes: startsOf('scheme', file),
        tags: parts.filter(({ part, file: own }) => part.role === 'tag' && own === file).map(({ text }) => text),
      };
      // An operation that passes on another one has the lines of that file too.
      const at = (all: readonly { readonly at: Location }[]): number[] =>
        all.filter((each) => each.at.source.file === file).map((each) => each.at.span.start);
      const includes = [...declarations.parameterIncludes, ...declarations.responseIncludes, ...declarations.listSets];
      expect(found.types).toEqual(expect.arrayContaining(at(declarations.references)));
      expect([...found.names, ...found.locations]).toEqual(expect.arrayContaining(at(declarations.parameters)));
      expect(found.includes).toEqual(expect.arrayContaining(at(includes)));
      expect(found.schemes).toEqual(expect.arrayContaining(at(declarations.security)));
      expect(found.tags).toEqual(
        expect.arrayContaining(declaredValues(declarations.described, tags).flatMap(({ value }) => value)),
      );
      compared += declarations.references.length + declarations.parameters.length + includes.length;
    }
  }
  expect(compared).toBeGreaterThan(200);
});
