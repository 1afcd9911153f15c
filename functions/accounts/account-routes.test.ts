import { describe, expect, it } from 'vitest';
import { sessionLifetime, sessionsDocument } from '@busker/core/account/account-document';
import { exportFileName, wholeExport } from '@busker/core/account/export-document';
import { paths } from '@busker/core/documents/documents';
import type { AppConfig } from '../config';
import {
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  paidTip,
  putPayments,
  refusedFields,
  sendEvent,
  signIn,
  type Answer,
  type Scenario,
} from '../testing/ada';
import { channelsIn, putChannel, secretIn, overlayIn, putAlert, putOverlay } from '../testing/put-channels';
import { findHash, hashOf, makeCodes } from './account-routes';

describe('account routes', () => {
  describe('account routes', () => {
    describe('/v1/me/sites', () => {
      // Holds web-007, dash-083, pay-049.
      it('registers a domain at the owner’s own account and lists it', async () => {
        const scenario = await adasScenario();
        const added = await scenario.call(
          'POST',
          '/v1/me/sites',
          { domain: ' Blog.Example ' },
          bearerOf(adaToken),
        );
        expect(added.json).toMatchObject({ domain: 'blog.example', applePay: 'active' });
        const listed = await scenario.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken));
        expect(listed.json['sites']).toMatchObject([{ domain: 'blog.example' }]);
        signIn(scenario.deps, 'uid-eve', 'token-eve');
        putPayments(scenario.deps, 'uid-eve', { ...adaPayments, accountId: 'acct_eve' });
        expect(
          (await scenario.call('GET', '/v1/me/sites', undefined, bearerOf('token-eve'))).json['sites'],
        ).toEqual([]);
      });

      it.each(['https://blog.example', 'blog', 'blog.example/path', '-a.example', '', 7])(
        'refuses %j',
        async (domain) => {
          const scenario = await adasScenario();
          const answer = await scenario.call('POST', '/v1/me/sites', { domain }, bearerOf(adaToken));
          expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
            status: 422,
            fields: ['domain'],
          });
        },
      );

      it('has a problem for each case: payments not connected, Stripe refuses, Stripe unavailable', async () => {
        const scenario = emptyScenario();
        signIn(scenario.deps, adaUid, adaToken);
        const add = () =>
          scenario.call('POST', '/v1/me/sites', { domain: 'blog.example' }, bearerOf(adaToken));
        expect((await add()).json['code']).toBe('payments-not-ready');
        putPayments(scenario.deps, adaUid, adaPayments);
        scenario.deps.wallets.failNext('register', {
          kind: 'refused',
          code: 'parameter_invalid',
          requestId: null,
        });
        expect(refusedFields(await add())).toEqual(['domain']);
        scenario.deps.wallets.failNext('register', { kind: 'unavailable', error: new Error('cut') });
        expect((await add()).status).toBe(503);
      });
    });

    describe('/v1/me/export', () => {
      // Holds dash-071, pay-139.
      it('returns a table with exact amounts and no formula cells', async () => {
        const scenario = await adasScenario();
        await paidTip(scenario, {
          name: '=HYPERLINK("x")',
          message: '+1, "quoted"',
          coverCosts: true,
          total: 546,
        });
        const answer = await scenario.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken));
        expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
        expect(answer.headers.get('content-disposition')).toBe(
          `attachment; filename="${exportFileName(wholeExport('csv'), scenario.deps.clock.now())}"`,
        );
        const [head, row] = answer.text.split('\r\n');
        expect(head).toMatch(/^id,state,created,paid,refunded_at,disputed_at,currency,amount/);
        expect(row).toMatch(/,paid,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{4}-/);
        expect(row).toContain(`,paid,`);
        expect(row).toContain(',usd,5.46,5.00,0.46,0.00,0.00,');
        expect(row).toContain(`"'=HYPERLINK(""x"")"`);
        expect(row).toContain(`"'+1, ""quoted"""`);
      });

      it.each(['＝1+1', '＋1', '－1+cmd', '＠SUM(1)', '−2+3', ' =1+1', '\u3000＝1', '﹢1', '-1.5.2', '-'])(
        'turns the cell %s into text',
        async (name) => {
          const scenario = await adasScenario();
          const { tipId } = await paidTip(scenario);
          const path = paths.tip(adaUid, tipId);
          const tip = scenario.deps.store.dump()[path] ?? {};
          scenario.deps.store.put(path, {
            ...tip,
            fan: { name, message: `\t${name}`, anonymous: false, country: null },
          });
          const { text } = await scenario.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken));
          expect(text).toContain(`"'${name}","'\t`);
        },
      );

      // Holds pay-140.
      it('has the amounts of the balance transaction in its currency, and empty cells for unknown currencies', async () => {
        const scenario = await adasScenario();
        const csv = () => scenario.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken));
        const headOf = (text: string) => text.split('\r\n')[0];
        const nobody = await csv();
        expect(headOf(nobody.text)).toContain(
          ',disputed,booked_in,booked,stripe_fee,host_share,booked_refunds,booked_disputes,dispute_fee,net,method,',
        );
        expect(headOf(nobody.text)).toContain(
          ',for,risk,test,stripe_payment,day,reply,replied_at,wallet,fee_apart',
        );
        expect(nobody.text.split('\r\n').slice(1)).toEqual(['']);
        const booked = async (
          currency: string,
          [stripeFee, applicationFee, net]: [number, number, number],
        ) => {
          const { tipId, paymentIntentId } = await paidTip(scenario);
          const id = `txn_${tipId}`;
          scenario.stripe.book(paymentIntentId, { id, currency, stripeFee, applicationFee, net });
          await sendEvent(scenario, 'charge.updated', { paymentIntentId, reference: { uid: adaUid, tipId } });
        };
        await paidTip(scenario);
        await booked('usd', [45, 25, 430]);
        await booked('jpy', [70, 0, -5]);
        await booked('xyz', [1, 2, 3]);
        const { text } = await csv();
        expect(text.split('\r\n')[1]).toContain(',normal,yes,pi_');
        expect(text.split('\r\n')[1]).toContain(',card,visa,US,');
        const fees = text.split('\r\n').map((row) => row.split(',').slice(12, 20).join(','));
        expect(fees.slice(1).toSorted()).toEqual([
          ',,,,,,,',
          'jpy,65,70,0,0,0,0,-5',
          'usd,5.00,0.45,0.25,0.00,0.00,0.00,4.30',
          'xyz,,,,,,,',
        ]);
        const json = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
        expect(json.json['tips']).toContainEqual(
          expect.objectContaining({
            fees: { estimated: 45, stripe: 45, application: 25, net: 430, settlementCurrency: 'usd' },
          }),
        );
      });

      // Holds web-057, dash-071.
      it('returns all data as JSON, only of this owner', async () => {
        const scenario = await adasScenario();
        await paidTip(scenario, { name: 'Zoe' });
        const answer = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
        expect(answer.json).toMatchObject({
          account: { uid: adaUid },
          profile: { handle: 'ada' },
          draft: { handle: 'ada' },
          payments: { accountId: 'acct_ada' },
          tips: [{ state: 'paid', fan: { name: 'Zoe' } }],
        });
        expect(answer.text).not.toContain('requestHash');
        signIn(scenario.deps, 'uid-eve', 'token-eve');
        const other = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf('token-eve'));
        expect(other.json).toMatchObject({ profile: null, tips: [] });
      });

      it('requires a token that was not revoked', async () => {
        const scenario = await adasScenario();
        scenario.deps.idTokens.revoked.add(adaToken);
        expect((await scenario.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken))).status).toBe(
          401,
        );
        expect((await scenario.call('GET', '/v1/me/export.xml', undefined, bearerOf(adaToken))).status).toBe(
          404,
        );
      });
    });
  });

  describe('tell methods', () => {
    const signsInWith = (
      { deps }: Scenario,
      methods: readonly string[],
      verifiedEmail: string | null = 'ada@example.com',
    ) => deps.signIns.users.set(adaUid, { verifiedEmail, methods, factors: [], validSince: null });
    const look = async (scenario: Scenario) =>
      (await scenario.call('POST', '/v1/me/sign-in-methods', undefined, bearerOf(adaToken))).json;
    const mails = ({ deps }: Scenario) =>
      Object.entries(deps.store.dump())
        .filter(([path]) => path.startsWith('mail/'))
        .map(([, mail]) => mail as { to: string; message: { subject: string; text: string } });

    it('mails the owner once about a new sign-in method, and not about those from before', async () => {
      const scenario = await adasScenario();
      signsInWith(scenario, ['password']);
      expect(await look(scenario)).toEqual({ told: [] });
      signsInWith(scenario, ['password', 'google.com', 'phone']);
      expect(await look(scenario)).toEqual({ told: ['google.com', 'phone'] });
      expect(await look(scenario)).toEqual({ told: [] });
      expect(mails(scenario)).toMatchObject([
        { to: 'ada@example.com', message: { subject: 'A new way to sign in at busker.test' } },
      ]);
      expect(mails(scenario)[0]?.message.text).toContain('with: Google, phone.');
    });

    it('writes in the owner’s language', async () => {
      const scenario = await adasScenario();
      scenario.deps.store.put(`accounts/${adaUid}`, {
        v: 1,
        language: 'de',
        keepTipsYears: 7,
        updatedAt: new Date(0),
      });
      signsInWith(scenario, []);
      await look(scenario);
      signsInWith(scenario, ['password']);
      await look(scenario);
      expect(mails(scenario)[0]?.message.text).toContain('E-Mail und Passwort');
    });

    it('tells a method again that was removed and added', async () => {
      const scenario = await adasScenario();
      for (const methods of [['password', 'phone'], ['password'], ['password', 'phone']]) {
        signsInWith(scenario, methods);
        await look(scenario);
      }
      expect(mails(scenario)).toHaveLength(1);
    });

    it('has nobody to write to without a confirmed address', async () => {
      const scenario = await adasScenario();
      signsInWith(scenario, [], null);
      await look(scenario);
      signsInWith(scenario, ['phone'], null);
      expect(await look(scenario)).toEqual({ told: [] });
      expect(mails(scenario)).toEqual([]);
    });
  });
});

