import { expect, it } from 'vitest';
import { neededSources, permissionsLine, policyLine } from './csp';

const host = 'https://busker.example';

// Holds pay-035.
it("payment in the page needs our origin and Stripe's, and no style source", () => {
  expect(policyLine({ host, pay: 'in-page' })).toBe(
    'script-src https://busker.example https://js.stripe.com https://*.js.stripe.com; ' +
      'connect-src https://busker.example https://api.stripe.com; ' +
      'img-src https://busker.example https://*.stripe.com; ' +
      'frame-src https://busker.example https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://*.link.com',
  );
  expect(permissionsLine({ host, pay: 'in-page' })).toBe('payment=(self "https://js.stripe.com")');
});

// Holds pay-035.
it("payment on Stripe's page needs only our origin", () => {
  expect(policyLine({ host, pay: 'hosted' })).toBe(
    'script-src https://busker.example; connect-src https://busker.example; img-src https://busker.example',
  );
  expect(permissionsLine({ host, pay: 'hosted' })).toBeNull();
});

it("the local emulator's origin replaces Stripe's", () => {
  const page = { host, pay: 'in-page', sandbox: 'http://127.0.0.1:12111' } as const;
  expect(neededSources(page)).toEqual({
    'script-src': [host, 'http://127.0.0.1:12111'],
    'connect-src': [host, 'http://127.0.0.1:12111'],
    'img-src': [host, 'http://127.0.0.1:12111'],
    'frame-src': [host, 'http://127.0.0.1:12111'],
  });
  expect(permissionsLine(page)).toBe('payment=(self "http://127.0.0.1:12111")');
});
