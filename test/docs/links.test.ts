import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPage, withoutBlocks } from './examples.ts';

const docs = new URL('../../docs/', import.meta.url);

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\w\s-]/g, '').replaceAll(' ', '-'));
}

it.each(readdirSync(docs))('%s links to what is there', (name) => {
  const page = readPage(name);
  const links = [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  const broken = links.filter((link) => {
    if (link.startsWith('https:')) return false;
    const [path = '', anchor] = link.split('#');
    if (!existsSync(new URL(path === '' ? name : path, docs))) return true;
    if (anchor === undefined) return false;
    return !anchorsOf(path === '' ? page : readPage(path)).includes(anchor);
  });
  expect(broken).toEqual([]);
});
