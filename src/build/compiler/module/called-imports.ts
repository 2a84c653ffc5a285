import type { Program } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { exportNameOf } from './exports.ts';

/** A function of another module that a file calls. */
export interface CalledImport {
  readonly from: string;
  /** The name of its export there. */
  readonly name: string;
  readonly at: Location;
}

/** `run(` and `lib.run(`. */
const CALLED = /(?<![\w$.])([\w$]+)(?:\.([\w$]+))?\(/g;

/** Finds the functions of other modules that a file calls by their names. */
export function calledImports({
  source,
  program,
}: {
  readonly source: SourceText;
  readonly program: Program;
}): CalledImport[] {
  const imports = program.body
    .filter((each) => each.type === 'ImportDeclaration')
    .filter(({ importKind }) => importKind !== 'type');
  if (imports.length === 0) return [];
  const members = new Map<string, Set<string>>();
  for (const [, name = '', member = ''] of source.text.matchAll(CALLED))
    getOrAdd(members, name, () => new Set<string>()).add(member);
  return imports.flatMap(({ source: { value: from }, specifiers }) =>
    specifiers.flatMap((each) => {
      const { start, end, local } = each;
      const at = { source, span: { start, end } };
      const called = [...(members.get(local.name) ?? [])];
      const isWhole = each.type === 'ImportNamespaceSpecifier';
      const own = each.type === 'ImportSpecifier' ? exportNameOf(each.imported) : 'default';
      const names = isWhole ? called : called.length > 0 ? [own] : [];
      return names.map((name) => ({ from, name, at }));
    }),
  );
}
