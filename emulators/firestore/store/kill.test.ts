import { describe, expect, it } from 'vitest';
import { killRounds } from '../bench/kill-rounds';

describe('kill -9 at any moment', () => {
  it('loses no acknowledged write', async () => {
    const result = await killRounds(5);
    expect(result.lost).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(20);
  });
});
