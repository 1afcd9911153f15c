import { describe, expect, it } from 'vitest';
import { noon, fakeChannel, fakeChannels } from '../testing/fakes';
import { channelSecretDocument, channelsDocument, paceDocument } from './channels-document';

describe('channels document', () => {
  it('leaves out a channel of a newer release, and keeps the others', () => {
    const stored = channelsDocument.encode(fakeChannels({ known: fakeChannel() }));
    const channels = { ...(stored['channels'] as object), newer: { kind: 'pigeon' } };
    const read = channelsDocument.decode({ ...stored, channels });
    expect(read.ok && Object.keys(read.value.channels)).toEqual(['known']);
  });
});

describe('channel secret document', () => {
  const earlier = {
    v: 1,
    uid: 'ada-uid',
    credentials: { kind: 'telegram', botToken: '12:ab', chatId: '7' },
    offToken: 'off',
    code: { digest: 'd', expiresAt: new Date(noon), tries: 1 },
  };

  // Holds out-098.
  it('reads what an earlier release stored in plain text', () => {
    const value = { ...earlier, v: 2, form: 'plain', code: { ...earlier.code, expiresAt: noon } };
    expect(channelSecretDocument.decode(earlier)).toEqual({ ok: true, value });
  });

  it('names the field of a plain document that cannot be read, and never takes it for a sealed one', () => {
    const { offToken: _gone, ...rest } = earlier;
    const forged = { ...rest, form: 'sealed', sealed: 's', offDigest: 'd' };
    for (const broken of [rest, forged])
      expect(channelSecretDocument.decode(broken)).toMatchObject({
        ok: false,
        problem: { fields: { offToken: expect.any(String) } },
      });
  });
});

describe('pace document', () => {
  const earlier = { nextAt: null, lastAt: null, claimedAt: null, attempt: 0, sentToday: 0, day: '' };

  it('a turn of an earlier release has told a paid tip when it sent anything, else none', () => {
    const batches = { sent: { ...earlier, lastAt: new Date(noon) }, silent: earlier };
    const read = paceDocument.decode({ v: 1, nextAt: null, turns: batches, rests: {} });
    expect(read).toMatchObject({
      ok: true,
      value: {
        turns: { sent: { lastAt: noon, firstTip: 'told' }, silent: { lastAt: null, firstTip: 'none' } },
      },
    });
  });
});
