import type { CompiledOperation } from '../../compiler/operations/resolve.ts';
import type { ConverterFiles } from '../../compiler/operations/conversion.ts';
import { keyInVersion } from '../../compiler/operations/conversion.ts';
import { literal } from '../literal.ts';

/** The generated code of the functions that convert the bodies of operations that older versions inherit. */
export interface ConvertersText {
  readonly imports: readonly string[];
  /** Whether there are any. They then find the newer operations in the constant `operations`. */
  readonly isUsed: boolean;
  /** An expression of the handler of an operation, from that of its export. */
  readonly wrap: (index: number, handler: string) => string;
}

/** The modules that the code imports. */
interface Modules {
  readonly helperOf: (path: string) => string;
  readonly converterModuleOf?: (file: string) => string;
}

/** Generates the imports of the functions, and the handlers that use them. Returns none if there are no older versions. */
export function convertersText(
  operations: readonly CompiledOperation[],
  { helperOf, converterModuleOf = (file) => file }: Modules,
): ConvertersText {
  const names = new Map<string, string>();
  const imports: string[] = [];
  const nameOf = (file: string, exported: 'down' | 'up'): string => {
    const key = `${exported} ${file}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = `${exported}${names.size}`;
    names.set(key, name);
    imports.push(`import { ${exported} as ${name} } from ${JSON.stringify(converterModuleOf(file))};`);
    return name;
  };
  const functions = (files: ConverterFiles, exported: 'down' | 'up'): string => {
    const fields = Object.entries(files).map(([name, file]) => `${JSON.stringify(name)}: ${nameOf(file, exported)}`);
    return `{ ${fields.join(', ')} }`;
  };
  const indexes = new Map(operations.map(({ contract }, i) => [keyInVersion(contract, contract.version), i]));
  const all = operations.map(({ contract, conversions = [] }) =>
    conversions.map(({ downs, ups, to, ...plan }): Wrapping => {
      const newer = indexes.get(keyInVersion(contract, to))!;
      return {
        step: `${literal(plan)}, ${functions(downs, 'down')}, ${functions(ups, 'up')}`,
        newer: `() => operations[${newer}]`,
      };
    }),
  );
  if (imports.length > 0)
    imports.unshift(`import { converting } from ${JSON.stringify(helperOf('runtime/koa/versions/converting'))};`);
  return {
    imports,
    isUsed: imports.length > 0,
    // The step of the version itself is the outermost one.
    wrap: (index, handler) =>
      all[index]!.reduceRight((inner, { step, newer }) => `converting(${step}, ${inner}, ${newer})`, handler),
  };
}

/** The arguments around the handler. */
interface Wrapping {
  readonly step: string;
  readonly newer: string;
}
