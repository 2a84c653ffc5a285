import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { StoreTimeout, StoreWait } from '../../../src/runtime/koa/store-wait.ts';

const block = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

it('takes a result that has arrived while the process was busy', async () => {
  const echo = spawn('cat');
  onTestFinished(() => void echo.kill());
  echo.stdin.write('ready');
  await once(echo.stdout, 'data');
  const result = new StoreWait(20, 'rateLimits').for(once(echo.stdout, 'data').then(([data]) => String(data)));
  echo.stdin.write('result');
  block(500);
  expect(await result).toBe('result');
});

it('fails if no result arrives in time', async () => {
  await expect(new StoreWait(20, 'rateLimits').for(new Promise(() => {}))).rejects.toThrow(StoreTimeout);
});
