import { readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, operation, packageJson } from '../../custom-directives/project.ts';
import { REQUESTS, SHOP } from '../../custom-directives/shop.ts';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, serveIsolated } from './project.ts';

/** Enters a project with the packages of directives. */
async function enterShop(files: Readonly<Record<string, string>>): Promise<string> {
  const project = await enterProject(files);
  rmSync(join(project, 'node_modules/unplugin-operations'));
  install(project);
  return project;
}

describe.each(BUNDLERS)('$name', (bundler) => {
  it('builds a project with custom directives into one file, in which all steps run', async () => {
    const project = await enterShop(SHOP);
    const built = await bundler.build({ out: join(project, 'dist') });
    expect([built.isBuilt, built.said]).toEqual([true, '']);
    const { url } = await serveIsolated(built.file);
    const statuses = await Promise.all(
      REQUESTS.filter(([path]) => !/%2e|\/\//.test(path)).map(async ([path, headers, status]) => {
        const response = await fetch(url + path, { headers });
        await response.arrayBuffer();
        return [
          path,
          response.status,
          response.status === 404 && !path.endsWith('404'),
          response.headers.has('x-audit-id'),
          status,
        ];
      }),
    );
    for (const [path, status, isUnknown, isAudited, expected] of statuses)
      expect([path, status, isUnknown || isAudited]).toEqual([path, expected, true]);
    const good = await fetch(`${url}/admin/1`, { headers: REQUESTS[0]![1] });
    expect(await good.json()).toEqual({ permissions: ['shop:admin', 'shop:read'], audit: 'shop-GET' });
    expect(readFileSync(built.file, 'utf8')).not.toContain('Write one permission per line');
  });

  it('refuses a project whose package of directives is not installed', async () => {
    const project = await enterShop({
      ...SHOP,
      'package.json': packageJson(['acme-audit', 'acme-owner', 'acme-permissions']),
    });
    const missing = await bundler.build({ out: join(project, 'dist') });
    expect(missing.isBuilt).toBe(false);
    expect(missing.said).toContain('The package "acme-permissions" is not installed');
  });

  it('adds only names to the bundle of a project that uses none of the directives that it names', async () => {
    const files = {
      'server.ts': SHOP['server.ts']!.replace(/const permission.*|const security.*/g, '').replace(
        ', { directives: { permission }, security }',
        '',
      ),
      'app/operations/open@get.ts': operation('Everyone gets it.'),
    };
    const project = await enterShop({ ...files, 'package.json': packageJson() });
    const named = await bundler.build({ out: join(project, 'dist') });
    const text = readFileSync(named.file, 'utf8');
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    const plain = await bundler.build({ out: join(project, 'dist') });
    expect(named.isBuilt && plain.isBuilt).toBe(true);
    // The names of options that a server can have.
    const names = /\s*directives: ?\[\s*"permission",\s*"audit",\s*"owner"\s*\],/;
    expect(text).toMatch(names);
    expect(readFileSync(plain.file, 'utf8').replaceAll(/\s+/g, ' ')).toBe(
      text.replace(names, '').replaceAll(/\s+/g, ' '),
    );
  });
});
