import { generateClient } from '../../../src/build/codegen/client.ts';
import { generateDeclarations } from '../../../src/build/codegen/declarations/index.ts';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import type { OpenApiInput } from '../../../src/build/openapi/write/index.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import type { Compilation } from '../../../src/index.ts';
import { compileOperations, contractsOf } from '../../../src/index.ts';
import { explain } from '../../../src/shared/validation/explain/index.ts';
import { validatorsOf } from '../validation/evaluate.ts';

type Files = Readonly<Record<string, string>>;

/** A compiled tree. */
export interface Generated extends Compilation {
  /** Whether a definition allows a value; throws if the generated condition and the interpreter disagree. */
  validate(name: string, value: unknown): boolean;
}

/** Compiles files (path -> text), and generates all texts if there are no errors. */
export function generate(operations: Files, definitions: Files): Generated {
  const list = (files: Files): { path: string; text: string }[] =>
    Object.entries(files).map(([path, text]) => ({ path, text }));
  const compilation = compileOperations({ files: list(operations), definitions: list(definitions) });
  if (compilation.diagnostics.every(({ severity }) => severity !== 'error')) generateAll(compilation);
  const schemas = Object.fromEntries(compilation.schemas);
  return {
    ...compilation,
    validate(name, value) {
      const schema = { $ref: `#/components/schemas/${name}` };
      const verdict = validatorsOf([schema], schemas)[0]!.check(value);
      const components = Object.fromEntries(Object.entries(schemas).map(([key, item]) => [key, () => item]));
      if ((explain(schema, value, components).length === 0) !== verdict)
        throw new Error(`the condition and the interpreter disagree on ${JSON.stringify(value)}`);
      return verdict;
    },
  };
}

function generateAll(compilation: Compilation): void {
  const input = { operations: contractsOf(compilation), schemas: compilation.schemas, document: compilation.document };
  generateManifest(compilation, {
    strict: false,
    lazy: false,
    responses: true,
    moduleOf: ({ contract }) => contract.id,
    middlewareModuleOf: ({ path }) => path,
    helperOf: (path) => `/${path}`,
  });
  generateOpenApi({ ...input, info: { title: 'API', version: '1.0.0' } } as OpenApiInput);
  generateDeclarations(input);
  generateClient(input.operations, 'client');
}
