import type { Program } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';

/** A module of the project, by its path or by an alias of package.json. */
const OWN = /^[./#]/;
/** Files that a bundler of servers doesn't run. */
const ASSET = /\.(?:css|s[ac]ss|less|styl|svg)(?:\?.*)?$/;

/** Reports modules that are only imported to be run. Bundlers leave them out if package.json has `"sideEffects": false`, although they may add guards. */
export function checkDroppedImports(source: SourceText, { body }: Program, report: Report): void {
  for (const each of body) {
    if (each.type !== 'ImportDeclaration' || each.specifiers.length > 0 || each.importKind === 'type') continue;
    const { value, start, end } = each.source;
    if (OWN.test(value) && !ASSET.test(value)) report(messages.droppedImport(locationIn(source, start, end), value));
  }
}
