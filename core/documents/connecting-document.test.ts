import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { decodeConnecting, encodeConnecting } from './connecting-document';

const connecting = { v: 1, round: 2, replaces: 'acct_1', startedAt: noon } as const;

it('decodes the stored round of an account that is being created', () => {
  expect(decodeConnecting(encodeConnecting(connecting))).toEqual({ ok: true, value: connecting });
});

it.each([{ round: 0 }, { round: 1.5 }, { replaces: undefined }, { v: 2 }])('refuses %j', (change) => {
  expect(decodeConnecting({ ...encodeConnecting(connecting), ...change })).toMatchObject({ ok: false });
});
