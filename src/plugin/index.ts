import type { UnpluginFactory } from 'unplugin';
import { generateOpenApiModule } from '../codegen/openapi.ts';
import type { Compilation } from '../compiler/compile.ts';
import { formatDiagnostic } from '../compiler/diagnostic.ts';
import { writeDeclarations } from './declarations.ts';
import { CLIENT, OPENAPI, REWRITTEN, resolvedId } from './ids.ts';
import type { Options } from './options.ts';
import { resolveOptions } from './options.ts';
import { buildError } from './report.ts';
import type { Session } from './session.ts';
import { createSession } from './session.ts';
import { viteDefaults } from './vite-defaults.ts';

/** The plugin, as unplugin makes it for each bundler. */
export const factory: UnpluginFactory<Options | undefined, false> = (given) => {
  const options = resolveOptions(given);
  let root = options.root ?? process.cwd();
  let opened: Session | undefined;
  let compiled: Compilation | undefined;
  const session = (): Session => (opened ??= createSession(options, root));

  return {
    name: 'unplugin-operations',
    // CommonJS is rewritten, and comments are read, before anything else changes the text.
    enforce: 'pre',
    buildStart() {
      compiled = undefined;
    },
    resolveId: {
      filter: { id: /^virtual:operations(?:\/(?:openapi|client))?$|\?operation\.m[jt]s$/ },
      handler: (id) => (REWRITTEN.test(id) ? id : resolvedId(id)),
    },
    load: {
      filter: { id: /^\0virtual:operations(?:\/(?:openapi|client))?$|\?operation\.m[jt]s$/ },
      handler(id) {
        const file = REWRITTEN.exec(id)?.[1];
        if (file !== undefined) return session().load(file);
        if (compiled === undefined) {
          compiled = session().compile();
          for (const warning of warnings(compiled, session().directory)) this.warn(warning);
          const isRight = buildError(compiled.diagnostics) === undefined;
          if (isRight) writeDeclarations(session(), compiled, options.dts, root, (warning) => this.warn(warning));
        }
        for (const watched of session().watchFiles(compiled)) this.addWatchFile(watched);
        const error = buildError(compiled.diagnostics);
        if (error !== undefined) throw error;
        return { code: textOf(id, session(), compiled), map: null };
      },
    },
    vite: {
      config: (config, { command }) => viteDefaults(config, command),
      configResolved(config) {
        root = options.root ?? config.root;
      },
    },
  };
};

function textOf(id: string, session: Session, compilation: Compilation): string {
  if (id === resolvedId(OPENAPI)) return generateOpenApiModule(session.openApi(compilation));
  return id === resolvedId(CLIENT) ? session.client(compilation) : session.manifest(compilation);
}

function warnings({ diagnostics, operations }: Compilation, directory: string): string[] {
  const said = diagnostics.filter((diagnostic) => diagnostic.severity === 'warning').map(formatDiagnostic);
  return operations.length === 0 ? [...said, `There are no operations in ${directory} yet.`] : said;
}
