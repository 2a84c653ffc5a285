// The same 1,000 operations, as the plugin and as three peers have them written: path below a project -> text.

type Files = Record<string, string>;

const RESOURCES = 250;
/** Operations of each resource: list, create, get, delete. */
export const OPERATIONS = RESOURCES * 4;

const FIELDS = "id: number;\n  name: string;\n  state: 'open' | 'closed';\n  tags: string[];\n  created: string;";

/** A file for each operation. */
export function operationsProject(): Files {
  return forEachResource((n) => {
    const id = " * @param {integer} id - The item's number\n";
    return {
      [`app/definitions/items${n}.ts`]: `export interface Item${n} {\n  ${FIELDS}\n}\n`,
      [`app/operations/items${n}/@get.ts`]: `/**
 * Lists the items.
 * @param {string} [search] - Words in the name
 * @returns {Item${n}[]} 200 - The items
 */
export default function listItems${n}() {
  return [];
}\n`,
      [`app/operations/items${n}/@post.ts`]: `/**
 * Creates an item.
 * @param {Item${n}} body - The item
 * @returns {Item${n}} 201 - The new item
 */
export default function createItem${n}(ctx) {
  return ctx.input.body;
}\n`,
      [`app/operations/items${n}/{id}/@get.ts`]: `/**
 * Gets an item.
${id} * @returns {Item${n}} 200 - The item
 */
export default function getItem${n}() {}\n`,
      [`app/operations/items${n}/{id}/@delete.ts`]: `/**
 * Deletes an item.
${id} * @returns {void} 204
 */
export default function deleteItem${n}() {}\n`,
    };
  });
}

/** A controller with decorators for each resource. */
export function tsoaProject(): Files {
  const controllers = forEachResource((n) => ({
    [`src/items${n}.ts`]: `import { Body, Controller, Delete, Get, Path, Post, Query, Route, SuccessResponse } from 'tsoa';
export interface Item${n} {\n  ${FIELDS}\n}
@Route('items${n}')
export class Items${n}Controller extends Controller {
  /** Lists the items. */
  @Get()
  public async listItems${n}(@Query() search?: string): Promise<Item${n}[]> {
    return [];
  }
  /** Creates an item. */
  @SuccessResponse('201', 'The new item')
  @Post()
  public async createItem${n}(@Body() body: Item${n}): Promise<Item${n}> {
    return body;
  }
  /** Gets an item. */
  @Get('{id}')
  public async getItem${n}(@Path() id: number): Promise<Item${n}> {
    return { id, name: '', state: 'open', tags: [], created: '' };
  }
  /** Deletes an item. */
  @SuccessResponse('204')
  @Delete('{id}')
  public async deleteItem${n}(@Path() id: number): Promise<void> {}
}\n`,
  }));
  const compilerOptions = { target: 'es2022', module: 'commonjs', experimentalDecorators: true, skipLibCheck: true };
  const config = {
    entryFile: 'src/app.ts',
    noImplicitAdditionalProperties: 'throw-on-extras',
    controllerPathGlobs: ['src/items*.ts'],
    spec: { outputDirectory: 'out', specVersion: 3 },
    routes: { routesDir: 'out', middleware: 'koa' },
  };
  return {
    ...controllers,
    'src/app.ts': '',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'tsoa.json': JSON.stringify(config),
    'package.json': JSON.stringify({ name: 'items', version: '1.0.0' }),
  };
}

