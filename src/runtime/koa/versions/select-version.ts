import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import { inputError } from '../../../shared/contract/input-error.ts';
import type { Manifest, Routes } from '../../../shared/contract/manifest.ts';
import { validPath } from '../../../shared/contract/refusal.ts';
import { operationsAt } from '../../../shared/contract/routes.ts';
import type { RuntimeOptions } from '../options.ts';
import { InvalidInput } from '../response/problem.ts';
import type { SelectedManifest } from '../runtime.ts';
import { usageError } from '../usage-error.ts';

/**
 * Selects the routes of a request by the version that its header names. Generated code imports it, so that only bundles of APIs with such versions
 * have it.
 *
 * An unknown version has the routes without a version alone. On all other paths, its request is a 400.
 */
export function selectVersion(
  manifest: Manifest,
  { versionOf }: Pick<RuntimeOptions, 'versionOf'>,
): (ctx: Koa.ParameterizedContext) => SelectedManifest {
  const { header, default: usual, last, routes: older, unversioned } = manifest.versions!;
  const all = [...Object.entries(older), [last, manifest.routes] as const];
  const byName = new Map(all.map(([name, routes]) => [name, withRoutes(name, routes)]));
  const names = [...byName.keys()];
  const none: SelectedManifest = { ...withRoutes('', unversioned), refuseVersion };
  // Once for a request, so that nothing in the app changes its version between two looks.
  const chosen = new WeakMap<IncomingMessage, SelectedManifest>();
  const field = header.toLowerCase();

  function withRoutes(selected: string, routes: Routes): SelectedManifest {
    return { ...manifest, routes, selected };
  }

  function refuseVersion(given: string | undefined, isWhole: boolean): void {
    const path = validPath(manifest, given);
    const isKnown = path !== undefined && [...byName.values()].some((each) => operationsAt(each, path).size > 0);
    if (!isWhole && !isKnown) return;
    const message = `must be one of ${names.join(', ')}`;
    throw new InvalidInput([inputError({ in: 'header', name: header }, message, 'enum')]);
  }

  function nameOf(req: IncomingMessage): string | undefined {
    const given = req.headers[field];
    if (given !== undefined && byName.has(String(given))) return String(given);
    const name = versionOf?.(req);
    if (name !== undefined && !byName.has(name))
      throw usageError(
        `The option versionOf returned the unknown version ${JSON.stringify(name)}. The versions are ${names.join(', ')}.`,
      );
    return name ?? (given === undefined ? usual : undefined);
  }

  return (ctx) => {
    const known = chosen.get(ctx.req);
    if (known !== undefined) return known;
    varyBy(ctx.res, header);
    const name = nameOf(ctx.req);
    const found = name === undefined ? none : byName.get(name)!;
    chosen.set(ctx.req, found);
    return found;
  };
}

/** Adds the header to the `Vary` of a response, even if other code sets it: a cache must not send one version to the clients of another. */
function varyBy(res: ServerResponse, header: string): void {
  const { writeHead } = res;
  const isListed = (text: string): boolean =>
    text.split(',').some((name) => /^\*$/.test(name.trim()) || name.trim().toLowerCase() === header.toLowerCase());
  const added = (value: unknown): string => {
    const text = [value ?? ''].flat().join(', ');
    return text === '' ? header : isListed(text) ? text : `${text}, ${header}`;
  };
  res.writeHead = function write(this: ServerResponse, ...args: never[]): ServerResponse {
    const fields: unknown = args.at(-1);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      for (const [name, value] of Object.entries(fields))
        if (name.toLowerCase() === 'vary') Reflect.set(fields, name, added(value));
    if (!this.headersSent) this.setHeader('Vary', added(this.getHeader('Vary')));
    return Reflect.apply(writeHead as (...given: never[]) => ServerResponse, this, args);
  } as typeof writeHead;
}
