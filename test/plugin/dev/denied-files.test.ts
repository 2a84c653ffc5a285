import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { denyFiles } from '../../../src/plugin/dev/denied-files.ts';
import { scratch, writeTree } from '../../support/build.ts';

it('denies the code of operations by the paths that links lead to, which Vite passes', async () => {
  const root = scratch();
  await writeTree(root, {
    'real/app/api.ts': '',
    'real/app/operations/a@get.ts': '',
    'real/app/versions/v1/operations/a@get.ts': '',
    'real/src/main.ts': '',
    'shared/b@get.ts': '',
    'helpers/_c.ts': '',
  });
  symlinkSync('real', join(root, 'project'));
  symlinkSync('../../../shared', join(root, 'real/app/operations/linked'));
  symlinkSync('../../../helpers', join(root, 'real/app/operations/_lib'));
  const project = join(root, 'project');
  const config = await resolveConfig({ root: project, configFile: false, logLevel: 'silent' }, 'serve');
  denyFiles(config, locateProject(resolveOptions({}), project), 'app/api.ts');
  const { fsDenyGlob } = config as unknown as { fsDenyGlob: (path: string) => boolean };
  const isDenied = (path: string): boolean => fsDenyGlob(path);
  const place = realpathSync(root);
  const denied = [
    'real/app/api.ts',
    'real/app/operations/a@get.ts',
    'real/app/versions/v1/operations/a@get.ts',
    'shared/b@get.ts',
  ];
  expect(denied.filter((path) => !isDenied(join(place, path)))).toEqual([]);
  expect(['real/src/main.ts', 'helpers/_c.ts'].filter((path) => isDenied(join(place, path)))).toEqual([]);
});