/** OpenAPI's YAML in a comment above each route. */
export function swaggerJsdocProject(): Files {
  const routes = forEachResource((n) => {
    const ref = `$ref: '#/components/schemas/Item${n}'`;
    const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
    const id = '{ in: path, name: id, required: true, schema: { type: integer } }';
    return {
      [`src/items${n}.js`]: `/**
 * @openapi
 * components:
 *   schemas:
 *     Item${n}:
 *       type: object
 *       required: [id, name, state, tags, created]
 *       properties:
 *         id: { type: number }
 *         name: { type: string }
 *         state: { type: string, enum: [open, closed] }
 *         tags: { type: array, items: { type: string } }
 *         created: { type: string }
 */
/**
 * @openapi
 * /items${n}:
 *   get:
 *     summary: Lists the items.
 *     parameters: [{ in: query, name: search, schema: { type: string } }]
 *     responses: { 200: { description: The items, ${content(`{ type: array, items: { ${ref} } }`)} } }
 */
app.get('/items${n}', (request, response) => response.json([]));
/**
 * @openapi
 * /items${n}:
 *   post:
 *     summary: Creates an item.
 *     requestBody: { required: true, ${content(`{ ${ref} }`)} }
 *     responses: { 201: { description: The new item, ${content(`{ ${ref} }`)} } }
 */
app.post('/items${n}', (request, response) => response.status(201).json(request.body));
/**
 * @openapi
 * /items${n}/{id}:
 *   get:
 *     summary: Gets an item.
 *     parameters: [${id}]
 *     responses: { 200: { description: The item, ${content(`{ ${ref} }`)} } }
 */
app.get('/items${n}/:id', (request, response) => response.json({}));
/**
 * @openapi
 * /items${n}/{id}:
 *   delete:
 *     summary: Deletes an item.
 *     parameters: [${id}]
 *     responses: { 204: { description: Deleted } }
 */
app.delete('/items${n}/:id', (request, response) => response.status(204).end());\n`,
    };
  });
  const definition = { openapi: '3.0.0', info: { title: 'Items', version: '1.0.0' } };
  return { ...routes, 'definition.json': JSON.stringify(definition) };
}

/** A route of Next.js for each path, with a comment above each method. */
export function nextProject(): Files {
  const routes = forEachResource((n) => ({
    [`src/types/items${n}.ts`]: `export interface Item${n} {\n  ${FIELDS}\n}
export interface Items${n}Query {\n  search?: string;\n}
export interface Item${n}Path {\n  id: number;\n}\n`,
    [`src/app/api/items${n}/route.ts`]: `import type { Item${n}, Items${n}Query } from '../../../types/items${n}';
/**
 * Lists the items.
 * @queryParams Items${n}Query
 * @response Item${n}[]
 * @openapi
 */
export async function GET(): Promise<Response> {
  return Response.json([]);
}
/**
 * Creates an item.
 * @body Item${n}
 * @response 201:Item${n}
 * @openapi
 */
export async function POST(request: Request): Promise<Response> {
  return Response.json(await request.json(), { status: 201 });
}\n`,
    [`src/app/api/items${n}/[id]/route.ts`]: `import type { Item${n}, Item${n}Path } from '../../../../types/items${n}';
/**
 * Gets an item.
 * @pathParams Item${n}Path
 * @response Item${n}
 * @openapi
 */
export async function GET(): Promise<Response> {
  return Response.json({});
}
/**
 * Deletes an item.
 * @pathParams Item${n}Path
 * @response 204
 * @openapi
 */
export async function DELETE(): Promise<Response> {
  return new Response(null, { status: 204 });
}\n`,
  }));
  const config = {
    openapi: '3.1.0',
    info: { title: 'Items', version: '1.0.0' },
    servers: [{ url: 'http://localhost:3000/api' }],
    apiDir: './src/app/api',
    schemaDir: './src/types',
    schemaType: 'typescript',
    outputDir: './public',
    outputFile: 'openapi.json',
    includeOpenApiRoutes: true,
  };
  return {
    ...routes,
    'next.openapi.json': JSON.stringify(config),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
    }),
    'package.json': JSON.stringify({ name: 'items', version: '1.0.0' }),
  };
}

function forEachResource(create: (n: number) => Files): Files {
  return Object.assign({}, ...Array.from({ length: RESOURCES }, (_, n) => create(n))) as Files;
}
