import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './log';

describe('the logged text of an error', () => {
  it.each([
    ['bad key sk_live_51Ab', 'bad key [cut]'],
    ['bad key "rk_test_51Ab"', 'bad key "[cut]"'],
    ['key=sk_test_1, again', 'key=[cut], again'],
    ['whsec_abc/whsec_def', '[cut]/[cut]'],
    ['pi_1_secret_2 is not known', '[cut] is not known'],
    ['cs_test_a1 (seti_1_secret_2)', 'cs_test_a1 ([cut])'],
    ['Bearer eyJhbGci.eyJzdWIi.c2ln', 'Bearer [cut]'],
    ['for zoe+tips@fans.example today', 'for [cut] today'],
    ['<zoe@fans.example>', '<[cut]>'],
    ['pi_1 of acct_2 at profiles/ada/tips/t1 (x@y)', 'pi_1 of acct_2 at profiles/ada/tips/t1 (x@y)'],
  ])('%j becomes %j', (text, expected) => expect(withoutSecrets(text)).toBe(expected));

  // Trying every dot as the start of an address would take minutes for this text.
  it.each(['a.', 'eyJ-', 'pi_', 'a@', '_secret', '+', 'é.'])(
    'is short and takes little time for a repeated %j',
    (piece) => expect(withoutSecrets(piece.repeat(5_000_000)).length).toBeLessThan(8010),
  );

  it('has no part of a secret at the place where it is cut', () => {
    for (let before = 7930; before < 8001; before += 1) {
      const logged = withoutSecrets(`${'-'.repeat(before - 1)} sk_live_51AbCdEf and zoe.fan@example.org`);
      expect(logged).not.toMatch(/sk_live_\w|zoe\.f/);
    }
  });
});
