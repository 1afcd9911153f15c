import { describe, expect, it } from 'vitest';
import { emails, noEmails } from '../../../core/testing/email-addresses';
import { parseMailAddress } from './mail-address';

describe('a mail address', () => {
  it.each(emails)('%j is sent to as %j', (given, address) => {
    expect(parseMailAddress(given)).toEqual({ ok: true, value: address });
  });

  it.each(['', ...noEmails])('%j is refused by the name of its field', (given) => {
    expect(parseMailAddress(given)).toMatchObject({
      ok: false,
      problem: { code: 'address-not-allowed', fields: { address: expect.any(String) } },
    });
  });
});
