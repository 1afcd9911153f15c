import { expect, it } from 'vitest';
import { newId } from './new-id';

it('makes a new UUID of version 4 each time, also without `randomUUID`', () => {
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  const ids = Array.from({ length: 500 }, newId);
  Reflect.deleteProperty(crypto, 'randomUUID');
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(500);
});
