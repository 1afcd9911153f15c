import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyBlock } from '@busker/core/blocks/block';
import { paths } from '@busker/core/documents/documents';
import { standingDocument } from '@busker/core/moderation/report-document';
import type { StandingWish } from '@busker/core/moderation/standing';
import { fakeStanding } from '@busker/core/testing/fakes';
import { connectAccount } from '../connect/payments-routes';
import { sweepPictures } from '../profiles/jobs';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  putDraft,
  sendTip,
  signIn,
  storedTips,
  tipSession,
  word,
  admin,
  decisionText,
  moderator,
  setStanding,
  wishes,
  type Scenario,
} from '../testing/ada';

const publish = (scenario: Scenario, revision = 1) =>
  scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(adaToken));

const refusedWithText = { code: 'profile-restricted', detail: decisionText };

describe('a restricted owner', () => {
  describe('a suspended owner', () => {
    // Holds host-053.
    it('cannot publish, rename or take a second handle, and reads the decision each time', async () => {
      const scenario = await adasScenario();
      await setStanding(scenario, wishes.suspend);
      expect(await publish(scenario)).toMatchObject({ status: 403, json: refusedWithText });
      putDraft(scenario.deps, adaUid, { ...adaDraft, handle: 'ada_again', revision: 2 });
      expect(await publish(scenario, 2)).toMatchObject({ status: 403, json: refusedWithText });
      const { store } = scenario.deps;
      expect([store.dump()[paths.handle('ada_again')], (await scenario.call('GET', '/@ada')).status]).toEqual(
        [undefined, 410],
      );
    });

    it('cannot publish when the host suspends the owner during the request', async () => {
      const scenario = await adasScenario();
      const { store } = scenario.deps;
      let reads = 0;
      store.pause = async (step) => {
        reads += step === 'read' ? 1 : 0;
        if (reads !== 2) return;
        reads += 1;
        await setStanding(scenario, wishes.suspend);
      };
      expect(await publish(scenario)).toMatchObject({ status: 403, json: refusedWithText });
    });

    // Holds host-053.
    it('cannot connect an account, nor can another owner connect the same one', async () => {
      const scenario = await adasScenario();
      scenario.deps.store.put(paths.stripeAccount('acct_ada'), {
        v: 1,
        accountId: 'acct_ada',
        uid: adaUid,
        connectedAt: new Date(0),
        comparedAt: null,
      });
      await setStanding(scenario, wishes.suspend);
      const body = { country: 'US', currency: null };
      const own = await scenario.call('POST', '/v1/me/payments/connect', body, bearerOf(adaToken));
      expect(own).toMatchObject({ status: 403, json: refusedWithText });
      const state = {
        accountId: 'acct_ada',
        country: 'US',
        currency: 'usd',
        cardPayments: 'active',
        linkPayments: true,
        requirements: [],
        requirementsDueAt: null,
      } as const;
      expect(await connectAccount(scenario.deps, 'uid-eve', state, null)).toEqual({
        ok: false,
        problem: 'restricted',
      });
    });

    it('reads, exports and deletes the account', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await setStanding(scenario, wishes.suspend);
      const exported = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
      expect([exported.status, exported.text.includes(tip.tipId)]).toEqual([200, true]);
      const deleted = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
      expect(deleted.status).toBe(200);
      const left = Object.keys(scenario.deps.store.dump());
      expect(left.filter((path) => path.startsWith('audit/'))).toHaveLength(1);
      expect(left).toContain(paths.standing(adaUid));
    });

    it('refunds tips', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await setStanding(scenario, wishes.suspend);
      signIn(scenario.deps, adaUid, adaToken);
      const refund = await scenario.call(
        'POST',
        `/v1/me/tips/${tip.tipId}/refunds`,
        {
          requestId: '0f9b1c2d-3e4f-4a5b-8c6d-000000000001',
          amount: null,
          reason: 'requested_by_customer',
        },
        bearerOf(adaToken),
      );
      expect(refund).toMatchObject({ status: 200, json: { status: 'succeeded', amount: 500 } });
    });
  });

  describe('a fan of a suspended owner', () => {
    // Holds host-055.
    it('opens the receipt and undoes the tip', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await setStanding(scenario, wishes.suspend);
      const rights = bearerOf(tip.tipToken);
      const receipt = await scenario.call('GET', `/v1/tips/${tip.tipId}/receipt`, undefined, rights);
      expect(receipt.status).toBe(200);
      expect((await scenario.call('GET', `/t/${tip.tipId}`)).status).toBe(200);
      const undone = await scenario.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, rights);
      expect(undone.status).toBe(200);
      const { json } = await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, rights);
      expect(json).toMatchObject({ status: 'refunded' });
    });

    it.each(['hide', 'suspend', 'pause'] as const)(
      'learns that nothing was charged, and the server stores nothing and does not call Stripe: %s',
      async (name) => {
        const scenario = await adasScenario();
        const request = await goodTip(scenario);
        await setStanding(scenario, wishes[name]);
        const calls = scenario.deps.payments.calls.length;
        const session = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
        const tip = await scenario.call('POST', '/v1/tips', request);
        for (const { status, json, text } of [session, tip])
          expect([status, json['code'], text.includes('Nothing was charged')]).toEqual([
            409,
            'payments-not-ready',
            true,
          ]);
        expect([storedTips(scenario), scenario.deps.payments.calls.slice(calls)]).toEqual([[], []]);
      },
    );

    it('is also refused in the form without JavaScript, with a session from before the suspension', async () => {
      const scenario = await adasScenario();
      const session = await tipSession(scenario, 'https://busker.test');
      await setStanding(scenario, wishes.suspend);
      const form = new URLSearchParams({ session, requestId: 'r1234567890', choice: '500' }).toString();
      const sent = await scenario.call('POST', '/@ada/tip', form, {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://busker.test',
      });
      expect([sent.status, sent.text.includes('Nothing was charged')]).toEqual([409, true]);
      expect(storedTips(scenario)).toEqual([]);
    });

    it('cannot pay a tip whose payment was being created at the time of the suspension', async () => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario);
      const { payments } = scenario.deps;
      const createIntent = payments.createIntent.bind(payments);
      payments.createIntent = async (wanted) => {
        await setStanding(scenario, wishes.suspend);
        return createIntent(wanted);
      };
      const tip = await scenario.call('POST', '/v1/tips', request);
      expect([tip.status, tip.json['code']]).toEqual([409, 'payments-not-ready']);
      expect(storedTips(scenario)).toEqual([]);
      expect([...payments.payments.values()].map(({ intent }) => intent.status)).toEqual(['canceled']);
    });

    it('cannot repeat a request or change an amount', async () => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario);
      const first = await scenario.call('POST', '/v1/tips', request);
      await setStanding(scenario, wishes.suspend);
      expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
      const other = { tipAmount: 300, coverCosts: false, total: 300 };
      const rights = bearerOf(word(first, 'tipToken'));
      const change = await scenario.call('POST', `/v1/tips/${word(first, 'tipId')}/amount`, other, rights);
      expect(change.status).toBe(409);
    });

    it('is not told that nothing was charged when the tip was paid before', async () => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario);
      const sent = await sendTip(scenario, request);
      scenario.stripe.pay(sent.paymentIntentId);
      await setStanding(scenario, wishes.suspend);
      expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('tip-not-changeable');
    });
  });

  it('an owner whose payments are paused is shown, without tips, and publishes', async () => {
    const scenario = await adasScenario();
    const until = scenario.deps.clock.now() + 10_000;
    await setStanding(scenario, { state: 'payments-paused', until });
    const profile = await scenario.call('GET', '/v1/profiles/ada');
    expect(profile.json).toMatchObject({ name: 'Ada Lovelace', tips: { state: 'not-ready' } });
    // Caches must not keep the pause for longer than it lasts.
    expect(profile.headers.get('cache-control')).toContain('s-maxage=10');
    expect((await publish(scenario)).status).toBe(200);
    scenario.deps.clock.advance(10_000);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'on' } });
  });

  it('reading the standing needs no extra request: a profile needs one', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const before = store.requests;
    await scenario.call('GET', '/v1/profiles/ada');
    expect(store.requests - before).toBe(1);
  });
});

