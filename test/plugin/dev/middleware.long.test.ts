import { describe, expect, it } from 'vitest';
import { startDev, VITES } from './server.ts';

const operation = '/** @returns {string[]} They */\nexport default (ctx) => ctx.state.seen ?? [];\n';

/** A middleware that notes a name; its text counts how often its module is evaluated. */
const noting = (name: string): string =>
  `globalThis.${name} = (globalThis.${name} ?? 0) + 1;
export default (ctx, next) => { ctx.state.seen = [...(ctx.state.seen ?? []), '${name}' + globalThis.${name}]; return next(); };
`;

describe.each(VITES)('_middleware in the dev server of %s', (_name, vite) => {
  it('follows middleware when it comes, changes and goes, and evaluates it where it wraps what is requested', async () => {
    Object.assign(globalThis, { all: 0, pets: 0 });
    const dev = await startDev(vite, {
      'app/operations/pets/@get.js': operation,
      'app/operations/toys.js': operation,
      'app/operations/pets/_middleware.js': noting('pets'),
    });
    const answers = (path: string, body: string): Promise<void> => dev.until(path, (_, text) => text === body);
    await answers('/toys', '[]');
    expect((globalThis as { pets?: number }).pets).toBe(0);
    await answers('/pets', '["pets1"]');
    await dev.write({ 'app/operations/_middleware.js': noting('all') });
    await answers('/pets', '["all1","pets1"]');
    await answers('/toys', '["all1"]');
    await dev.write({ 'app/operations/pets/_middleware.js': `// Changed.\n${noting('pets')}` });
    await answers('/pets', '["all1","pets2"]');
    await dev.remove('app/operations/_middleware.js');
    await answers('/pets', '["pets2"]');
    await answers('/toys', '[]');
  });

  it('follows an authorize when it comes, changes and goes', async () => {
    const dev = await startDev(vite, { 'app/operations/pets/@get.js': operation });
    const answers = (status: number): Promise<void> => dev.until('/pets', (answered) => answered === status);
    await answers(200);
    await dev.write({ 'app/operations/pets/_middleware.js': 'export const authorize = () => false;' });
    await answers(403);
    await dev.write({ 'app/operations/pets/_middleware.js': 'export const authorize = () => true;' });
    await answers(200);
    await dev.write({ 'app/operations/pets/_middleware.js': 'export const authorize = () => {};' });
    await answers(403);
    // A spelling that would let everybody in is not served.
    await dev.write({ 'app/operations/pets/_middleware.js': 'export const authorise = () => false;' });
    await dev.until('/pets', () => dev.log.join().includes('authorize-export'));
    await answers(403);
    await dev.remove('app/operations/pets/_middleware.js');
    await answers(200);
    expect((await dev.ask('/pets')).body).toBe('[]');
  });

  it('reports a guard when it comes outside of the operations, until it goes', async () => {
    const dev = await startDev(vite, {
      'app/operations/pets/@get.js': operation,
      'app/operations/toys.js': operation,
    });
    expect((await dev.ask('/pets')).status).toBe(200);
    await dev.write({ 'app/pets/_middleware.js': 'export const authorize = () => false;' });
    await dev.until('/pets', () => dev.log.join().includes('app/pets/_middleware.js:1:1 - warning lost-guard'));
    await dev.write({ 'app/_middleware.js': 'export const authorize = () => false;' });
    await dev.until('/pets', () => dev.log.join().includes('app/_middleware.js:1:1 - error lost-guard'));
    await dev.remove('app/_middleware.js');
    await dev.until('/pets', () => dev.log.join().includes('all errors are fixed'));
    expect((await dev.ask('/pets')).status).toBe(200);
  });

  it('takes up the authorize of an operation when it comes, changes and goes', async () => {
    const file = 'app/operations/pets/@get.js';
    const dev = await startDev(vite, { [file]: operation });
    const answers = (status: number): Promise<void> => dev.until('/pets', (answered) => answered === status);
    await answers(200);
    await dev.write({ [file]: `${operation}export const authorize = () => false;\n` });
    await answers(403);
    await dev.write({ [file]: `${operation}export const authorize = () => true;\n` });
    await answers(200);
    await dev.write({ 'app/operations/_middleware.js': 'export const authorize = () => true;' });
    await dev.write({ [file]: `${operation}export const authorize = () => {};\n` });
    await answers(403);
    await dev.write({ [file]: `${operation}export const authorise = () => true;\n` });
    await dev.until('/pets', () => dev.log.join().includes('authorize-export'));
    await answers(403);
    await dev.write({ [file]: operation });
    await answers(200);
    expect((await dev.ask('/pets')).body).toBe('[]');
  });

  it('takes up the authorize of a file outside of the tree that an operation passes on', async () => {
    const lib = 'lib/guards.js';
    const dev = await startDev(vite, {
      'app/operations/pets/@get.js': `export * from '../../../lib/guards.js';\n${operation}`,
      [lib]: 'export const limit = 1;',
    });
    const answers = (status: number): Promise<void> => dev.until('/pets', (answered) => answered === status);
    await answers(200);
    await dev.write({ [lib]: 'export const authorize = () => false;' });
    await answers(403);
    await dev.write({ [lib]: 'export const authorize = () => true;' });
    await answers(200);
    await dev.write({ [lib]: 'export const authorize = () => {};' });
    await answers(403);
    await dev.write({ [lib]: 'export const authorise = () => true;' });
    await dev.until('/pets', () => dev.log.join().includes('authorize-export'));
    await answers(403);
    await dev.write({ [lib]: 'export const limit = 2;' });
    await answers(200);
    expect((await dev.ask('/pets')).body).toBe('[]');
  });

  it('follows a contract when it comes, changes and goes', async () => {
    const dev = await startDev(vite, {
      'app/operations/pets/@get.js': '/** @returns {object} It */\nexport default (ctx) => ctx.input.query;\n',
      'app/operations/toys.js': '/** @returns {object} It */\nexport default (ctx) => ctx.input.query;\n',
    });
    const answers = (path: string, body: string): Promise<void> => dev.until(path, (_, text) => text === body);
    await answers('/pets?n=1', '{}');
    await dev.write({ 'app/operations/pets/_middleware.js': '/** @param {integer} query.n */' });
    await answers('/pets?n=1', '{"n":1}');
    await answers('/toys?n=1', '{}');
    await dev.write({ 'app/operations/pets/_middleware.js': '/** @param {string} query.n */' });
    await answers('/pets?n=1', '{"n":"1"}');
    await dev.write({ 'app/operations/pets/_middleware.js': '/** @param {strin} query.n */' });
    await dev.until('/pets?n=1', () => dev.log.join().includes('pets/_middleware.js:1:13 - error unknown-type'));
    expect((await dev.ask('/pets?n=1')).body).toBe('{"n":"1"}');
    await dev.remove('app/operations/pets/_middleware.js');
    await answers('/pets?n=1', '{}');
  });

  it('reports a mistake, and serves what was served before', async () => {
    Object.assign(globalThis, { pets: 0 });
    const dev = await startDev(vite, {
      'app/operations/a.js': operation,
      'app/operations/_middleware.js': noting('pets'),
    });
    await dev.until('/a', (_, text) => text === '["pets1"]');
    await dev.write({ 'app/operations/_Middleware.js': noting('pets') });
    await dev.until('/a', () => dev.log.join().includes('middleware-name'));
    expect(await dev.ask('/a')).toMatchObject({ status: 200, body: '["pets1"]' });
  });

  it('leaves no input behind where an operation takes none any more', async () => {
    const text = (parameter: string): string =>
      `/**${parameter}\n * @returns {object} It\n */\nexport default (ctx) => ctx.query;\n`;
    const dev = await startDev(vite, { 'app/operations/a.js': text('\n * @param {integer} n - It') });
    await dev.until('/a?n=x', (status) => status === 400);
    await dev.write({ 'app/operations/a.js': text('') });
    await dev.until('/a?n=x', (status) => status === 200);
    expect((await dev.ask('/a?n=x')).body).toBe('{"n":"x"}');
  });
});
