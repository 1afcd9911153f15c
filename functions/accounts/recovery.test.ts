import { expect, it } from 'vitest';
import { adasStage, adaToken, adaUid, bearerOf, type Answer, type Stage } from '../testing/ada';
import { overlayIn, putOverlay } from '../testing/put-overlay';
import type { AppConfig } from '../config';
import { findHash, hashOf, makeCodes } from './account-routes';

const factor = 'factor-phone';
const pending = 'pending-ada';

/** Ada has an authenticator app, and a sign-in of hers waits for its code. */
async function twoStepStage(config: Partial<AppConfig> = {}): Promise<Stage> {
  const stage = await adasStage(config);
  const { signIns } = stage.deps;
  signIns.users.set(adaUid, {
    verifiedEmail: 'ada@example.com',
    methods: ['password'],
    factors: [factor],
    validSince: null,
  });
  signIns.pending.set(pending, factor);
  return stage;
}

const renew = (stage: Stage) => stage.call('POST', '/v1/me/recovery-codes', undefined, bearerOf(adaToken));
const count = async (stage: Stage) =>
  (await stage.call('GET', '/v1/me/recovery-codes', undefined, bearerOf(adaToken))).json;
const codesOf = ({ json }: Answer) => json['codes'] as unknown as readonly string[];
const recover = (stage: Stage, body: object) =>
  stage.call('POST', '/v1/recovery', { pending, factor, ...body });
const mails = ({ deps }: Stage) =>
  Object.entries(deps.store.dump())
    .filter(([path]) => path.startsWith('mail/'))
    .map(([, mail]) => mail as { to: string; message: { subject: string; text: string } });

it('makes ten codes, shows them once, and stores none of them', async () => {
  const stage = await twoStepStage();
  expect(await count(stage)).toEqual({ left: 0, madeAt: null });
  const codes = codesOf(await renew(stage));
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/.test(code))).toBe(true);
  expect(await count(stage)).toMatchObject({ left: 10, madeAt: stage.deps.clock.now() });
  const text = JSON.stringify(stage.deps.store.dump());
  expect(codes.filter((code) => text.includes(code))).toEqual([]);
  expect(mails(stage)).toMatchObject([
    { to: 'ada@example.com', message: { subject: 'New recovery codes at busker.test' } },
  ]);
});

it('makes new codes only after a sign-in of the last minutes, and only with an app', async () => {
  const stage = await twoStepStage();
  stage.deps.clock.advance(6 * 60_000);
  expect((await renew(stage)).json['code']).toBe('recent-sign-in-required');
  const without = await adasStage();
  expect((await renew(without)).json['code']).toBe('second-step-missing');
});

it('ends the second step with a code and a passed first step, signs out every device, and tells the owner', async () => {
  const stage = await twoStepStage();
  const [code = ''] = codesOf(await renew(stage));
  const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
  putOverlay(stage.deps, adaUid, 'k'.repeat(43));
  expect((await recover(stage, { code: typed })).json).toEqual({ recovered: true });
  expect(overlayIn(stage.deps, adaUid)?.key).not.toBe('k'.repeat(43));
  expect(stage.deps.signIns.users.get(adaUid)?.factors).toEqual([]);
  expect(stage.deps.idTokens.revoked.has(adaToken)).toBe(true);
  expect(mails(stage).map(({ message }) => message.subject)).toContain(
    'Two-step sign-in is off at busker.test',
  );
  expect((await recover(stage, { code })).json['code']).toBe('recovery-code-wrong');
});

it('refuses a code without a passed first step, and does not use it up', async () => {
  const stage = await twoStepStage();
  const [code = ''] = codesOf(await renew(stage));
  for (const body of [{ pending: 'invented' }, { pending: 'pending-of-eve' }]) {
    stage.deps.signIns.pending.set('pending-of-eve', 'factor-eve');
    expect((await recover(stage, { code, ...body })).json['code']).toBe('second-step-over');
  }
  expect(stage.deps.signIns.users.get(adaUid)?.factors).toEqual([factor]);
  expect(await count(stage)).toMatchObject({ left: 10 });
});

it('refuses wrong codes, codes of another owner, and earlier codes', async () => {
  const stage = await twoStepStage();
  const [earlier = ''] = codesOf(await renew(stage));
  await renew(stage);
  for (const code of [earlier, 'aaaa-bbbb-cccc-dddd', '-'])
    expect((await recover(stage, { code })).json['code']).toBe('recovery-code-wrong');
  expect((await recover(stage, { code: earlier, factor: 'unknown' })).json['code']).toBe(
    'recovery-code-wrong',
  );
  expect(hashOf('uid-ada', earlier)).not.toBe(hashOf('uid-eve', earlier));
});

it('stops after ten tries an hour for one account', async () => {
  const stage = await twoStepStage({ limitFactor: 1 });
  const codes = codesOf(await renew(stage));
  const tries: unknown[] = [];
  for (let index = 0; index < 11; index += 1)
    tries.push((await recover(stage, { code: 'aaaa-bbbb-cccc-dddd' })).status);
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  expect((await recover(stage, { code: codes[0] })).status).toBe(429);
  stage.deps.clock.advance(60 * 60_000);
  expect((await recover(stage, { code: codes[0] })).status).toBe(200);
});

it('follows the apps of the owner: a second one also finds the codes, and without any the codes are gone', async () => {
  const stage = await twoStepStage();
  const [code = ''] = codesOf(await renew(stage));
  const { signIns, idTokens } = stage.deps;
  const user = { verifiedEmail: 'ada@example.com', methods: ['password'], validSince: null };
  signIns.users.set(adaUid, { ...user, factors: ['factor-tablet'] });
  signIns.pending.set('pending-tablet', 'factor-tablet');
  expect(await count(stage)).toMatchObject({ left: 10 });
  expect((await recover(stage, { code, factor: 'factor-tablet', pending: 'pending-tablet' })).status).toBe(
    200,
  );
  idTokens.revoked.clear();
  await renew(stage);
  signIns.users.set(adaUid, { ...user, factors: [] });
  expect(await count(stage)).toEqual({ left: 0, madeAt: null });
  expect(stage.deps.store.dump()[`recoveryCodes/${adaUid}`]).toBeUndefined();
});

it('sends no mail where a person would have to send it by hand', async () => {
  const stage = await twoStepStage({ mails: 'print' });
  const [code = ''] = codesOf(await renew(stage));
  await recover(stage, { code });
  expect(mails(stage)).toEqual([]);
});

it('finds a code among the hashes whatever its place', () => {
  const codes = makeCodes();
  const hashes = codes.map((code) => hashOf('uid', code));
  expect(codes.map((code) => findHash('uid', code, hashes))).toEqual(hashes);
  expect(findHash('uid', codes[0] ?? '', ['short'])).toBeUndefined();
});
