import { placesIn } from '../compiler/definitions/located-data.ts';
import type { Location } from '../compiler/diagnostics/source.ts';
import { pointTo } from '../contract/json-pointer.ts';
import type { Project } from './project.ts';

/** Finds the places of a security scheme in `openapi.yaml`: its declaration, and the uses in the default `security`. */
export function schemePlaces(project: Project, scheme: string): Location[] {
  const shown = project.compilation()?.watchFiles.find((file) => /(?:^|\/)openapi\.(?:ya?ml|json)$/.test(file));
  const text = shown === undefined ? undefined : project.textOf(shown);
  if (shown === undefined || text === undefined) return [];
  const source = { file: shown, text };
  const places = placesIn(source);
  const { security = [] } = project.compilation()!.document;
  const uses = security.flatMap((one, i) => (Object.hasOwn(one, scheme) ? [pointTo(`/security/${i}`, scheme)] : []));
  return [pointTo('/components/securitySchemes', scheme), ...uses]
    .map((pointer) => places(pointer, 'key'))
    .flatMap(({ span }) => {
      const start = text.indexOf(scheme, span.start);
      // The place of an undeclared scheme is that of the object around it.
      const isKey =
        /^['"]?$/.test(text.slice(span.start, start)) && /^['"]?$/.test(text.slice(start + scheme.length, span.end));
      return start === -1 || !isKey ? [] : [{ source, span: { start, end: start + scheme.length } }];
    });
}
