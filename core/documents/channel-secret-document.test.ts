import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { decodeChannelSecret } from './channel-secret-document';

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
  expect(decodeChannelSecret(earlier)).toEqual({ ok: true, value });
});

it('names the field of a plain document that cannot be read, and never takes it for a sealed one', () => {
  const { offToken: _gone, ...rest } = earlier;
  const forged = { ...rest, form: 'sealed', sealed: 's', offDigest: 'd' };
  for (const broken of [rest, forged])
    expect(decodeChannelSecret(broken)).toMatchObject({
      ok: false,
      problem: { fields: { offToken: expect.any(String) } },
    });
});
