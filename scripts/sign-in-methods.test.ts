import { expect, test } from 'vitest';
import { signInMethods } from './sign-in-methods';

test('reads the ways in that an installation offers', () => {
  expect(signInMethods('email-link, google.com ,saml.acme=Acme Inc')).toEqual({
    ok: true,
    value: {
      emailLink: true,
      phone: false,
      guest: false,
      totp: false,
      providers: [
        { id: 'google.com', name: null },
        { id: 'saml.acme', name: 'Acme Inc' },
      ],
    },
  });
  expect(signInMethods('totp')).toMatchObject({ value: { totp: true, providers: [] } });
  expect(signInMethods('')).toMatchObject({ ok: true, value: { providers: [] } });
});

test('says which name it does not know', () => {
  expect(signInMethods('googel.com')).toMatchObject({ problem: expect.stringContaining('googel.com') });
  expect(signInMethods('constructor').ok).toBe(false);
});
