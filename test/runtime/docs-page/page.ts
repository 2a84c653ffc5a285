import { gzipSync } from 'node:zlib';
import type { DocsFile, DocsPage } from '../../../src/shared/contract/docs-page.ts';

const file = (name: string, content: string): DocsFile => ({ name, data: gzipSync(content).toString('base64') });

/** The contents of {@link PAGE}. */
export const CONTENT = { script: 'alert(1)', style: 'b{}', document: '{"openapi":"3.1.1"}', access: '{}' };

/** A docs page as a build embeds it, with short contents. */
export const PAGE: DocsPage = {
  title: 'Pets & "toys"',
  origins: ['https://api.example', 'https://login.example:8443'],
  script: file('docs.aaa.js', CONTENT.script),
  style: file('docs.bbb.css', CONTENT.style),
  redirectScript: file('oauth2-redirect.ccc.js', 'close()'),
  document: file('openapi.ddd.json', CONTENT.document),
  access: file('access.eee.json', CONTENT.access),
};
