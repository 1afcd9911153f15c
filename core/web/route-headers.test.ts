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
import { contrastOf, readableInk } from './readable-ink';
import {
  headersFor,
  hostedOrigins,
  isEarlierPath,
  isFunctionPath,
  isOverlayPath,
  isScreenPath,
  releasedFileAt,
  routeHeaders,
  screens,
} from './route-headers';

describe('route headers', () => {
  const style = `'sha256-${'a'.repeat(43)}='`;
  const assets = Array.from({ length: 30 }, (_, index) => `chunk-${index}.js`);
  const embed = ['0.1.0/busker.js', '0.1.0/sheet-CY-2V4C_.js', '0.1.0/icons/amazon.svg'];
  const rows = routeHeaders(hostedOrigins, style, { embed, assets: ['main-Fa9yc3EG.js', ...assets] });
  const at = (path: string) => headersFor(rows, path);

  function directives(path: string): Record<string, string> {
    const parts = (at(path)['Content-Security-Policy'] ?? '').split('; ');
    return Object.fromEntries(
      parts.map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
    );
  }

  describe('headers by route', () => {
    // Holds dash-108.
    it('the dashboard runs only its own script, cannot be framed and keeps its pop-ups', () => {
      for (const path of ['/', '/money/tips', '/tips', '/sign-in/email', '/busker-config.json']) {
        expect(directives(path)['script-src']).toMatch(/^'self'( https:\/\/\S+)+$/);
        expect(directives(path)).toMatchObject({
          'default-src': "'none'",
          'base-uri': "'none'",
          'frame-ancestors': "'none'",
        });
        expect(at(path)).toMatchObject({
          'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
          'Cache-Control': 'public, max-age=0, must-revalidate',
          'X-Content-Type-Options': 'nosniff',
        });
      }
    });

    it('hashed assets are kept for ever', () => {
      for (const name of ['main-Fa9yc3EG.js', ...assets])
        expect(at(`/assets/${name}`), name).toMatchObject({
          'Cache-Control': 'public, max-age=31536000, immutable',
        });
    });

    // Holds host-157.
    it('a hashed file that is not in Hosting is left to the functions, which say how long their answer keeps', () => {
      for (const path of [
        '/assets/main-Other123.js',
        '/assets/main-Fa9yc3EG-js',
        '/assets/more/main-Fa9yc3EG.js',
        '/embed/9.9.9/busker.js',
        '/embed/0.1.01/busker.js',
        '/embed/0.1.0/sheet-CY-2V4C_-js',
        '/embed/0.1.0/icons/other.svg',
      ]) {
        expect(isEarlierPath(path), path).toBe(true);
        expect(Object.keys(at(path)), path).not.toContain('Cache-Control');
      }
    });

    it('without a list of files, as in firebase.json, nothing is kept for ever', () => {
      const plain = routeHeaders(hostedOrigins, style);
      expect(JSON.stringify(plain)).not.toContain('immutable');
    });

    // Holds tag-065.
    it('every site may load the embed; its floating version is revalidated, fixed versions never', () => {
      const open = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
      const floating = { 'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600' };
      const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' };
      for (const path of ['/embed/v1.js', '/embed/next.js'])
        expect(at(path)).toMatchObject({ ...open, ...floating });
      expect(at('/embed/0.1.0/busker.js')).toMatchObject({ ...open, ...immutable });
      expect(at('/embed/0.1.0/sheet-CY-2V4C_.js')).toMatchObject({ ...open, ...immutable });
      expect(at('/embed/0.1.0/icons/amazon.svg')).toMatchObject({ ...open, ...immutable });
      expect(at('/embed/versions.json')).toMatchObject({
        ...open,
        'Cache-Control': 'public, max-age=0, must-revalidate',
      });
    });

    it('every site may show published pictures, and browsers treat them only as pictures', () => {
      expect(at(`/img/${'a'.repeat(64)}`)).toMatchObject({
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      });
    });

    it("the API's answers may load nothing", () => {
      for (const path of ['/v1/profiles/ada', '/v1/tips', '/oembed'])
        expect(at(path)['Content-Security-Policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      // Cards on every site call these; an owner's own data goes only to their dashboard.
      expect(at('/v1/tips')).toMatchObject({ 'Cross-Origin-Resource-Policy': 'cross-origin' });
      expect(at('/v1/me/publish')).toMatchObject({ 'Cross-Origin-Resource-Policy': 'same-origin' });
    });

    it("owners' pages run nothing inline, and only the iframe variant can be framed", () => {
      for (const path of ['/@ada', '/@ada/tip', '/@ada/embed', '/t/tip_1']) {
        expect(at(path)['Content-Security-Policy']).not.toContain('unsafe');
        expect(directives(path)['frame-ancestors']).toBe(path === '/@ada/embed' ? '*' : "'none'");
      }
      expect(directives('/@ada')['style-src']).toBe("'self'");
      expect(directives('/@ada/tip')['style-src']).toBe(`'self' ${style}`);
      expect(directives('/@ada/tip')['form-action']).toBe("'self' https://checkout.stripe.com");
    });

    it('every site may show the badge and the QR code', () => {
      for (const path of ['/@ada/badge.svg', '/@ada/qr.svg', '/@ada/qr.png'])
        expect(at(path)).toMatchObject({ 'Cross-Origin-Resource-Policy': 'cross-origin' });
    });

    it('a receipt sends its URL to no other site', () => {
      for (const path of ['/t/tip_1', '/off/channel_1.aa11'])
        expect(at(path)).toMatchObject({ 'Referrer-Policy': 'no-referrer' });
    });

    it('browsers look for a newer push worker each time, and it may load nothing', () => {
      expect(at('/push-worker.js')).toMatchObject({
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
    });

    it('every site may show the frame, which may contact only us', () => {
      expect(directives('/@ada/embed')).toMatchObject({
        'script-src': "'self'",
        'form-action': "'none'",
        'frame-ancestors': '*',
      });
      expect(at('/@ada/embed')['Content-Security-Policy']).not.toContain('http');
      expect(at('/@ada/embed')['Cross-Origin-Embedder-Policy']).toBe('require-corp');
    });

    // Holds dash-1207.
    it('the frame of a player has no script and nothing but a frame, and the public page frames no other site for it', () => {
      expect(directives('/@ada/media/film')).toMatchObject({
        'default-src': "'none'",
        'frame-src': 'https:',
      });
      expect(at('/@ada/media/film')['Content-Security-Policy']).not.toMatch(/script-src|unsafe/);
      expect(directives('/@ada')['frame-src']).not.toMatch(/https:(?= |$)/);
    });

    // Holds dash-1371.
    it('the files of an owner’s dates and contact run nothing, and no search lists them', () => {
      for (const path of ['/@ada/gigs.ics', '/@ada/me.vcf'])
        expect(at(path)).toMatchObject({
          'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
          'X-Robots-Tag': 'noindex',
        });
    });

    it('every site may frame the challenge, which contacts only its providers and runs nothing inline', () => {
      expect(directives('/challenge')).toMatchObject({ 'frame-ancestors': '*', 'form-action': "'none'" });
      expect(directives('/challenge')['script-src']).not.toContain('unsafe');
      expect(at('/challenge')).toMatchObject({ 'Cross-Origin-Resource-Policy': 'cross-origin' });
    });

    it('legal texts, docs and the report form load no foreign script, and a report’s page sends no Referer', () => {
      for (const path of ['/legal/imprint', '/docs/errors', '/report', '/report/id000001', '/off/a.b']) {
        const { 'Content-Security-Policy': policy } = at(path);
        expect(policy, path).toContain("script-src 'self';");
        expect(policy, path).toContain("frame-ancestors 'none'");
        expect(policy, path).not.toContain('http');
      }
      expect(at('/report/id000001')['Referrer-Policy']).toBe('no-referrer');
    });

    it('leave it to the functions how long an answer keeps', () => {
      const answered = [
        '/v1/tips',
        '/v1/profiles/ada',
        '/img/a',
        '/t/a',
        '/off/a.b',
        '/@ada',
        '/@ada/qr.png',
        '/challenge',
        '/docs/errors',
        '/legal/imprint',
        '/report',
        '/.well-known/security.txt',
        '/healthz',
        '/ready',
        '/oembed',
      ];
      for (const path of answered) {
        expect(isFunctionPath(path), path).toBe(true);
        expect(Object.keys(at(path)), path).not.toContain('Cache-Control');
      }
    });

    it('every row matches a path of this test', () => {
      const addresses = [
        '/',
        '/assets/main-Fa9yc3EG.js',
        '/assets/chunk-29.js',
        '/embed/v1.js',
        '/embed/next.js',
        '/embed/0.1.0/busker.js',
        '/v1/tips',
        '/v1/me/publish',
        '/img/a',
        '/oembed',
        '/challenge',
        '/@ada',
        '/@ada/tip',
        '/@ada/embed',
        '/@ada/monthly',
        '/@ada/qr.png',
        '/@ada/qr.svg',
        '/@ada/media/film',
        '/@ada/gigs.ics',
        '/@ada/me.vcf',
        '/t/a',
        '/off/a.b',
        '/o',
        '/overlay.html',
        '/overlay/main-Fa9yc3EG.js',
        '/legal/imprint',
        '/docs/errors',
        '/report',
        '/report/id000001',
        '/.well-known/security.txt',
        '/index.html',
        '/busker-config.json',
        '/app.webmanifest',
        '/icons/busker-192.png',
        '/push-worker.js',
        ...screens.flatMap((name) => [`/${name}`, `/${name}/more`]),
      ];
      for (const row of rows)
        expect(
          addresses.some((path) => Object.keys(headersFor([row], path)).length > 0),
          JSON.stringify(row),
        ).toBe(true);
    });
  });
});

describe('addresses', () => {
  it.each([
    '/v1/tips',
    '/v1/stripe/webhook',
    '/v1/',
    '/@ada',
    '/@ada/tip',
    '/@ada/',
    '/@ada/tip/',
    '/t/tip_1',
    '/off/channel_1.aa11',
    '/img/a',
    '/oembed',
    '/challenge',
    '/docs/errors',
    '/legal/imprint',
    '/report',
    '/report/id000001',
    '/.well-known/security.txt',
    '/health',
    '/healthz',
    '/ready',
    '/readyz',
  ])('%s belongs to the functions', (path) => {
    expect({ isFunctionPath: isFunctionPath(path), isScreenPath: isScreenPath(path) }).toEqual({
      isFunctionPath: true,
      isScreenPath: false,
    });
  });

  it.each(['/', '/money', '/page/about', '/tips', '/profile/', '/sign-in/email', '/embed', '/embed/'])(
    '%s is a screen of the dashboard',
    (path) => {
      expect({ isFunctionPath: isFunctionPath(path), isScreenPath: isScreenPath(path) }).toEqual({
        isFunctionPath: false,
        isScreenPath: true,
      });
    },
  );

  it.each([
    '/assets/a.js',
    '/embed/v1.js',
    '/embed/0.1.0/gone.js',
    '/busker-config.json',
    '/v1',
    '/oembedded',
    '/wp-login.php',
    '/legal',
    '/reports',
    '/.well-known/security-txt',
    '/.well-known/other',
    '/@',
    '/tipsy',
    '/offer',
  ])('%s is a file, or nothing', (path) => {
    expect({ isFunctionPath: isFunctionPath(path), isScreenPath: isScreenPath(path) }).toEqual({
      isFunctionPath: false,
      isScreenPath: false,
    });
  });

  it.each([
    ['/assets/main-Fa9yc3EG.js', 'assets/main-Fa9yc3EG.js'],
    ['/assets/main-DUpeRow-.css', 'assets/main-DUpeRow-.css'],
    ['/embed/0.1.0/busker.js', 'embed/0.1.0/busker.js'],
    ['/embed/0.1.0/sheet-CY-2V4C_.js', 'embed/0.1.0/sheet-CY-2V4C_.js'],
    ['/embed/10.2.33-rc.1/manifest.json', 'embed/10.2.33-rc.1/manifest.json'],
    ['/embed/0.1.0/icons/amazon.svg', 'embed/0.1.0/icons/amazon.svg'],
    ['/assets/main.js', null],
    ['/assets/main-Fa9yc3EG.html', null],
    ['/assets/more/main-Fa9yc3EG.js', null],
    ['/embed/v1.js', null],
    ['/embed/0.1.0/../secret.js', null],
    ['/embed/0.1.0/busker.js\n', null],
    ['/releases/1.json', null],
  ])('%j is the released file %j', (path, name) => {
    expect(releasedFileAt(path)).toBe(name);
    expect({
      isFunctionPath: isFunctionPath(path),
      leadsToTheFunctions: isEarlierPath(path) || name === null,
    }).toEqual({
      isFunctionPath: false,
      leadsToTheFunctions: true,
    });
  });

  it('the overlay has one address of its own', () => {
    const paths = ['/o', '/o/', '/o/x', '/overlay', '/'];
    expect(paths.filter(isOverlayPath)).toEqual(['/o']);
    expect([isFunctionPath('/o'), isScreenPath('/o')]).toEqual([false, false]);
  });
});

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

describe('readableInk', () => {
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);

  // Holds tag-020.
  it('has enough contrast on every colour', () => {
    fc.assert(fc.property(colour, (background) => contrastOf(background, readableInk(background)) >= 4.5));
  });

  it('is white on black and black on white', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21);
    expect([readableInk('#ffffff'), readableInk('#0b6e4f')]).toEqual(['#000000', '#ffffff']);
  });
});
