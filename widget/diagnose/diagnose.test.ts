import { afterEach, describe, expect, it, vi } from 'vitest';
import { policyLine } from '@busker/core/web/csp';
import { stripeJsVersion } from '../payment/stripe-surface';
import { findCauses } from './diagnose';
import { keptOut, readPolicies } from './policy';
import { knownStripeJs, readSoftware, type PageFacts } from './read-facts';

describe('find causes', () => {
  const page = { host: 'https://busker.example', pay: 'in-page' } as const;
  const free: PageFacts = {
    origin: 'https://site.example',
    policies: [],
    headersRead: true,
    mayPay: () => true,
    trustedTypes: false,
    otherStripe: false,
    inShadowRoot: false,
    hasNoAddress: false,
    breaksForm: false,
    sandboxLacks: null,
    violations: [],
    jumps: null,
    missesHost: false,
    copiedFrom: null,
    optimiser: null,
    recorders: [],
    morphing: null,
  };
  const causes = (facts: Partial<PageFacts>, pay: 'in-page' | 'hosted' = 'in-page') =>
    findCauses({ ...free, ...facts }, { ...page, pay }, []).findings.map(
      ({ cause, mend }) => `${cause}: ${mend}`,
    );

  describe('diagnose()', () => {
    it('finds nothing on a page without policies, and on one with exactly our policy', () => {
      expect(findCauses(free, page, [])).toMatchObject({ ok: true, findings: [], policy: policyLine(page) });
      expect(causes({ policies: readPolicies(policyLine(page)) })).toEqual([]);
    });

    it('reports the directive and the sources that a policy lacks', () => {
      const found = causes({ policies: readPolicies("default-src 'self'; img-src *") });
      expect(found).toHaveLength(3);
      expect(found[1]).toBe(
        'content-security-policy: Content-Security-Policy: add to connect-src: https://busker.example https://api.stripe.com',
      );
    });

    it('reports only Stripe when scripts are allowed by nonce, which the card’s chunks carry', () => {
      const [found] = causes({ policies: readPolicies("script-src 'nonce-abc'") });
      expect(found).toBe(
        'content-security-policy: Content-Security-Policy: add to script-src: https://js.stripe.com https://*.js.stripe.com',
      );
    });

    it('does not report Stripe when tips are paid on Stripe’s own page', () => {
      const facts = {
        policies: readPolicies("default-src 'self' https://busker.example"),
        trustedTypes: true,
      };
      expect(causes(facts, 'hosted')).toEqual([]);
    });

    it('uses blocked requests when the headers cannot be read', () => {
      const violations = [
        'frame-src https://js.stripe.com/v3/x.html',
        'img-src https://elsewhere.example/a.png',
      ];
      expect(causes({ headersRead: false, violations })).toEqual([
        'content-security-policy: Content-Security-Policy: add to frame-src: https://js.stripe.com',
      ]);
    });

    // Holds tag-045.
    it.each([
      [
        { mayPay: () => false },
        'permissions-policy: Permissions-Policy: payment=(self "https://js.stripe.com")',
      ],
      [{ trustedTypes: true }, 'trusted-types: pay="hosted"'],
      [{ otherStripe: true }, 'other-stripe-version: pay="hosted"'],
      [{ inShadowRoot: true }, 'foreign-shadow-root: pay="hosted"'],
      [{ hasNoAddress: true }, 'no-address: pay="hosted"'],
      [{ breaksForm: true }, 'page-styles: pay="hosted"'],
      [{ sandboxLacks: ['allow-popups'] }, 'sandboxed-frame: <iframe sandbox="… allow-popups">'],
      [{ missesHost: true }, 'no-host: <busker-card host="https://…" profile="…">'],
      [
        { copiedFrom: 'https://busker.example' },
        'copied-script: <script type="module" async src="https://busker.example/embed/v1.js"></script>',
      ],
      [{ optimiser: 'WP Rocket' }, 'rewritten-script: WP Rocket: leave out'],
      [{ recorders: ['Hotjar', 'Clarity'] }, 'session-recorder: Hotjar, Clarity: mask'],
      [{ morphing: { name: 'Livewire', keeps: 'wire:ignore' } }, 'morphing-page: <div wire:ignore>'],
    ])('reports %o with the line that fixes it', (facts, line) => {
      const found = causes(facts);
      expect(found).toHaveLength(1);
      expect(found[0]?.startsWith(line)).toBe(true);
    });

    it('uses the Stripe.js version of the card form', () => {
      expect(knownStripeJs).toBe(stripeJsVersion);
    });

    it('reports nothing that the browser cannot detect', () => {
      expect(causes({ mayPay: () => null, sandboxLacks: [] })).toEqual([]);
    });

    it('reports why the server accepts no tips from this page', () => {
      expect(findCauses(free, page, ['Not from this site.']).findings).toEqual([
        { cause: 'server', blocks: 'Not from this site.', mend: 'Dashboard, Embed: allowed sites' },
      ]);
    });

    // Holds tag-144.
    it('says by how much a page jumps that reserves no height, or too little', () => {
      const [found] = findCauses(
        { ...free, jumps: { reserved: 100, taken: 577, wall: 0 } },
        page,
        [],
      ).findings;
      expect(found).toEqual({
        cause: 'no-height',
        blocks: 'nothing, but what is below the card jumps once by 477 px, when it is drawn',
        mend: '<busker-card style="display:block;min-height:577px">',
      });
    });

    // Holds tag-153.
    it('says that the list of supporters moves the page once, which no reserved height has room for', () => {
      const [found] = findCauses(
        { ...free, jumps: { reserved: 577, taken: 763, wall: 186 } },
        page,
        [],
      ).findings;
      expect(found).toEqual({
        cause: 'wall-height',
        blocks:
          'nothing, but what is below the card moves once by 186 px when the list of supporters arrives',
        mend: '<busker-card style="display:block;min-height:763px">, which is right until the list grows, or nothing below the card',
      });
    });

    it('tells the jump of the card and that of its list apart', () => {
      const [found] = findCauses(
        { ...free, jumps: { reserved: 0, taken: 763, wall: 186 } },
        page,
        [],
      ).findings;
      expect(found).toMatchObject({
        cause: 'no-height',
        blocks:
          'nothing, but what is below the card jumps once by 577 px, when it is drawn, and by 186 px when the list of supporters arrives',
      });
    });
  });
});

