import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { emails, noEmails } from '../../../core/testing/email-addresses';
import { emailField } from './sign-in-screens';

describe('credential fields', () => {
  it.each(emails)('signs in %j as %j', (typed, address) => {
    expect(v.parse(emailField, typed)).toBe(address);
  });

  it.each(noEmails)('says that %j is no email address', (typed) => {
    expect(v.safeParse(emailField, typed).issues?.[0].message).toBe('signIn.emailWrong');
  });
});