describe('own sessions', () => {
  const phone = '0f9b1c2d-3e4f-4a5b-8c6d-000000000001';
  const laptop = '0f9b1c2d-3e4f-4a5b-8c6d-000000000002';
  const chromeOnAndroid = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36';
  const firefoxOnLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

  const note = (scenario: Scenario, device: string, userAgent = chromeOnAndroid, token = adaToken) =>
    scenario.call('POST', '/v1/me/sessions', { device }, { ...bearerOf(token), 'user-agent': userAgent });
  const remove = (scenario: Scenario, device: string, token = adaToken) =>
    scenario.call('DELETE', `/v1/me/sessions/${device}`, undefined, bearerOf(token));
  const storedIn = (scenario: Scenario) => scenario.deps.store.dump()[paths.sessions(adaUid)];
  const idsIn = (scenario: Scenario) => {
    const sessions = sessionsDocument.decode(storedIn(scenario));
    return sessions.ok ? sessions.value.sessions.map(({ id }) => id) : [];
  };

  it('lists the browsers of the owner, last seen first, with their classes and times', async () => {
    const scenario = await adasScenario();
    const signedInAt = scenario.deps.clock.now();
    scenario.deps.clock.advance(1000);
    await note(scenario, phone);
    scenario.deps.clock.advance(1000);
    expect((await note(scenario, laptop, firefoxOnLinux)).json).toEqual({
      sessions: [
        { id: laptop, browser: 'firefox', system: 'linux', signedInAt, lastSeenAt: signedInAt + 2000 },
        { id: phone, browser: 'chrome', system: 'android', signedInAt, lastSeenAt: signedInAt + 1000 },
      ],
    });
  });

  it('a browser that is seen again is one entry', async () => {
    const scenario = await adasScenario();
    await note(scenario, phone);
    await note(scenario, phone.toUpperCase());
    expect(idsIn(scenario)).toEqual([phone]);
  });

  it('stores neither the address nor the User-Agent', async () => {
    const scenario = await adasScenario();
    await note(scenario, phone, `${chromeOnAndroid} Secret/7`);
    const text = JSON.stringify(storedIn(scenario));
    expect(text).toContain('android');
    expect(text).not.toMatch(/Mozilla|Secret|203\.0\.113/);
  });

  it('removes the browser that signed out, and only from its owner', async () => {
    const scenario = await adasScenario();
    await note(scenario, phone);
    await note(scenario, laptop);
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    await remove(scenario, phone, 'token-eve');
    expect(idsIn(scenario)).toEqual([laptop, phone]);
    expect((await remove(scenario, phone)).json).toEqual({ removed: phone });
    expect((await remove(scenario, phone)).status).toBe(200);
    expect(idsIn(scenario)).toEqual([laptop]);
  });

  it('leaves out browsers whose sign-in was ended, and keeps the one that asks', async () => {
    const scenario = await adasScenario();
    await note(scenario, phone);
    scenario.deps.clock.advance(60_000);
    const validSince = scenario.deps.clock.now();
    scenario.deps.signIns.users.set(adaUid, { verifiedEmail: null, methods: [], factors: [], validSince });
    signIn(scenario.deps, adaUid, 'token-later');
    await note(scenario, laptop, firefoxOnLinux, 'token-later');
    expect(idsIn(scenario)).toEqual([laptop]);
  });

  it('leaves out browsers that were not seen for 60 days', async () => {
    const scenario = await adasScenario();
    await note(scenario, phone);
    scenario.deps.clock.advance(sessionLifetime);
    await note(scenario, laptop);
    expect(idsIn(scenario)).toEqual([laptop]);
  });

  it('is empty after "sign out everywhere", and an ended sign-in does not come back', async () => {
    const scenario = await adasScenario();
    await note(scenario, phone);
    await scenario.call('POST', '/v1/me/sign-out', undefined, bearerOf(adaToken));
    expect(storedIn(scenario)).toBeUndefined();
    expect((await note(scenario, phone)).status).toBe(401);
    expect(storedIn(scenario)).toBeUndefined();
  });

  it('is removed with the account, and does not come back', async () => {
    const scenario = await adasScenario();
    await note(scenario, phone);
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect((await note(scenario, phone)).status).toBe(401);
    expect(storedIn(scenario)).toBeUndefined();
  });

  it('refuses an owner who asks too often', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    for (let i = 0; i < 60; i += 1) await note(scenario, phone);
    expect((await note(scenario, phone)).json['code']).toBe('too-many-requests');
  });

  it('is part of the export', async () => {
    const scenario = await adasScenario();
    await note(scenario, phone);
    const { json } = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    expect(json['sessions']).toMatchObject([{ id: phone, browser: 'chrome', system: 'android' }]);
  });
});

