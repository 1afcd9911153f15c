import { describe, expect, inject, it } from 'vitest';
import { killRounds } from '../bench/kill-bench';

describe('kill -9 at any moment', () => {
  it('loses no acknowledged write', async () => {
    const kills = inject('kills');
    const result = await killRounds(kills);
    expect(result.lost).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(4 * kills);
  });
});
