import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the directory that all scratch directories of a run are in, and takes it away in the end, whatever a test left there. */
export default function setup(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'operations-tests-'));
  process.env['OPERATIONS_SCRATCH'] = root;
  return () => rmSync(root, { recursive: true, force: true });
}
