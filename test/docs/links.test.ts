import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { anchorOf } from '../../docs/.vitepress/anchor.ts';
import { PAGES, withoutBlocks } from './examples.ts';

const root = join(import.meta.dirname, '../..');

/** The Markdown files of the package. */
const files = ['README.md', 'CHANGELOG.md', ...PAGES.map((page) => `docs/${page}`)];

/** The files that npm packs. */
let packed: Set<string>;

beforeAll(() => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ files: list }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' })) as [
    { files: { path: string }[] },
  ];
  packed = new Set(list.map(({ path }) => path));
});

/** The anchors of each page that was asked for. */
const anchors = new Map<string, readonly string[]>();

/** The anchors of the headings of a page, which is a path in the package. */
function anchorsOf(path: string): readonly string[] {
  const known = anchors.get(path) ?? readAnchors(readFileSync(join(root, path), 'utf8'));
  anchors.set(path, known);
  return known;
}

function readAnchors(page: string): string[] {
  const found = [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
    anchorOf(match[1]!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  );
  expect(new Set(found).size, 'headings differ').toBe(found.length);
  return found;
}

describe.each(files)('%s', (file) => {
  const page = readFileSync(join(root, file), 'utf8');
  const links = [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);

  it('the target of each link is in the package', () => {
    expect(packed).toContain(file);
  });

  it('links to files of the package, and to headings that exist', () => {
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : relative(root, join(root, normalize(join(dirname(file), path))));
      if (!packed.has(target)) return true;
      // Pages of the site cannot link to other files of the package.
      if (file.startsWith('docs/') && !target.startsWith('docs/')) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

it('every file has its path above it, because readers do not see the title of its block', () => {
  const blocks = PAGES.flatMap((page) => {
    const text = readFileSync(join(root, 'docs', page), 'utf8');
    return [...text.matchAll(/^(.*)\n+^```\w+ (\S+\.\w+)$/gm)].map(([, above, path]) => ({ page, above, path }));
  });
  expect(blocks.length).toBeGreaterThan(100);
  expect(blocks.filter(({ above, path }) => !above!.includes(`\`${path}\``))).toEqual([]);
});

it('every page has one heading of the first level', () => {
  const headings = PAGES.map((page) => {
    const text = withoutBlocks(readFileSync(join(root, 'docs', page), 'utf8'));
    return [page, text.match(/^# .+/gm)?.length];
  });
  expect(headings.filter(([, count]) => count !== 1)).toEqual([]);
});

it('the pages link to every page', () => {
  const linked = new Set(
    files.flatMap((file) =>
      [...withoutBlocks(readFileSync(join(root, file), 'utf8')).matchAll(/\]\(([^)\s#]+\.md)/g)].map((match) =>
        normalize(join(dirname(file), match[1]!)),
      ),
    ),
  );
  const unlinked = PAGES.map((page) => `docs/${page}`).filter(
    (file) => !linked.has(file) && existsSync(join(root, file)),
  );
  expect(unlinked).toEqual(['docs/index.md']);
});