const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 7]);

/** A part of each profile field that a visitor could see. No handle contains any of them. */
const hers = [
  'Lovelace',
  'engines',
  'instagram.com',
  'ada.example',
  'Shop sign',
  '#aa5511',
  '/img/',
  'Studio',
  'dQw4w',
];

/** The owner changed their handle from `ada` to `lace`, and has a picture and a goal. */
async function renamedScenario(): Promise<Scenario> {
  const scenario = await adasScenario();
  const picture = { slot: 'picture-a', generation: '1' } as const;
  scenario.deps.pictures.upload(adaUid, picture, png);
  putDraft(scenario.deps, adaUid, {
    ...adaDraft,
    revision: 2,
    handle: 'lace',
    picture,
    look: { ...adaDraft.look, accent: '#aa5511' },
    links: {
      ...adaDraft.links,
      shop: { url: 'https://shop.example/', label: 'Shop sign', order: 3, on: true },
    },
    blocks: {
      studio: { ...emptyBlock('contact'), label: 'Studio hours', email: 'studio@ada.example' },
      song: { ...emptyBlock('media'), url: 'https://youtu.be/dQw4w9WgXcQ' },
    },
  });
  const published = await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
  expect(published.status).toBe(200);
  return scenario;
}

const reads = {
  '/v1/profiles/:handle': (name: string) => `/v1/profiles/${name}`,
  '/v1/profiles/:handle/wall': (name: string) => `/v1/profiles/${name}/wall`,
  '/v1/profiles': (name: string) => `/v1/profiles?handles=grace,${name}`,
  '/:at{@[^/]+}': (name: string) => `/@${name}`,
  '/:at{@[^/]+}/tip': (name: string) => `/@${name}/tip?lang=de`,
  '/:at{@[^/]+}/embed': (name: string) => `/@${name}/embed`,
  '/:at{@[^/]+}/badge.svg': (name: string) => `/@${name}/badge.svg`,
  '/:at{@[^/]+}/qr.svg': (name: string) => `/@${name}/qr.svg`,
  '/:at{@[^/]+}/qr.png': (name: string) => `/@${name}/qr.png`,
  '/:at{@[^/]+}/:file{[A-Za-z0-9_-]+\\.(?:ics|vcf)}': (name: string) => `/@${name}/studio.vcf`,
  '/:at{@[^/]+}/media/:block{[A-Za-z0-9_-]+}': (name: string) => `/@${name}/media/song`,
  '/oembed': (name: string) => `/oembed?url=https://busker.test/@${name}`,
} as const;

