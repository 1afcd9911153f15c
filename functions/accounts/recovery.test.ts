import { expect, it } from 'vitest';
import { adasScenario, adaToken, adaUid, bearerOf, type Answer, type Scenario } from '../testing/ada';
import { overlayIn, putOverlay } from '../testing/put-overlay';
import type { AppConfig } from '../config';
import { findHash, hashOf, makeCodes } from './account-routes';

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
  scenario.deps.clock.advance(6 * 60_000);
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
  expect((await recover(scenario, { code, factor: 'factor-tablet', pending: 'pending-tablet' })).status).toBe(
    200,
  );
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