describe('signing out everywhere', () => {
  it('ends every sign-in of the owner, so that money, exports and deletion are refused from then on', async () => {
    const scenario = await adasScenario();
    const headers = bearerOf(adaToken);
    expect(await scenario.call('POST', '/v1/me/sign-out', undefined, headers)).toMatchObject({
      status: 200,
      json: { signedOut: 'everywhere' },
    });
    const again = await scenario.call('POST', '/v1/me/sign-out', undefined, headers);
    expect([again.status, again.json['code']]).toEqual([401, 'sign-in-required']);
    expect((await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, headers)).status).toBe(401);
  });

  it('removes the push channels, which are of the devices that were signed out, and no others', async () => {
    const scenario = await adasScenario();
    putChannel(scenario.deps, adaUid, 'phone', { kind: 'push' });
    putChannel(scenario.deps, adaUid, 'server');
    await scenario.call('POST', '/v1/me/sign-out', undefined, bearerOf(adaToken));
    expect(Object.keys(channelsIn(scenario.deps, adaUid).channels)).toEqual(['server']);
    expect([secretIn(scenario.deps, 'phone'), secretIn(scenario.deps, 'server')?.uid]).toEqual([
      undefined,
      adaUid,
    ]);
  });

  it('is refused without a sign-in', async () => {
    const scenario = await adasScenario();
    expect((await scenario.call('POST', '/v1/me/sign-out')).status).toBe(401);
  });

  // Holds host-077.
  it('signing out everywhere gives the overlay a new address, and the old one shows nothing', async () => {
    const scenario = await adasScenario();
    const old = 'k'.repeat(43);
    putOverlay(scenario.deps, adaUid, old);
    putAlert(scenario.deps, old, 'alert1');
    expect((await scenario.call('POST', '/v1/me/sign-out', undefined, bearerOf(adaToken))).status).toBe(200);
    const overlay = overlayIn(scenario.deps, adaUid);
    expect(overlay?.key).not.toBe(old);
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain(old);
  });
});

