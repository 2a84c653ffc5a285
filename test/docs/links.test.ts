import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPage, withoutBlocks } from './examples.ts';

const docs = new URL('../../docs/', import.meta.url);

const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\w\s-]/g, '').replaceAll(' ', '-'));
}

it.each(pages)('%s links to what is there', (name) => {
  const page = readPage(name);
  const links = [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  const broken = links.filter((link) => {
    if (link.startsWith('https:')) return false;
    const [path = '', anchor] = link.split('#');
    const target = new URL(path, new URL(name, docs));
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
  });
  expect(broken).toEqual([]);
});
