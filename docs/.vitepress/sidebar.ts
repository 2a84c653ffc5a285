import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sections in their order: a directory with the pages that come first. Other pages follow by name. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  start: ['introduction', 'quick-start', 'tutorial', 'how-it-works', 'typescript', 'comparison'],
  guides:
    'routing parameters bodies forms-and-files responses errors schemas authentication middleware webhooks events testing dev-server client client-details client-recipes front-end openapi openapi-tools pagination streams safe-writes lifecycle query client-package front-end-frameworks bundlers'.split(
      ' ',
    ),
  recipes:
    'index database lists crud orms jobs configuration versioning jwt-and-sessions accounts identity-providers oauth-login security tenants cors-and-rate-limits limits observability error-mapping storage exports refresh-tokens'.split(
      ' ',
    ),
  deploy: ['index', 'node', 'docker', 'cloud', 'ci', 'process-managers', 'proxies', 'scaling'],
  migrate: [
    'from-koa',
    'from-express',
    'from-fastify',
    'from-nestjs',
    'from-spring-and-aspnet',
    'from-fastapi-and-django',
    'openapi-description',
  ],
  reference: 'directives types constraints definitions plugin-options app-options rate-limits context client-api'.split(
    ' ',
  ),
  help: ['faq', 'troubleshooting'],
};

/** A group of links in the sidebar. */
interface Group {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** Creates the sidebar from the files below a directory. The text of a link is the heading of its page. Pages without a section are guides. */
export function createSidebar(docs: string): Group[] {
  return Object.entries(SECTIONS).map(([section, first]) => {
    const rank = (page: string): number => (first.includes(page) ? first.indexOf(page) : first.length);
    const pages = pagesIn(join(docs, section)).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    const others = section === 'guides' ? pagesIn(docs).filter((page) => page !== 'index') : [];
    const paths = [...pages.map((page) => `${section}/${page}`), ...others];
    return {
      text: section[0]!.toUpperCase() + section.slice(1),
      // VitePress opens the section of the current page.
      collapsed: section !== 'start',
      items: paths.map((path) => ({ text: headingOf(join(docs, `${path}.md`)), link: `/${path}` })),
    };
  });
}

function pagesIn(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.md'));
  return names.map((name) => name.slice(0, -'.md'.length));
}

function headingOf(file: string): string {
  return /^# (.+)$/m.exec(readFileSync(file, 'utf8'))![1]!.replaceAll('`', '');
}