const factor = 'factor-phone';
const pending = 'pending-ada';

/** Ada has an authenticator app, and a sign-in of hers waits for its code. */
async function twoStepScenario(config: Partial<AppConfig> = {}): Promise<Scenario> {
  const scenario = await adasScenario(config);
  const { signIns } = scenario.deps;
  signIns.users.set(adaUid, {
    verifiedEmail: 'ada@example.com',
    methods: ['password'],
    factors: [factor],
    validSince: null,
  });
  signIns.pending.set(pending, factor);
  return scenario;
}

const renew = (scenario: Scenario) =>
  scenario.call('POST', '/v1/me/recovery-codes', undefined, bearerOf(adaToken));
const count = async (scenario: Scenario) =>
  (await scenario.call('GET', '/v1/me/recovery-codes', undefined, bearerOf(adaToken))).json;
const codesOf = ({ json }: Answer) => json['codes'] as unknown as readonly string[];
const recover = (scenario: Scenario, body: object) =>
  scenario.call('POST', '/v1/recovery', { pending, factor, ...body });
const mails = ({ deps }: Scenario) =>
  Object.entries(deps.store.dump())
    .filter(([path]) => path.startsWith('mail/'))
    .map(([, mail]) => mail as { to: string; message: { subject: string; text: string } });

