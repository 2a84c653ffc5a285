import { expect, it } from 'vitest';
import { customDirectives } from '../../src/build/project/load-directives.ts';
import { createSession } from '../../src/build/project/session.ts';
import { planImport } from '../../src/tools/import/index.ts';
import { documentOf } from '../../src/tools/openapi/read/documents.ts';
import { operation, projectAt, projectWith } from './project.ts';

const FILES = {
  'app/operations/invoices@get.ts': operation(
    'Lists them.',
    '@permission invoices:read',
    '@permission shop:read',
    '@owner billing',
  ),
  'app/operations/open@get.ts': operation('Lists it.', '@x-other 1'),
};

async function documentOfShop(): Promise<{ root: string; document: object }> {
  const root = await projectWith(FILES);
  const session = createSession(projectAt(root));
  return { root, document: session.openApi(session.compile()) };
}

it('writes the lines that a document was made from, with the directives of the project', async () => {
  const { root, document } = await documentOfShop();
  const plan = planImport(documentOf(document), {
    operations: [],
    definitions: [],
    custom: customDirectives(root),
  });
  expect(plan.diagnostics).toEqual([]);
  expect(plan.losses).toEqual([]);
  expect(plan.differences).toEqual([]);
  const [invoices, open] = plan.operations.changes.map(({ text }) => text!);
  expect(invoices).toContain(' * @permission invoices:read\n * @permission shop:read\n * @owner billing\n');
  expect(invoices).not.toMatch(/@x-|@throws/);
  expect(open).toContain('@x-other 1');
});

it('writes extensions where the project has no such directives: a description names no code', async () => {
  const { document } = await documentOfShop();
  const plan = planImport(documentOf(document));
  expect(plan.operations.changes[0]!.text).toMatch(/@x-permissions[^]*@x-owner billing/);
});

it('reports a guard that a description would remove from an existing operation', async () => {
  const { root, document } = await documentOfShop();
  const { paths } = document as { paths: Record<string, { get: Record<string, unknown> }> };
  delete paths['/invoices']!.get['x-permissions'];
  const plan = planImport(documentOf(document), {
    operations: Object.entries(FILES).map(([path, text]) => ({ path: path.replace('app/operations/', ''), text })),
    definitions: [],
    custom: customDirectives(root),
  });
  expect(plan.widened).toEqual([
    'GET /invoices: the operation no longer requires permission invoices:read, so more clients can call it',
    'GET /invoices: the operation no longer requires permission shop:read, so more clients can call it',
  ]);
});
