import { expect, it, onTestFinished } from 'vitest';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { writeProject } from './project.ts';
import { PLACES, exchangeAll, expectAlike, runEverywhere } from './run.ts';

const CONTRACT = `/**
 * Reads it.
 *
 * @param {string} [query.key] - Opens it
 * @returns {object} It
 */
`;
const GUARD = "(ctx) => ctx.input.query.key === 'k'";

/** Operations with their own authorize, in each spelling of a module. */
const FILES = {
  'app/operations/es@get.ts': `export const authorize = ${GUARD.replace('ctx', 'ctx: any')};\n${CONTRACT}export default () => ({});`,
  'app/operations/common@get.cjs': `${CONTRACT}module.exports = () => ({});\nmodule.exports.authorize = ${GUARD};`,
  'app/operations/named@get.cts': `${CONTRACT}exports.getIt = () => ({});\nexports.authorize = ${GUARD.replace('ctx', 'ctx: any')};`,
  'app/operations/passed@get.ts': `export * from '../../lib/guard.ts';\n${CONTRACT}export default () => ({});`,
  'lib/guard.ts': `export const authorize = ${GUARD.replace('ctx', 'ctx: any')};`,
  'app/operations/open@get.ts': `${CONTRACT}export default () => ({});`,
};
const PATHS = ['/es', '/common', '/named', '/passed', '/open'];
const REQUESTS = PATHS.flatMap((path) => [{ path }, { path: `${path}?key=x` }, { path: `${path}?key=k` }]);

it.each([false, true])('an operation runs its own authorize everywhere, with lazy: %s', async (lazy) => {
  const project = await writeProject(FILES, onTestFinished, {}, { lazy });
  await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
  const { built, others } = await runEverywhere(project, (send) => exchangeAll(send, REQUESTS), PLACES);
  expectAlike(REQUESTS, built, others);
  const guarded = PATHS.slice(0, -1).flatMap(() => [403, 403, 200]);
  expect(built.map(({ status }) => status)).toEqual([...guarded, 200, 200, 200]);
});
