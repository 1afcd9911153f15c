import { expect, it } from 'vitest';
import { fakeChannel, fakeChannels } from '../testing/outbox-fakes';
import { decodeChannels, encodeChannels } from './channels-document';

it('leaves out a channel of a newer release, and keeps the others', () => {
  const stored = encodeChannels(fakeChannels({ known: fakeChannel() }));
  const channels = { ...(stored['channels'] as object), newer: { kind: 'pigeon' } };
  const read = decodeChannels({ ...stored, channels });
  expect(read.ok && Object.keys(read.value.channels)).toEqual(['known']);
});
