import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowsPayment,
  checkPolicy,
  neededSources,
  permissionsLine,
  policiesIn,
  policyDirectives,
  policyLine,
} from './csp';

describe('csp', () => {
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
});

describe('csp check', () => {
  const host = 'https://busker.test';
  const page = 'https://blog.example/about';
  const inPage = neededSources({ host, pay: 'in-page' });
  const hosted = neededSources({ host, pay: 'hosted' });
  const missing = (policy: string, needed = hosted, at = page) =>
    checkPolicy(policy, at, needed).missing.map(({ directive, sources }) =>
      [directive, ...sources].join(' '),
    );

  describe('a policy', () => {
    it.each([
      ['names nothing that concerns the card', "base-uri 'self'; form-action 'self'", []],
      ['allows everything', 'default-src *', []],
      ['allows https', 'default-src https:', []],
      ['allows the host', `default-src 'self' ${host}`, []],
      ['allows the host with a slash', `default-src ${host}/`, []],
      ['allows the host without a scheme', 'default-src busker.test', []],
      ['allows the host by http, and so by https', 'default-src http://busker.test', []],
      ['allows every host of its domain', 'default-src *.test', []],
      ['allows any port', 'default-src busker.test:*', []],
      ['allows another port', 'img-src busker.test:8443', [`img-src ${host}`]],
      ['allows a part of the host only', `img-src ${host}/pictures/`, [`img-src ${host}`]],
      ['allows only subdomains', 'img-src *.busker.test', [`img-src ${host}`]],
      ['allows only itself', "connect-src 'self'", [`connect-src ${host}`]],
      ['allows nothing', "img-src 'none'", [`img-src ${host}`]],
      ['allows an empty list', 'img-src', [`img-src ${host}`]],
      [
        'has a stricter list for script tags',
        `script-src *; script-src-elem 'self'`,
        [`script-src-elem ${host}`],
      ],
      ['names a directive twice', `img-src ${host}; img-src 'none'`, []],
    ])('that %s lacks %j', (_what, policy, expected) => {
      expect(missing(policy)).toEqual(expected);
    });

    it('may have the port of a host that has one', () => {
      const here = neededSources({ host: 'https://busker.test:8443', pay: 'hosted' });
      expect(missing('img-src busker.test:8443', here)).toEqual([]);
      expect(missing('img-src busker.test', here)).toEqual(['img-src https://busker.test:8443']);
    });

    it('lacks each missing source of a page with payments', () => {
      expect(missing(`default-src 'self'; script-src 'self' ${host} https://js.stripe.com`, inPage)).toEqual([
        'script-src https://*.js.stripe.com',
        `connect-src ${host} https://api.stripe.com`,
        `img-src ${host} https://*.stripe.com`,
        `frame-src ${host} https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://*.link.com`,
      ]);
    });

    it('accepts a wider wildcard for a narrower one', () => {
      expect(missing(`script-src ${host} https://*.stripe.com`, inPage)).toEqual([]);
    });

    it('checks frames in the directives that browsers use', () => {
      const [frames] = missing("child-src 'self'; default-src *", inPage);
      expect(frames).toMatch(/^frame-src https:\/\/busker\.test https:\/\/js\.stripe\.com/);
    });

    it("allows `'self'` on the same host", () => {
      expect(missing("default-src 'self'", hosted, `${host}/about`)).toEqual([]);
    });

    it('requires the nonce where addresses are ignored', () => {
      const verdict = checkPolicy("script-src 'nonce-abc' 'strict-dynamic' https:", page, hosted);
      expect(verdict).toMatchObject({ needsNonce: true, missing: [] });
    });

    it('is completed in place, without losing anything', () => {
      const { mended } = checkPolicy("default-src 'self'; img-src 'none'; base-uri 'self'", page, hosted);
      expect(mended).toBe(
        `default-src 'self'; img-src ${host}; base-uri 'self'; script-src 'self' ${host}; connect-src 'self' ${host}`,
      );
    });

    it('lacks nothing after it was completed, whatever it was', () => {
      const source = fc.constantFrom(
        "'self'",
        "'none'",
        'https:',
        'data:',
        '*',
        host,
        'https://*.stripe.com',
        "'nonce-x'",
      );
      const name = fc.constantFrom('default-src', 'script-src-elem', 'child-src', ...policyDirectives);
      const directive = fc
        .tuple(name, fc.array(source, { maxLength: 3 }))
        .map(([n, s]) => [n, ...s].join(' '));
      fc.assert(
        fc.property(fc.array(directive), (directives) => {
          const { mended } = checkPolicy(directives.join('; '), page, inPage);
          expect(missing(mended, inPage)).toEqual([]);
        }),
      );
    });

    // Holds web-022.
    it('accepts the line that the dashboard prints', () => {
      expect(missing(policyLine({ host, pay: 'in-page' }), inPage)).toEqual([]);
    });

    it('never throws, whatever a page sends', () => {
      fc.assert(
        fc.property(fc.string(), (text) => {
          for (const policy of policiesIn(text))
            expect(checkPolicy(policy, page, inPage).policy).toBe(policy);
        }),
      );
    });
  });

  describe('a permissions policy', () => {
    it.each([
      ['', true],
      ['camera=()', true],
      ['payment=*', true],
      ['payment=()', false],
      ['payment=(self)', false],
      ['geolocation=(self), payment=(self "https://js.stripe.com")', true],
      ['payment=(self "https://other.example")', false],
    ])('%j allows the wallets: %s', (header, left) => {
      expect(allowsPayment(header, 'https://js.stripe.com')).toBe(left);
    });
  });
});
