import { expect, test, vi } from 'vitest';
import { ok } from '../../core/base/result';
import type { Answer } from '../data/failure';
import { portLater } from './port-later';

interface Port {
  readonly add: (a: number, b: number) => Answer<number>;
}
const real: Port = { add: (a, b) => Promise.resolve(ok(a + b)) };

test('loads the port at the first call, and hands every call on', async () => {
  const load = vi.fn<() => Promise<Port>>(() => Promise.resolve(real));
  const port = portLater(load);
  expect(load).not.toHaveBeenCalled();
  expect(await port.add(1, 2)).toEqual(ok(3));
});

test('has the same function each time, as hooks expect', () => {
  const port = portLater(() => Promise.resolve(real));
  expect(port.add).toBe(port.add);
});

test('answers that the server is unreachable when the code does not load, and asks for it again', async () => {
  const load = vi
    .fn<() => Promise<Port>>(() => Promise.resolve(real))
    .mockRejectedValueOnce(new Error('offline'));
  const port = portLater(load);
  expect(await port.add(1, 2)).toEqual({ ok: false, problem: { code: 'api/unreachable' } });
  expect(await port.add(1, 2)).toEqual(ok(3));
});