describe('recovery codes', () => {
  it('makes ten codes, shows them once, and stores none of them', async () => {
    const scenario = await twoStepScenario();
    expect(await count(scenario)).toEqual({ left: 0, madeAt: null });
    const codes = codesOf(await renew(scenario));
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/.test(code))).toBe(true);
    expect(await count(scenario)).toMatchObject({ left: 10, madeAt: scenario.deps.clock.now() });
    const text = JSON.stringify(scenario.deps.store.dump());
    expect(codes.filter((code) => text.includes(code))).toEqual([]);
    expect(mails(scenario)).toMatchObject([
      { to: 'ada@example.com', message: { subject: 'New recovery codes at busker.test' } },
    ]);
  });

  it('makes new codes only after a sign-in of the last minutes, and only with an app', async () => {
    const scenario = await twoStepScenario();
    scenario.deps.clock.advance(10 * 60_000 + 1);
    expect((await renew(scenario)).json['code']).toBe('recent-sign-in-required');
    const without = await adasScenario();
    expect((await renew(without)).json['code']).toBe('second-step-missing');
  });

  it('ends the second step with a code and a passed first step, signs out every device, and tells the owner', async () => {
    const scenario = await twoStepScenario();
    const [code = ''] = codesOf(await renew(scenario));
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    putOverlay(scenario.deps, adaUid, 'k'.repeat(43));
    expect((await recover(scenario, { code: typed })).json).toEqual({ recovered: true });
    expect(overlayIn(scenario.deps, adaUid)?.key).not.toBe('k'.repeat(43));
    expect(scenario.deps.signIns.users.get(adaUid)?.factors).toEqual([]);
    expect(scenario.deps.idTokens.revoked.has(adaToken)).toBe(true);
    expect(mails(scenario).map(({ message }) => message.subject)).toContain(
      'Two-step sign-in is off at busker.test',
    );
    expect((await recover(scenario, { code })).json['code']).toBe('recovery-code-wrong');
  });

  it('refuses a code without a passed first step, and does not use it up', async () => {
    const scenario = await twoStepScenario();
    const [code = ''] = codesOf(await renew(scenario));
    for (const body of [{ pending: 'invented' }, { pending: 'pending-of-eve' }]) {
      scenario.deps.signIns.pending.set('pending-of-eve', 'factor-eve');
      expect((await recover(scenario, { code, ...body })).json['code']).toBe('second-step-over');
    }
    expect(scenario.deps.signIns.users.get(adaUid)?.factors).toEqual([factor]);
    expect(await count(scenario)).toMatchObject({ left: 10 });
  });

  it('refuses wrong codes, codes of another owner, and earlier codes', async () => {
    const scenario = await twoStepScenario();
    const [earlier = ''] = codesOf(await renew(scenario));
    await renew(scenario);
    for (const code of [earlier, 'aaaa-bbbb-cccc-dddd', '-'])
      expect((await recover(scenario, { code })).json['code']).toBe('recovery-code-wrong');
    expect((await recover(scenario, { code: earlier, factor: 'unknown' })).json['code']).toBe(
      'recovery-code-wrong',
    );
    expect(hashOf('uid-ada', earlier)).not.toBe(hashOf('uid-eve', earlier));
  });

  it('stops after ten tries an hour for one account', async () => {
    const scenario = await twoStepScenario({ limitFactor: 1 });
    const codes = codesOf(await renew(scenario));
    const tries: unknown[] = [];
    for (let index = 0; index < 11; index += 1)
      tries.push((await recover(scenario, { code: 'aaaa-bbbb-cccc-dddd' })).status);
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    expect((await recover(scenario, { code: codes[0] })).status).toBe(429);
    scenario.deps.clock.advance(60 * 60_000);
    expect((await recover(scenario, { code: codes[0] })).status).toBe(200);
  });

  it('follows the apps of the owner: a second one also finds the codes, and without any the codes are gone', async () => {
    const scenario = await twoStepScenario();
    const [code = ''] = codesOf(await renew(scenario));
    const { signIns, idTokens } = scenario.deps;
    const user = { verifiedEmail: 'ada@example.com', methods: ['password'], validSince: null };
    signIns.users.set(adaUid, { ...user, factors: ['factor-tablet'] });
    signIns.pending.set('pending-tablet', 'factor-tablet');
    expect(await count(scenario)).toMatchObject({ left: 10 });
    expect(
      (await recover(scenario, { code, factor: 'factor-tablet', pending: 'pending-tablet' })).status,
    ).toBe(200);
    idTokens.revoked.clear();
    await renew(scenario);
    signIns.users.set(adaUid, { ...user, factors: [] });
    expect(await count(scenario)).toEqual({ left: 0, madeAt: null });
    expect(scenario.deps.store.dump()[`recoveryCodes/${adaUid}`]).toBeUndefined();
  });

  it('sends no mail where a person would have to send it by hand', async () => {
    const scenario = await twoStepScenario({ mails: 'print' });
    const [code = ''] = codesOf(await renew(scenario));
    await recover(scenario, { code });
    expect(mails(scenario)).toEqual([]);
  });

  it('finds a code among the hashes whatever its place', () => {
    const codes = makeCodes();
    const hashes = codes.map((code) => hashOf('uid', code));
    expect(codes.map((code) => findHash('uid', code, hashes))).toEqual(hashes);
    expect(findHash('uid', codes[0] ?? '', ['short'])).toBeUndefined();
  });
});
