import { expect, it } from 'vitest';
import { changesOf, ofServers } from './records';

// Holds host-122.
it.each(ofServers)('$name: $says', async (record) => {
  const changes = await changesOf(record);
  expect(changes, changes ?? '').toBeNull();
});
