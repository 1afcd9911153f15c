import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { paths } from './documents';
import { decodeSeenTerms, encodeSeenTerms } from './seen-terms-document';

it('the terms that an owner has seen are among the documents that only the server writes', () => {
  expect(paths.seenTerms('uid-ada')).toBe('accounts/uid-ada/server/terms');
  const seen = { v: 1, version: '2026-11-23', at: noon } as const;
  expect(decodeSeenTerms(encodeSeenTerms(seen))).toEqual({ ok: true, value: seen });
});
