import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Operation } from '../../src/shared/contract/operation.ts';
import type { Description } from '../../src/tools/openapi/read/description.ts';
import { describeDocuments } from '../../src/tools/openapi/read/description.ts';
import { documentOf } from '../../src/tools/openapi/read/documents.ts';

/** An operation of GitHub's API, as the import reads it: its path has the tree's names. */
export type GithubOperation = Operation;

/** `github-api.json.gz`: the facts of GitHub's public REST API, OpenAPI 3.0, without texts and examples. */
export function githubDocument(): unknown {
  return JSON.parse(gunzipSync(readFileSync(new URL('github-api.json.gz', import.meta.url))).toString());
}

/** The same, self-contained and with the schemas of OpenAPI 3.1. */
export function githubDescription(): Description {
  return describeDocuments(documentOf(githubDocument()));
}
