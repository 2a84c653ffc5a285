import { isKeywords } from '../../../shared/schema/json-types.ts';
import type { DescriptionFile } from './origins.ts';

/**
 * Checks that a file is a description in OpenAPI 3.
 *
 * @returns Its version.
 * @throws {Error} If it is not. The message describes what to do.
 */
export function checkVersion({ name: file, value }: DescriptionFile): string {
  if (!isKeywords(value)) throw new Error(`${file} is not an OpenAPI description: it is not an object.`);
  const { openapi, swagger, paths, components, webhooks } = value;
  if (swagger !== undefined)
    throw new Error(
      `${file} is Swagger ${String(swagger)}, which cannot be read. Convert it to OpenAPI 3 first: npx swagger2openapi ${file} -o openapi.yaml`,
    );
  if (typeof openapi !== 'string') throw new Error(`${file} is not an OpenAPI description: it has no field "openapi".`);
  if (!/^3\.[012](?:\.|$)/.test(openapi))
    throw new Error(`${file} is OpenAPI ${openapi}. Only OpenAPI 3.0, 3.1 and 3.2 can be read.`);
  for (const [field, part] of Object.entries({ paths, components, webhooks }))
    if (part !== undefined && !isKeywords(part)) throw new Error(`${file}: the field "${field}" must be an object.`);
  return openapi;
}
