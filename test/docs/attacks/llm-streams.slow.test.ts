import { expect, it } from 'vitest';
import { hasPackages } from '../packages.ts';
import { send, serve } from './server.ts';

it.skipIf(!hasPackages)('llm-streams.md limits the questions to the model', async () => {
  const change = (files: Record<string, string>): Record<string, string> => ({
    ...files,
    'app/model.ts': files['app/model.ts']!.replace('const words', "console.log('asked');\n  const words"),
  });
  const { url, output } = await serve('llm-streams.md', { change });
  for (const paths of [
    ['/answers', '/answers/', '/%61nswers'],
    ['/answers/text', '/answers/text/'],
  ]) {
    const statuses: number[] = [];
    for (let i = 0; i < 15; i += 1)
      statuses.push((await send(`${url}${paths[i % paths.length]}`, 'POST', { prompt: 'hi' })).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(statuses).toContain(429);
  }
  const { length } = output().match(/asked/g)!;
  expect(length).toBeLessThan(30);
});

it.skipIf(!hasPackages)('llm-streams.md stops the model when the client disconnects', async () => {
  const change = (files: Record<string, string>): Record<string, string> => ({
    ...files,
    'app/model.ts': files['app/model.ts']!.replace(
      'const words',
      "signal.addEventListener('abort', () => console.log('stopped'));\n  console.log('asked');\n  const words",
    ),
  });
  const { url, output } = await serve('llm-streams.md', { change });
  for (const path of ['/answers', '/answers/text']) {
    const before = output().length;
    const client = new AbortController();
    const body = JSON.stringify({ prompt: 'a '.repeat(2000) });
    const headers = { 'Content-Type': 'application/json' };
    const asked = fetch(`${url}${path}`, { method: 'POST', body, headers, signal: client.signal });
    await expect.poll(() => output().slice(before)).toContain('asked');
    client.abort();
    await asked.then(
      (response) => response.body?.cancel().catch(() => {}),
      () => {},
    );
    await expect.poll(() => output().slice(before)).toContain('stopped');
  }
});
