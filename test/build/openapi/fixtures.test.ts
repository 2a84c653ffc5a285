import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { compileOperations, contractsOf } from '../../../src/build/compiler/compile.ts';
import { readDefinitions, readTree } from '../../../src/build/project/files.ts';
import { schemaErrors } from './lint.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/ok');

/** The validator takes a `$ref` in a default, which is data, for a reference. */
const MISTAKEN: { readonly [name: string]: string } = {
  definitions: "Can't resolve not a reference, only internal refs are supported.",
};

// Each tree without mistakes makes a valid document.
it.each(readdirSync(fixtures))('%s', async (name) => {
  const compilation = compileOperations({
    files: readTree(join(fixtures, name, 'app/operations'), []) ?? [],
    definitions: readDefinitions(join(fixtures, name, 'app/definitions')),
  });
  const document = generateOpenApi({
    operations: contractsOf(compilation),
    schemas: compilation.schemas,
    document: compilation.document,
    info: { title: name, version: '1.0.0' },
  });
  expect(await schemaErrors(document)).toEqual(MISTAKEN[name] ?? []);
});
