import type { OpenApiDocument } from '../openapi/document.ts';
import { literal } from './literal.ts';

/**
 * Generates the module `virtual:operations/openapi`. Its default export is the document.
 *
 * @throws {TypeError} If the document contains a value that cannot be written as code.
 *
 * @example generateOpenApiModule(document) // 'export default {"openapi":"3.1.1", ...};\n'
 */
export function generateOpenApiModule(document: OpenApiDocument): string {
  return `export default ${literal(document)};\n`;
}
