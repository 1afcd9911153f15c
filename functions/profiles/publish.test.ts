import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { wallDocument } from '@busker/core/wall/wall-document';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  anotherProcess,
  bearerOf,
  emptyScenario,
  paidTip,
  putDraft,
  putPayments,
  refusedFields,
  sendTip,
  signIn,
  tipSession,
  word,
  setStanding,
  wishes,
  type Scenario,
  type SentTip,
} from '../testing/ada';
import { rollUp } from '../view-counts/roll-up';

describe('handle claims', () => {
  const day = 24 * 60 * 60_000;

  /** Publishes under a handle, as the account `uid`, from an address. */
  async function publishAs(scenario: Scenario, uid: string, handle: string, address = '203.0.113.7') {
    signIn(scenario.deps, uid, `token-${uid}`);
    putDraft(scenario.deps, uid, { ...adaDraft, handle });
    const headers = { ...bearerOf(`token-${uid}`), 'x-forwarded-for': address };
    return scenario.call('POST', '/v1/me/publish', { revision: 1 }, headers);
  }

  const heldNames = ({ deps }: Scenario) =>
    Object.keys(deps.store.dump())
      .filter((path) => path.startsWith('handles/'))
      .map((path) => path.slice('handles/'.length));

  const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`);

  describe('a handle', () => {
    it('is free after its owner takes another one, if it was never shown', async () => {
      const scenario = emptyScenario();
      for (const name of names(30)) expect((await publishAs(scenario, 'eve', name)).status).toBe(200);
      expect(heldNames(scenario)).toEqual(['name29']);
      expect((await scenario.call('GET', '/v1/profiles/name3')).status).toBe(404);
      expect((await publishAs(scenario, 'grace', 'name3')).status).toBe(200);
      expect((await publishAs(scenario, 'grace2', 'name29')).json.code).toBe('handle-taken');
    });

    it.each([
      '/v1/profiles/first',
      '/v1/profiles?handles=first,other',
      '/v1/profiles/first/wall',
      '/@first',
      '/@first/embed',
      '/@first/badge.svg',
      '/@first/qr.png',
      '/@first/tip',
      '/oembed?url=https://busker.test/@first',
    ])('is kept for ever, as an alias, after somebody saw %s', async (path) => {
      const scenario = emptyScenario();
      putPayments(scenario.deps, 'ada', adaPayments);
      await publishAs(scenario, 'ada', 'first');
      await scenario.call('GET', path);
      await publishAs(scenario, 'ada', 'second');
      expect(heldNames(scenario).toSorted()).toEqual(['first', 'second']);
      expect((await scenario.call('GET', '/v1/profiles/first')).json.handle).toBe('second');
      expect((await publishAs(scenario, 'eve', 'first')).json.code).toBe('handle-taken');
    });

    it('is kept once a tip session was opened under it', async () => {
      const scenario = emptyScenario();
      putPayments(scenario.deps, 'ada', adaPayments);
      await publishAs(scenario, 'ada', 'first');
      expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'first' })).status).toBe(200);
      expect(scenario.deps.store.dump()[paths.handle('first')]).toMatchObject({
        usedAt: expect.any(Date) as Date,
      });
    });

    it('is kept once a view of it was counted', async () => {
      const scenario = emptyScenario();
      await publishAs(scenario, 'ada', 'first');
      const events = JSON.stringify({ events: [{ kind: 'view', handle: 'first' }] });
      await scenario.call('POST', '/v1/events', events, { 'content-type': 'text/plain' });
      await rollUp(scenario.deps);
      expect(scenario.deps.store.dump()[paths.handle('first')]).toMatchObject({
        usedAt: expect.any(Date) as Date,
      });
    });

    it('is marked as used once, for many concurrent first views', async () => {
      const scenario = emptyScenario();
      await publishAs(scenario, 'ada', 'first');
      const seen = await Promise.all(names(20).map(() => scenario.call('GET', '/v1/profiles/first')));
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
      const usedAt = scenario.deps.store.dump()[paths.handle('first')];
      const before = scenario.deps.store.requests;
      scenario.deps.clock.advance(1000);
      await scenario.call('GET', '/v1/profiles/first');
      expect(scenario.deps.store.requests - before).toBe(1);
      expect(scenario.deps.store.dump()[paths.handle('first')]).toEqual(usedAt);
    });

    it('is not found for a request at the moment in which it is given up', async () => {
      const scenario = emptyScenario();
      await publishAs(scenario, 'ada', 'first');
      let commits = 0;
      scenario.deps.store.fault = (step) => {
        if (step !== 'commit' || commits > 0) return;
        commits += 1;
        scenario.deps.store.put(paths.handle('first'), {
          ...scenario.deps.store.dump()[paths.handle('first')],
          state: 'retired',
        });
      };
      expect((await scenario.call('GET', '/v1/profiles/first')).status).toBe(404);
    });

    it('is free after its account was deleted, if it was never shown', async () => {
      const scenario = emptyScenario();
      await publishAs(scenario, 'ada', 'first');
      const deleted = await scenario.call(
        'POST',
        '/v1/me/delete',
        { handle: 'first' },
        bearerOf('token-ada'),
      );
      expect({ status: deleted.status, heldNames: heldNames(scenario) }).toEqual({
        status: 200,
        heldNames: [],
      });
    });
  });

  describe('claiming handles', () => {
    it('is allowed five times in seven days per account; then the answer says how long to wait', async () => {
      const scenario = emptyScenario({ limitFactor: 1 });
      const statuses = [];
      for (const name of names(30)) statuses.push((await publishAs(scenario, 'eve', name)).status);
      expect(statuses).toEqual([
        ...Array.from({ length: 5 }, () => 200),
        ...Array.from({ length: 25 }, () => 429),
      ]);
      expect(heldNames(scenario)).toEqual(['name4']);
      const refused = await publishAs(scenario, 'eve', 'name5');
      expect(refused.json.code).toBe('too-many-requests');
      expect(refused.headers.get('retry-after')).toBe(String((7 * day) / 1000));
      expect((await publishAs(scenario, 'eve', 'name4')).status).toBe(200);
      expect((await publishAs(scenario, 'ada', 'ada')).status).toBe(200);
      scenario.deps.clock.advance(7 * day);
      expect((await publishAs(scenario, 'eve', 'name5')).status).toBe(200);
    });

    it('is allowed thirty times a day per address, for any number of accounts', async () => {
      const scenario = emptyScenario({ limitFactor: 1 });
      for (const name of names(30)) expect((await publishAs(scenario, `uid-${name}`, name)).status).toBe(200);
      expect((await publishAs(scenario, 'one-more', 'one_more')).status).toBe(429);
      expect((await publishAs(scenario, 'one-more', 'one_more', '203.0.113.8')).status).toBe(200);
    });

    it('does not count a current or earlier handle of the owner', async () => {
      const scenario = emptyScenario({ limitFactor: 1 });
      for (const name of ['one', 'two', 'one', 'two', 'one', 'two', 'one', 'two']) {
        expect((await publishAs(scenario, 'ada', name)).status).toBe(200);
        await scenario.call('GET', `/v1/profiles/${name}`);
      }
    });

    it('refuses a handle that was put into the draft after the counting', async () => {
      const scenario = emptyScenario();
      let commits = 0;
      scenario.deps.store.fault = (step) => {
        if (step === 'commit' && (commits += 1) === 1)
          putDraft(scenario.deps, 'eve', { ...adaDraft, handle: 'other' });
      };
      const answer = await publishAs(scenario, 'eve', 'counted');
      expect(answer).toMatchObject({ status: 409, json: { code: 'draft-behind' } });
      expect(heldNames(scenario)).toEqual([]);
    });
  });
});

describe('stored walls', () => {
  const minute = 60_000;
  const goal = { label: 'A new bow', amount: 5000 };
  const open = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };

  const wallText = async (scenario: Scenario) => (await scenario.call('GET', '/v1/profiles/ada/wall')).text;
  const stored = (scenario: Scenario) => scenario.deps.store.dump()[paths.wall(adaUid)];

  const moderate = (scenario: Scenario, { tipId }: SentTip) =>
    scenario.call('POST', `/v1/me/tips/${tipId}/moderation`, { state: 'hidden' }, bearerOf(adaToken));
  const undo = (scenario: Scenario, { tipId, tipToken }: SentTip) =>
    scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
  const erase = (scenario: Scenario, { tipId, tipToken }: SentTip) =>
    scenario.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));

  describe('the stored wall', () => {
    it.each(Object.entries({ moderate, undo, erase }))(
      'loses the texts of a fan in the same commit: %s',
      async (_, takeBack) => {
        const scenario = await adasScenario({}, open);
        const tip = await paidTip(scenario, { name: 'Zoe', message: 'For the rain' });
        await paidTip(scenario, { name: 'Mo' });
        await wallText(scenario);
        expect(JSON.stringify(stored(scenario))).toContain('Zoe');
        await takeBack(scenario, tip);
        expect(JSON.stringify(stored(scenario))).not.toContain('Zoe');
        const after = await wallText(scenario);
        expect([after.includes('Zoe'), after.includes('Mo')]).toEqual([false, true]);
      },
    );

    it('never shows a text again that was taken back while another view made the wall', async () => {
      const acts = [moderate, undo, erase] as const;
      await fc.assert(
        fc.asyncProperty(
          fc.scheduler(),
          fc.constantFrom(...acts),
          fc.nat({ max: 2 }),
          async (scheduler, act, seen) => {
            const scenario = await adasScenario({}, open);
            const tip = await paidTip(scenario, { name: 'Zoe', message: 'For the rain' });
            if (seen === 1) await wallText(scenario);
            scenario.deps.clock.advance(seen * minute);
            scenario.deps.store.pause = () => scheduler.schedule(Promise.resolve());
            const views = [wallText(scenario), wallText(anotherProcess(scenario)), wallText(scenario)];
            await scheduler.waitFor(Promise.all([...views, act(scenario, tip)]));
            scenario.deps.store.pause = () => Promise.resolve();
            expect(JSON.stringify(stored(scenario) ?? {})).not.toContain('Zoe');
            expect(await wallText(scenario)).not.toContain('Zoe');
          },
        ),
        { numRuns: 20 },
      );
    });

    it('shows each tip two minutes later at most, whenever it came and whenever somebody looked', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat({ max: 90_000 }), fc.boolean()), { maxLength: 8 }),
          async (steps) => {
            const scenario = await adasScenario({}, open);
            let paid = 0;
            for (const [ms, isTip] of steps) {
              scenario.deps.clock.advance(ms);
              if (!isTip) await wallText(scenario);
              else {
                paid += 1;
                await paidTip(scenario, { name: `Fan ${paid}`, session: await tipSession(scenario) });
              }
            }
            scenario.deps.clock.advance(2 * minute);
            const wall = await wallText(scenario);
            expect(wall).toContain(`"reached":${paid * 500}`);
            for (let at = 1; at <= paid; at += 1) expect(wall).toContain(`Fan ${at}`);
          },
        ),
        { numRuns: 15 },
      );
    });

    it('gets one mark a minute from an instance, not one from each tip', async () => {
      const scenario = await adasScenario({}, open);
      const tips = await Promise.all(Array.from({ length: 5 }, () => sendTip(scenario, { name: 'Zoe' })));
      const marks = new Set<string>();
      for (const { paymentIntentId, tipId } of tips) {
        scenario.stripe.pay(paymentIntentId);
        scenario.deps.clock.advance(5000);
        await scenario.call(
          'POST',
          '/v1/stripe/webhook',
          {
            id: `evt_wall_${tipId}`,
            type: 'payment_intent.succeeded',
            account: 'acct_ada',
            livemode: false,
            objectId: null,
            paymentIntentId,
            reference: { uid: adaUid, tipId },
          },
          { 'stripe-signature': 'genuine' },
        );
        marks.add(JSON.stringify(stored(scenario)));
      }
      expect(marks.size).toBe(1);
    });

    it.each([
      ['a takedown', (scenario: Scenario) => setStanding(scenario, wishes.suspend)],
      [
        'the deletion of the account',
        (scenario: Scenario) => scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken)),
      ],
    ])('and the card are removed by %s', async (_, end) => {
      const scenario = await adasScenario({}, open);
      await paidTip(scenario, { name: 'Zoe' });
      await wallText(scenario);
      expect(stored(scenario)).toBeDefined();
      await end(scenario);
      expect(stored(scenario)).toBeUndefined();
      expect(JSON.stringify(scenario.deps.store.dump()[paths.card('ada')] ?? {})).not.toContain('Lovelace');
    });

    it('is not stored again by an instance that still has the card of a profile that is gone', async () => {
      const scenario = await adasScenario({}, open);
      await paidTip(scenario, { name: 'Zoe' });
      const other = anotherProcess(scenario);
      await other.call('GET', '/v1/profiles/ada');
      await setStanding(scenario, wishes.suspend);
      await wallText(other);
      expect(stored(scenario)).toBeUndefined();
    });

    it('of another release is made anew', async () => {
      const scenario = await adasScenario({}, open);
      await paidTip(scenario, { name: 'Zoe' });
      scenario.deps.store.put(paths.wall(adaUid), { v: 7, made: 'of something else' });
      expect(await wallText(scenario)).toContain('Zoe');
      expect(wallDocument.decode(stored(scenario))).toMatchObject({
        value: { made: { supporters: [expect.anything()] } },
      });
    });
  });
});

const publish = (scenario: Scenario, revision: number, token = adaToken) =>
  scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(token));

async function rename(scenario: Scenario, handle: string, revision: number) {
  putDraft(scenario.deps, adaUid, { ...adaDraft, handle, revision });
  const answer = await publish(scenario, revision);
  await scenario.call('GET', `/v1/profiles/${handle}`);
  return answer;
}

describe('POST /v1/me/publish', () => {
  it('publishes the draft at its handle', async () => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    putDraft(scenario.deps, adaUid, adaDraft);
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
    const answer = await publish(scenario, 1);
    const publishedAt = scenario.deps.clock.now();
    expect(answer.json).toEqual({ handle: 'ada', url: 'https://busker.test/@ada', publishedAt, revision: 1 });
    expect((await scenario.call('GET', '/v1/profiles/ada')).json.name).toBe('Ada Lovelace');
  });

  // Holds web-053.
  it("refuses until the owner's revision is stored, and publishes a newer one", async () => {
    const scenario = await adasScenario();
    const behind = await publish(scenario, 2);
    expect({ status: behind.status, code: behind.json.code, figures: behind.json.figures }).toEqual({
      status: 409,
      code: 'draft-behind',
      figures: { revision: 1 },
    });
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 3 });
    expect((await publish(scenario, 2)).json.revision).toBe(3);
  });

  // Holds web-054, dash-039, pay-132.
  it('redirects up to five earlier handles for ever, and gives none to another owner', async () => {
    const scenario = await adasScenario();
    const names = ['ada2', 'ada3', 'ada4', 'ada5', 'ada6', 'ada7'];
    for (const [index, name] of names.entries())
      expect((await rename(scenario, name, index + 2)).status).toBe(200);
    for (const name of ['ada2', 'ada6', 'ada7']) {
      expect((await scenario.call('GET', `/v1/profiles/${name}`)).json.handle).toBe('ada7');
    }
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    for (const name of ['ada', 'ada2', 'ada7']) {
      putDraft(scenario.deps, 'uid-eve', { ...adaDraft, handle: name });
      const taken = await publish(scenario, 1, 'token-eve');
      expect(taken).toMatchObject({ status: 409, json: { code: 'handle-taken' } });
      expect(taken.json.fields).toHaveProperty('handle');
    }
  });

  it('returns an earlier handle to its owner', async () => {
    const scenario = await adasScenario();
    await rename(scenario, 'countess', 2);
    expect((await rename(scenario, 'ada', 3)).status).toBe(200);
    expect((await scenario.call('GET', '/v1/profiles/countess')).json.handle).toBe('ada');
  });

  // Holds dash-039.
  it('gives a handle to one of two owners who publish at once', async () => {
    const scenario = emptyScenario();
    for (const name of ['one', 'two']) {
      signIn(scenario.deps, `uid-${name}`, `token-${name}`);
      putDraft(scenario.deps, `uid-${name}`, { ...adaDraft, handle: 'wanted' });
    }
    const answers = await Promise.all(['one', 'two'].map((name) => publish(scenario, 1, `token-${name}`)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  });

  // Holds dash-046.
  it('copies the picture under its hash and serves it with a cache time of a day', async () => {
    const scenario = emptyScenario();
    const picture = { slot: 'picture-a', generation: '17' } as const;
    const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1, 2, 3]);
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.pictures.upload(adaUid, picture, png);
    putDraft(scenario.deps, adaUid, { ...adaDraft, picture });
    await publish(scenario, 1);
    const path = word(await scenario.call('GET', '/v1/profiles/ada'), 'picture');
    expect(path).toMatch(/^\/img\/[0-9a-f]{64}$/);
    const served = await scenario.app.request(path);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await scenario.call('GET', `/img/${'0'.repeat(64)}`)).status).toBe(404);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html>')],
    ['nothing', Buffer.from('')],
    ['more than 5 MB', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5 * 1024 * 1024)])],
  ])('refuses %s as a picture, and publishes nothing', async (_, bytes) => {
    const scenario = emptyScenario();
    const picture = { slot: 'picture-a', generation: '17' } as const;
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.pictures.upload(adaUid, picture, bytes);
    putDraft(scenario.deps, adaUid, { ...adaDraft, picture });
    const answer = await publish(scenario, 1);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: ['picture'],
    });
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
  });

  const png = (last: number) => new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), last]);
  const upload = { slot: 'link-01', generation: '17' } as const;
  const pictured = {
    ...adaDraft,
    links: {
      k1: {
        url: 'https://ada.example',
        label: 'Site',
        order: 1,
        on: true,
        sign: { kind: 'picture', ...upload } as const,
      },
    },
  };
  const linkPicture = async (scenario: Scenario) => {
    const { links } = (await scenario.call('GET', '/v1/profiles/ada')).json;
    return Array.isArray(links) ? (links[0] as { picture: string | null }).picture : undefined;
  };

  it('copies a link’s picture, and keeps it when its slot holds another upload later', async () => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.pictures.upload(adaUid, upload, png(1));
    putDraft(scenario.deps, adaUid, pictured);
    expect((await publish(scenario, 1)).status).toBe(200);
    const path = await linkPicture(scenario);
    expect((await scenario.app.request(path ?? '')).status).toBe(200);
    scenario.deps.pictures.upload(adaUid, { ...upload, generation: '18' }, png(2));
    putDraft(scenario.deps, adaUid, { ...pictured, revision: 2 });
    expect((await publish(scenario, 2)).status).toBe(200);
    expect(await linkPicture(scenario)).toBe(path);
  });

  it.each([
    ['missing', null],
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['larger than 256 kB', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(256 * 1024)])],
  ])('names the link with the picture that is %s, and publishes nothing', async (_, bytes) => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    if (bytes) scenario.deps.pictures.upload(adaUid, upload, bytes);
    putDraft(scenario.deps, adaUid, pictured);
    const answer = await publish(scenario, 1);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: ['links.k1.sign'],
    });
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
  });

  const page = (draft: typeof adaDraft, cover: 'cover-a' | 'cover-b', generation: string) => ({
    ...draft,
    look: {
      ...draft.look,
      page: {
        ...draft.look.page,
        cover: { slot: cover, generation },
        ground: { kind: 'picture', upload: { slot: 'ground-a', generation } } as const,
      },
    },
  });

  // Holds dash-1251.
  it('copies the cover and the picture behind the page', async () => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.pictures.upload(adaUid, { slot: 'cover-a', generation: '1' }, png(1));
    scenario.deps.pictures.upload(adaUid, { slot: 'ground-a', generation: '1' }, png(2));
    putDraft(scenario.deps, adaUid, page(adaDraft, 'cover-a', '1'));
    expect((await publish(scenario, 1)).status).toBe(200);
    const { text } = await scenario.call('GET', '/@ada');
    const paths = [...new Set(text.match(/\/img\/[0-9a-f]{64}/g))];
    expect(paths).toHaveLength(2);
    for (const path of paths) expect((await scenario.app.request(path)).status).toBe(200);
  });

  it.each([
    ['look.page.cover', 'ground-a'],
    ['look.page.ground', 'cover-a'],
  ] as const)('names %s when its picture is missing', async (field, there) => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.pictures.upload(adaUid, { slot: there, generation: '1' }, png(1));
    putDraft(scenario.deps, adaUid, page(adaDraft, 'cover-a', '1'));
    const answer = await publish(scenario, 1);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: [field],
    });
  });

  // Holds dash-010.
  it('refuses guests, unverified addresses, missing tokens and missing drafts', async () => {
    const scenario = emptyScenario();
    const owner = {
      uid: adaUid,
      provider: 'password',
      email: null,
      emailVerified: true,
      signedInAt: 0,
      guest: false,
    };
    scenario.deps.idTokens.signIn('guest', { ...owner, guest: true, provider: 'anonymous' });
    scenario.deps.idTokens.signIn('unverified', { ...owner, emailVerified: false });
    scenario.deps.idTokens.signIn('google', { ...owner, provider: 'google.com', emailVerified: false });
    const codes = await Promise.all(
      ['guest', 'unverified', 'google', 'unknown'].map(
        async (token) => (await publish(scenario, 1, token)).json.code,
      ),
    );
    expect(codes).toEqual(['account-needed', 'email-not-verified', 'draft-not-found', 'sign-in-required']);
    const bare = await scenario.call('POST', '/v1/me/publish', { revision: 1 });
    expect(bare).toMatchObject({ status: 401, json: { code: 'sign-in-required' } });
  });

  // Holds dash-036.
  it('names each invalid field and keeps the published profile', async () => {
    const scenario = await adasScenario();
    const links = { k: { url: 'javascript:alert(1)', label: '', order: 1, on: true } };
    putDraft(scenario.deps, adaUid, { ...adaDraft, name: '', handle: 'admin', links, revision: 2 });
    const answer = await publish(scenario, 2);
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
    expect(refusedFields(answer)).toEqual(['handle', 'links.k.label', 'links.k.url', 'name']);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json.name).toBe('Ada Lovelace');
  });

  it.each([
    [{}],
    [{ revision: -1 }],
    [{ revision: 1.5 }],
    [{ revision: '1' }],
    [{ revision: 1, force: true }],
    [[]],
  ])('refuses the body %j', async (body) => {
    const scenario = await adasScenario();
    const answer = await scenario.call('POST', '/v1/me/publish', body, bearerOf(adaToken));
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
  });
});

describe('GET /v1/handles/{handle}', () => {
  it('answers whether a handle is free, yours or taken', async () => {
    const scenario = await adasScenario();
    const state = async (handle: string, headers = {}) =>
      (await scenario.call('GET', `/v1/handles/${handle}`, undefined, headers)).json.state;
    expect(await state('grace')).toBe('free');
    expect(await state('ada')).toBe('taken');
    expect(await state('Ada', bearerOf(adaToken))).toBe('yours');
  });

  it.each(['admin', 'ab', 'no-dash', 'a'.repeat(31)])('refuses %s with the reason', async (handle) => {
    const answer = await emptyScenario().call('GET', `/v1/handles/${handle}`);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: ['handle'],
    });
  });
});
