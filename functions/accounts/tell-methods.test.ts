import { expect, it } from 'vitest';
import { adasStage, adaToken, adaUid, bearerOf, type Stage } from '../testing/ada';

const signsInWith = (
  { deps }: Stage,
  methods: readonly string[],
  verifiedEmail: string | null = 'ada@example.com',
) => deps.signIns.users.set(adaUid, { verifiedEmail, methods, factors: [], validSince: null });
const look = async (stage: Stage) =>
  (await stage.call('POST', '/v1/me/sign-in-methods', undefined, bearerOf(adaToken))).json;
const mails = ({ deps }: Stage) =>
  Object.entries(deps.store.dump())
    .filter(([path]) => path.startsWith('mail/'))
    .map(([, mail]) => mail as { to: string; message: { subject: string; text: string } });

it('mails the owner once about a new sign-in method, and not about those from before', async () => {
  const stage = await adasStage();
  signsInWith(stage, ['password']);
  expect(await look(stage)).toEqual({ told: [] });
  signsInWith(stage, ['password', 'google.com', 'phone']);
  expect(await look(stage)).toEqual({ told: ['google.com', 'phone'] });
  expect(await look(stage)).toEqual({ told: [] });
  expect(mails(stage)).toMatchObject([
    { to: 'ada@example.com', message: { subject: 'A new way to sign in at busker.test' } },
  ]);
  expect(mails(stage)[0]?.message.text).toContain('with: Google, phone.');
});

it('writes in the owner’s language', async () => {
  const stage = await adasStage();
  stage.deps.store.put(`accounts/${adaUid}`, {
    v: 1,
    language: 'de',
    keepTipsYears: 7,
    updatedAt: new Date(0),
  });
  signsInWith(stage, []);
  await look(stage);
  signsInWith(stage, ['password']);
  await look(stage);
  expect(mails(stage)[0]?.message.text).toContain('E-Mail und Passwort');
});

it('tells a method again that was removed and added', async () => {
  const stage = await adasStage();
  for (const methods of [['password', 'phone'], ['password'], ['password', 'phone']]) {
    signsInWith(stage, methods);
    await look(stage);
  }
  expect(mails(stage)).toHaveLength(1);
});

it('has nobody to write to without a confirmed address', async () => {
  const stage = await adasStage();
  signsInWith(stage, [], null);
  await look(stage);
  signsInWith(stage, ['phone'], null);
  expect(await look(stage)).toEqual({ told: [] });
  expect(mails(stage)).toEqual([]);
});
