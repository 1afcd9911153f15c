import { expect, test } from 'vitest';
import { signInMethods } from './sign-in-methods.mjs';

test('reads the ways in that an installation offers', () => {
  expect(signInMethods('email-link, google.com ,saml.acme=Acme Inc')).toEqual({
    ok: true,
    value: {
      emailLink: true,
      phone: false,
      guest: false,
      providers: [
        { id: 'google.com', name: null },
        { id: 'saml.acme', name: 'Acme Inc' },
      ],
    },
  });
  expect(signInMethods('').value.providers).toEqual([]);
});

test('says which name it does not know', () => {
  expect(signInMethods('googel.com').problem).toContain('googel.com');
  expect(signInMethods('constructor').ok).toBe(false);
});
