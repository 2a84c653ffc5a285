import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from './project.ts';
import { read, testWholeProject } from './whole-project.ts';

describe('a new project', () => {
  testWholeProject(['--database', 'sqlite', '--language', 'javascript', '--front-end'], '/api');

  it.each([
    ['lambda', 'lambda.mjs', 'handler', ['npm run build && npm start']],
    ['workers', 'worker.js', 'default', ['npm run build && npm start']],
  ])('passes its test for %s, and builds a file with its handler', (platform, file, name, commands) => {
    const project = createProject();
    const made = project.operations('init', '--platform', platform);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out.match(/npm run build.*(?=\.)/g) ?? []).toEqual(commands);
    project.link();
    expect(project.run('tsc')).toMatchObject({ code: 0, out: '' });
    expect(project.run('vitest', 'run').out).toMatch(/Tests {2}4 passed/);
    expect(project.run('vite', 'build').code).toBe(0);
    expect(readdirSync(join(project.directory, 'dist'))).toEqual([file]);
    expect(read(project.directory, `dist/${file}`)).toMatch(new RegExp(`export \\{[^}]*\\b${name}\\b`));
  });
});
