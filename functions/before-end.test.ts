import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { beforeEnd, type Ending } from './before-end';

/** A process whose `kill` calls its listeners, and records a call without listeners. */
function fakeProcess() {
  const events: string[] = [];
  const emitter = new EventEmitter();
  const ending = Object.assign(emitter, {
    pid: 7,
    kill: (pid: number, signal: string) => {
      if (!emitter.emit(signal, signal)) events.push(`${pid} is dead`);
    },
  }) as unknown as Ending;
  return { events, ending };
}

it('works first when the instance gets SIGTERM, and then lets the framework close its server', async () => {
  const { events, ending } = fakeProcess();
  ending.on('SIGTERM', () => events.push('the framework exits'));
  let finish = () => {};
  const work = new Promise<void>((resolve) => (finish = resolve)).then(() => void events.push('written'));
  beforeEnd(() => work, ending);
  ending.kill(7, 'SIGTERM');
  await Promise.resolve();
  expect(events).toEqual([]);
  finish();
  await work;
  await expect.poll(() => events).toEqual(['written', 'the framework exits']);
});

it('ends a process that has no other listener', async () => {
  const { events, ending } = fakeProcess();
  beforeEnd(() => Promise.resolve(), ending);
  ending.kill(7, 'SIGTERM');
  await expect.poll(() => events).toEqual(['7 is dead']);
});