describe('page software', () => {
  const server = 'https://busker.example';

  function cardIn(page: string, inside = `<a href="${server}/@ada">Tip Ada</a>`): HTMLElement {
    document.body.innerHTML = page.replace('CARD', `<busker-card profile="ada">${inside}</busker-card>`);
    const card = document.querySelector<HTMLElement>('busker-card');
    if (!card) throw new Error('The page has no card');
    return card;
  }
  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  it('finds nothing on a page that leaves card and script alone', () => {
    const page = `<script type="module" async data-src="${server}/embed/v1.js"></script>CARD`;
    expect(readSoftware(cardIn(page), server)).toEqual({
      copiedFrom: null,
      optimiser: null,
      recorders: [],
      morphing: null,
    });
  });

  it('names the server of the tag’s links where the script is a copy on another one', () => {
    expect(readSoftware(cardIn('CARD'), 'https://site.example').copiedFrom).toBe(server);
    expect(readSoftware(cardIn('CARD'), null).copiedFrom).toBeNull();
    expect(
      readSoftware(cardIn('CARD', '<a href="https://x.example/y">Site</a>'), server).copiedFrom,
    ).toBeNull();
  });

  it.each([
    [
      'WP Rocket',
      `<script type="rocketlazyloadscript" data-rocket-type="module" data-rocket-src="${server}/embed/v1.js"></script>`,
    ],
    ['LiteSpeed Cache', `<script type="litespeed/javascript" data-src="${server}/embed/v1.js"></script>`],
    [
      'Rocket Loader',
      `<script type="0123456789abcdef01234567-module" data-src="${server}/embed/v1.js"></script>`,
    ],
    ['Perfmatters', `<script type="pmdelayedscript" data-src="${server}/embed/v1.js"></script>`],
  ])('names what delays the script: %s', (name, tag) => {
    expect(readSoftware(cardIn(`${tag}CARD`), server).optimiser).toBe(name);
  });

  it('names each session recorder once', () => {
    vi.stubGlobal('hj', () => undefined);
    vi.stubGlobal('mouseflow', {});
    vi.stubGlobal('_mfq', []);
    expect(readSoftware(cardIn('CARD'), server).recorders).toEqual(['Hotjar', 'Mouseflow']);
  });

  // Holds host-104.
  it('names what morphs the page, unless the card is kept out of it', () => {
    document.head.innerHTML = '<meta name="turbo-refresh-method" content="morph">';
    expect(readSoftware(cardIn('CARD'), server).morphing?.keeps).toBe('id="busker" data-turbo-permanent');
    expect(readSoftware(cardIn('<div id="a" data-turbo-permanent>CARD</div>'), server).morphing).toBeNull();
    document.head.replaceChildren();
    expect(readSoftware(cardIn('<div data-phx-main>CARD</div>'), server).morphing?.name).toBe(
      'Phoenix LiveView',
    );
    vi.stubGlobal('Livewire', {});
    expect(readSoftware(cardIn('CARD'), server).morphing?.name).toBe('Livewire');
  });
});

describe('the sources that a policy blocks', () => {
  const own = 'https://site.example';
  const host = 'https://busker.example';
  const out = (
    text: string,
    wanted: readonly string[],
    directive: 'script-src' | 'frame-src' = 'script-src',
  ) => readPolicies(text).flatMap((policy) => keptOut(policy, directive, wanted, own));

  it.each([
    ["script-src 'self'", [host]],
    ["script-src 'self' https://busker.example", []],
    ['script-src busker.example', []],
    ['script-src https:', []],
    ['script-src http:', []],
    ['script-src *', []],
    ["script-src 'none'", [host]],
    ['script-src *.example', []],
    ['script-src *.busker.example', [host]],
    ['script-src https://busker.example:8443', [host]],
    ['script-src busker.example:*', []],
    ['img-src https://busker.example', []],
    ["default-src 'self'", [host]],
    ["default-src 'self'; script-src busker.example", []],
    ["script-src 'nonce-abc' 'strict-dynamic'", []],
    ['script-src busker.example; script-src-elem https://other.example', [host]],
    ['script-src busker.example; script-src https://other.example', []],
  ])('%s', (text, missing) => {
    expect(out(text, [host])).toEqual(missing);
  });

  it('must be allowed by every one of several policies', () => {
    expect(out("script-src https:, script-src 'self'", [host])).toEqual([host]);
    expect(out('', [host])).toEqual([]);
  });

  it('are none when a wider pattern includes a narrower one', () => {
    const wanted = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    expect(out('frame-src https://*.stripe.com', wanted, 'frame-src')).toEqual([]);
    expect(out('frame-src https://js.stripe.com', wanted, 'frame-src')).toEqual(['https://*.js.stripe.com']);
    expect(out('child-src https://js.stripe.com', ['https://js.stripe.com'], 'frame-src')).toEqual([]);
  });

  it('do not include the page’s own origin for `self`', () => {
    expect(out("script-src 'self'", [own])).toEqual([]);
  });
});
