import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useRenewed } from './use-renewed';

afterEach(cleanup);

const show = () => {
  const tell = vi.fn<() => void>();
  const hook = renderHook(({ key }) => useRenewed(key, tell), { initialProps: { key: 'old' } });
  return { tell, hook, arrive: () => hook.rerender({ key: 'new' }) };
};

// Holds out-081.
test('says that the address is new only when the field has it, whichever comes first', () => {
  const late = show();
  act(() => late.hook.result.current.begin());
  act(() => late.hook.result.current.end());
  expect(late.tell).not.toHaveBeenCalled();
  late.arrive();
  expect(late.tell).toHaveBeenCalledTimes(1);

  const early = show();
  act(() => early.hook.result.current.begin());
  early.arrive();
  expect(early.tell).not.toHaveBeenCalled();
  act(() => early.hook.result.current.end());
  expect(early.tell).toHaveBeenCalledTimes(1);
});

test('says nothing when another device has made the new address', () => {
  const { tell, arrive } = show();
  arrive();
  expect(tell).not.toHaveBeenCalled();
});
