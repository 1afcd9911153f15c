import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { storageKills, beginLife, killLife } from '../bench/kill-rounds';

describe('a server that is killed', () => {
  it('loses no acknowledged write, and leaves no bytes without an object', async () => {
    const { kills, acknowledged, lost, leftOver } = await storageKills(inject('kills'));
    expect({ lost, leftOver }).toEqual({ lost: [], leftOver: 0 });
    expect(acknowledged).toBeGreaterThan(kills);
  });

  it('shares its folder with no second server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'busker-kill-'));
    const life = await beginLife(folder);
    try {
      await expect(beginLife(folder)).rejects.toThrow(/in use by process \d+/);
    } finally {
      await killLife(life);
      await rm(folder, { recursive: true });
    }
  });
});
