import { expect, it, onTestFinished } from 'vitest';
import { readPage } from '../docs/examples.ts';
import { explanationOf } from '../exchanges/compare.ts';
import { shownOf } from '../exchanges/pages.ts';
import { writeProject } from '../exchanges/project.ts';
import { PLACES } from '../exchanges/run.ts';
import { expectAsShown } from '../exchanges/shown.ts';
import { linkPackages } from './project.ts';

// The requests of test/exchanges for the page whose packages are here.
it.each(shownOf('recipes/observability.md', readPage('observability.md')))(
  '$title is answered alike everywhere',
  async (shown) => {
    const project = await writeProject(shown.files, onTestFinished, { ...shown.env, METRICS_PORT: '0' });
    linkPackages(project.root);
    const rows = (await expectAsShown(shown, project, PLACES)).map(explanationOf);
    expect(new Set(rows)).toEqual(new Set(['dev server | `Vary` lists `Origin`']));
  },
);

it('the page shows a request', () => {
  expect(shownOf('recipes/observability.md', readPage('observability.md'))).toHaveLength(1);
});
