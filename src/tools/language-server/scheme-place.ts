import { placesIn } from '../../build/compiler/definitions/located-data.ts';
import { pointTo } from '../../shared/contract/json-pointer.ts';
import type { OpenProject } from './open-project.ts';
import type { Occurrence } from './symbols.ts';

/** Lists the places of security schemes in `openapi.yaml`: their declarations, and the uses in the default `security`. */
export function schemesInDocument(project: OpenProject): Occurrence[] {
  const compilation = project.compilation();
  const shown = compilation?.watchFiles.find((file) => /(?:^|\/)openapi\.(?:ya?ml|json)$/.test(file));
  const text = shown === undefined ? undefined : project.textOf(shown);
  if (compilation === undefined || shown === undefined || text === undefined) return [];
  const source = { file: shown, text };
  const places = placesIn(source);
  const { security = [], components } = compilation.document;
  const objects = [
    { pointer: '/components/securitySchemes', object: components?.securitySchemes ?? {}, isDefinition: true },
    ...security.map((object, i) => ({ pointer: `/security/${i}`, object, isDefinition: false })),
  ];
  return objects.flatMap(({ pointer, object, isDefinition }) =>
    Object.keys(object).flatMap((name): Occurrence[] => {
      const { span } = places(pointTo(pointer, name), 'key');
      // Without its quotes; a key that is written with escapes, or by an alias, has no place.
      const start = text.indexOf(name, span.start);
      const end = start + name.length;
      const isKey = start !== -1 && end <= span.end && end - start >= span.end - span.start - 2;
      return isKey ? [{ kind: 'scheme', name, at: { source, span: { start, end } }, isDefinition }] : [];
    }),
  );
}
