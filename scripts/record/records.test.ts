import { expect, it } from 'vitest';
import { changesOf } from './check-records';
import { ofSources } from './records';

// Holds host-121.
it.each(ofSources)('$name: $says', async (record) => {
  const changes = await changesOf(record);
  expect(changes, changes ?? '').toBeNull();
});
