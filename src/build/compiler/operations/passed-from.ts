import type { Location } from '../diagnostics/source.ts';
import type { Value } from '../module/value.ts';
import { ALL, isOpen, valuesAt } from '../module/value.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { FoundModule, Modules } from './module-reader.ts';
import type { PassedExports } from './parse.ts';
import { starsWith } from './star-exports.ts';

/** A module that a function is passed on by. */
export interface Origin {
  readonly specifier: string;
  /** The specifier in the first file, which leads to it. */
  readonly from: string;
  /** The names that lead to it there: see {@link Value.names}. */
  readonly names: readonly string[];
  readonly found: FoundModule | 'package' | undefined;
  /** The values that these names lead to, as far as the module shows them. */
  readonly values: readonly Value[];
}

/** How many names may lead to a value. Values that lead to members of each other have ever more of them. */
const MAX_NAMES = 8;

/** The modules that a function comes from, the nearest one first: each passes it on from the next. */
export function originsOf(
  { from, at, names = ['default'] }: Pick<PassedExports, 'from' | 'names'> & { readonly at: Pick<Location, 'source'> },
  modules: Modules,
): Origin[] {
  const origins = new Origins(modules);
  origins.follow(at.source.file, from, names, { isSure: true });
  return origins.found;
}

/**
 * The same for an export of a file whose value may come from any module that the file takes something of.
 *
 * @param isEnd Whether a function is wanted, so that it does not matter where it comes from.
 */
export function possibleOriginsOf(file: string, name: string, modules: Modules, isEnd: Origins['isEnd']): Origin[] {
  const origins = new Origins(modules, isEnd);
  origins.followExport(modules.read(file), [name], { isSure: true });
  return origins.found;
}

/** Finds the modules of all that a module takes, also behind modules that only pass it on. */
export function findTaken(facts: ModuleFacts, modules: Modules): ModuleFacts[] {
  const origins = new Origins(modules);
  const { file } = facts.source;
  for (const { specifier, name } of takenBy(facts))
    if (name === ALL) origins.followAll(file, specifier);
    else origins.follow(file, specifier, [name], { isSure: true, isWhole: true });
  return origins.found.flatMap(({ found }) => (found === undefined || found === 'package' ? [] : (found.facts ?? [])));
}

class Origins {
  readonly found: Origin[] = [];
  readonly isEnd: ((origin: Origin) => boolean) | undefined;
  readonly #modules: Modules;
  readonly #seen = new Set<string>();

  /** @param isEnd If given, functions that the text does not show are followed too. */
  constructor(modules: Modules, isEnd?: (origin: Origin) => boolean) {
    this.#modules = modules;
    this.isEnd = isEnd;
  }

  follow(importer: string, specifier: string, names: readonly string[], way: Way): void {
    if (names.length > MAX_NAMES) return;
    const found = this.#modules.find(importer, specifier);
    const facts = found === undefined || found === 'package' ? undefined : found.facts;
    const origin = {
      specifier,
      from: way.from ?? specifier,
      names,
      found,
      values: facts ? valuesOf(facts, names) : [],
    };
    this.found.push(origin);
    if (this.isEnd?.(origin) !== true) this.followExport(facts, names, { ...way, from: origin.from });
  }

  /** Follows all that a module exports. */
  followAll(importer: string, specifier: string): void {
    const found = this.#modules.find(importer, specifier);
    if (found === undefined || found === 'package' || found.facts === undefined || this.#seen.has(found.file)) return;
    const { exports, stars } = found.facts;
    this.#seen.add(found.file);
    this.found.push({ specifier, from: specifier, names: [ALL], found, values: [] });
    for (const { name } of exports) this.followExport(found.facts, [name], { isSure: true, isWhole: true });
    for (const star of stars) this.followAll(found.file, star);
  }

  followExport(facts: ModuleFacts | undefined, names: readonly string[], way: Way): void {
    if (facts === undefined) return;
    const { file } = facts.source;
    const key = `${file} ${names.join('.')}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const [name = ALL] = names;
    const values = valuesOf(facts, names);
    const isHere = facts.exports.some((each) => each.name === name);
    if (!isHere && facts.stars.length > 0 && name !== 'default' && name !== ALL)
      for (const star of starsWith(name, facts, this.#modules)) this.follow(file, star, names, way);
    else {
      if (this.#isAnything(file, values, way))
        for (const taken of takenBy(facts)) this.follow(file, taken.specifier, [taken.name], { ...way, isSure: false });
      // The member of a namespace, `books.replaceBook`, is known, although it may be anything else too.
      for (const { from, names: inner = ['default'] } of way.isWhole === true ? partsIn(values) : values)
        if (from !== undefined && way.isWhole === true && inner[0] === ALL) this.followAll(file, from);
        else if (from !== undefined) this.follow(file, from, inner, way);
    }
  }

  /** Whether an export may be, or have, anything that its file takes. Of files elsewhere, only the handler itself is known well enough. */
  #isAnything(file: string, values: readonly Value[], { isSure }: Way): boolean {
    if (this.isEnd === undefined) return false;
    if (isSure) return values.length === 0 || values.some(isOpen);
    return values.every(({ kind }) => kind !== 'imported') && this.#modules.isShown(file);
  }
}

/** The values that some names lead to in a module. The default export of a CommonJS module has the others. */
function valuesOf({ exports, isCommonJs }: ModuleFacts, [name, ...inner]: readonly string[]): Value[] {
  const exported = exports.find((each) => each.name === name);
  if (exported !== undefined) return valuesAt(exported.value, inner);
  const [first, ...rest] = inner;
  const member = isCommonJs && name === 'default' ? exports.find((each) => each.name === first) : undefined;
  return member === undefined ? [] : valuesAt(member.value, rest);
}

/** How a module is reached. */
interface Way {
  /** The specifier in the first file; undefined for the first file itself. */
  readonly from?: string;
  /** Whether it is certain that the function, if it is one, is the handler. */
  readonly isSure: boolean;
  /** Whether all that is in the value is followed too. */
  readonly isWhole?: true;
}

/** Some values, and those in objects, classes and lists among them. */
function partsIn(values: readonly Value[]): ReadonlySet<Value> {
  const found = new Set(values);
  // The set grows while it is gone through.
  for (const { members = [], items = [], bases = [] } of found)
    for (const each of [...members.map(({ value }) => value), ...items, ...bases]) found.add(each);
  return found;
}

/** The exports of other modules that a file takes. */
function takenBy({ taken, called, loaded }: ModuleFacts): { readonly specifier: string; readonly name: string }[] {
  return [
    ...taken.flatMap(({ from, names }) => (from === '' ? [] : names.map((name) => ({ specifier: from, name })))),
    ...[...called, ...loaded].map((specifier) => ({ specifier, name: ALL })),
  ];
}