/** Fans of a restricted owner are still charged, so the page where they stop stays; it shows nothing of the owner. */
const stopping = '/:at{@[^/]+}/monthly';

const restrictions: Readonly<Record<string, readonly StandingWish[]>> = {
  hidden: [wishes.hide],
  suspended: [wishes.suspend],
  'suspended on an order': [wishes.order],
  closed: [wishes.suspend, wishes.close],
};

describe('the public reads', () => {
  // Holds host-054.
  it('are all in the list of this test, which has each route below a handle', async () => {
    const { app } = await adasScenario();
    const below = app.routes
      .filter(({ path, method }) => /:at|profiles/.test(path) && method === 'GET')
      .map(({ path }) => path);
    expect([...new Set(below)].filter((path) => !(path in reads) && path !== stopping)).toEqual([]);
  });

  // Holds host-054.
  it.each(Object.entries(restrictions))('show nothing of a %s owner', async (_name, acts) => {
    const scenario = await renamedScenario();
    const before = await Promise.all(
      ['lace', 'ada'].flatMap((name) =>
        Object.values(reads).map(async (read) => (await scenario.call('GET', read(name))).status),
      ),
    );
    expect(before.every((status) => status < 400)).toBe(true);
    for (const wish of acts) await setStanding(scenario, wish);
    const name = fc.constantFrom('lace', 'ada', 'LACE', 'Ada');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.values(reads)), name, async (read, handle) => {
        const stop = await scenario.call('GET', `/@${handle.toLowerCase()}/monthly`);
        for (const part of hers) expect(stop.text).not.toContain(part);
        const { status, text } = await scenario.call('GET', read(handle));
        // The answer about several handles lists this handle as missing.
        expect(read(handle).includes('?handles') ? 404 : status).toBeGreaterThanOrEqual(404);
        expect(hers.filter((word) => text.includes(word))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  // Holds host-060.
  it('shows the picture of a suspended owner, and it is shown again afterwards', async () => {
    const scenario = await renamedScenario();
    const picture = word(await scenario.call('GET', '/v1/profiles/lace'), 'picture');
    const status = async () => (await scenario.call('GET', picture)).status;
    expect(await status()).toBe(200);
    await setStanding(scenario, wishes.suspend);
    expect(await status()).toBe(404);
    await setStanding(scenario, wishes.restore);
    expect(await status()).toBe(200);
    expect((await scenario.call('GET', '/v1/profiles/lace')).text).toContain('Lovelace');
  });
});

describe('a picture of two owners', () => {
  it('stays while one owner is shown, and is withheld when neither is', async () => {
    const scenario = await renamedScenario();
    signIn(scenario.deps, 'uid-grace', 'token-grace');
    const picture = { slot: 'picture-a', generation: '1' } as const;
    scenario.deps.pictures.upload('uid-grace', picture, png);
    putDraft(scenario.deps, 'uid-grace', { ...adaDraft, handle: 'grace', picture });
    await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf('token-grace'));
    const path = word(await scenario.call('GET', '/v1/profiles/grace'), 'picture');
    await setStanding(scenario, wishes.suspend);
    expect((await scenario.call('GET', path)).status).toBe(200);
    await setStanding(scenario, wishes.hide, { uid: 'uid-grace' });
    expect((await scenario.call('GET', path)).status).toBe(404);
  });

  it('is withheld or shown by the daily sweep after an interrupted change of the standing', async () => {
    const scenario = await renamedScenario();
    const { store, pictures } = scenario.deps;
    const path = word(await scenario.call('GET', '/v1/profiles/lace'), 'picture');
    const status = async () => (await scenario.call('GET', path)).status;
    pictures.pause = () => Promise.reject(new Error('The bucket is away'));
    await expect(setStanding(scenario, wishes.suspend)).rejects.toThrow('The bucket is away');
    pictures.pause = () => Promise.resolve();
    expect(await status()).toBe(200);
    await sweepPictures(scenario.deps);
    expect(await status()).toBe(404);
    store.put(paths.standing(adaUid), standingDocument.encode(fakeStanding()));
    await sweepPictures(scenario.deps);
    expect(await status()).toBe(200);
  });
});

describe('the page of an owner who is not shown', () => {
  it.each([
    ['hidden', 404, 'being checked'],
    ['suspended', 410, 'removed'],
    ['suspended on an order', 451, 'authority'],
    ['closed', 410, 'removed'],
  ])('says that it is not available: %s is %i', async (name, status, word) => {
    const scenario = await adasScenario();
    for (const wish of restrictions[name] ?? []) await setStanding(scenario, wish);
    const page = await scenario.call('GET', '/@ada');
    expect([page.status, page.text.includes('This page is not available'), page.text.includes(word)]).toEqual(
      [status, true, true],
    );
    expect(page.headers.get('cache-control')).toContain('s-maxage=10');
    // The card gets the same answer as for an unknown handle.
    expect((await scenario.call('GET', '/v1/profiles/ada')).json['code']).toBe('profile-not-found');
  });

  it('is shown again by itself after a week of being hidden', async () => {
    const scenario = await adasScenario();
    await setStanding(scenario, wishes.hide, { who: moderator });
    scenario.deps.clock.advance(7 * 24 * 60 * 60_000 - 1);
    expect((await scenario.call('GET', '/@ada')).status).toBe(404);
    scenario.deps.clock.advance(1);
    expect((await scenario.call('GET', '/@ada')).status).toBe(200);
  });
});

describe('a limited owner', () => {
  const withoutBio = { state: 'limited', scope: ['bio', 'link:insta'], until: null } as const;

  it('is shown without the named parts, at once', async () => {
    const scenario = await adasScenario();
    await setStanding(scenario, withoutBio, { who: moderator });
    for (const path of ['/v1/profiles/ada', '/@ada', '/@ada/embed', '/oembed?url=https://busker.test/@ada']) {
      const { status, text } = await scenario.call('GET', path);
      expect([path, status, /engines|instagram/.test(text)]).toEqual([path, 200, false]);
    }
    expect((await scenario.call('GET', '/@ada')).text).toContain('https://ada.example/');
  });

  it('publishes everything else, and can publish the parts again after the restriction', async () => {
    const scenario = await adasScenario();
    await setStanding(scenario, withoutBio, { who: admin });
    const publish = async () => {
      const { status } = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
      return status;
    };
    expect(await publish()).toBe(200);
    await setStanding(scenario, wishes.restore);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({
      bio: '',
      links: [{ id: 'site' }],
    });
    expect(await publish()).toBe(200);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({ bio: 'Notes on engines.' });
  });

  it('loses the stored file of the picture', async () => {
    const scenario = await renamedScenario();
    const picture = word(await scenario.call('GET', '/v1/profiles/lace'), 'picture');
    await setStanding(scenario, { state: 'limited', scope: ['picture'], until: null });
    expect((await scenario.call('GET', picture)).status).toBe(404);
    expect((await scenario.call('GET', '/v1/profiles/lace')).json['picture']).toBeNull();
  });
});
