import { afterEach, expect, test, vi } from 'vitest';
import { makeUser } from '../testing/fakes';
import { forgetOwnDevice, isDue, noteOwnDevice, ownDeviceId } from './own-device';

const ada = makeUser();
const day = 24 * 60 * 60_000;

afterEach(() => {
  vi.restoreAllMocks();
  forgetOwnDevice();
});

test('keeps its id until the owner signs out, and has another one for another owner', () => {
  const first = ownDeviceId('ada');
  expect(ownDeviceId('ada')).toBe(first);
  expect(ownDeviceId('eve')).not.toBe(first);
  const again = ownDeviceId('ada');
  forgetOwnDevice();
  expect(ownDeviceId('ada')).not.toBe(again);
});

test('is due at first, after a day, and after another sign-in', () => {
  expect(isDue(ada, 0)).toBe(true);
  noteOwnDevice(ada, 0);
  expect([isDue(ada, day - 1), isDue(ada, day)]).toEqual([false, true]);
  expect(isDue({ ...ada, lastSignInAt: ada.lastSignInAt + 1 }, 1)).toBe(true);
});

test('keeps its id while the page is open when storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  expect(ownDeviceId('ada')).toBe(ownDeviceId('ada'));
});
