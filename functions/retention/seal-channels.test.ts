import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { runSweeps } from '../jobs/run-sweep';
import { adasScenario, adaUid, type Scenario } from '../testing/ada';
import { channelsIn, putChannel, secretIn } from '../testing/put-channels';
import { addresseeOf } from '../channels/own-channels';
import { switchMail } from '../mail-channel/off-routes';

/** As a release before sealing stored it. */
function putPlain({ deps }: Scenario, channelId: string, uid = adaUid): void {
  deps.store.put(paths.channelSecret(channelId), {
    v: 1,
    uid,
    credentials: { kind: 'telegram', botToken: '12:AAs3cret', chatId: '4711' },
    offToken: `off-s3cret-${channelId}`,
    code: { digest: 'd', expiresAt: new Date(5), tries: 1 },
  });
}

const storedOf = ({ deps }: Scenario, channelId: string) => deps.store.dump()[paths.channelSecret(channelId)];
const sealing = (deps: Scenario['deps']) => runSweeps(deps, ['seal-channels']);
const withSecrets = ({ deps }: Scenario, ...secrets: readonly string[]): Scenario['deps'] => ({
  ...deps,
  config: { ...deps.config, secrets },
});
const newest = 'the newest secret of thirty-two bytes';

// Holds out-098.
it('seals what an earlier release stored, page by page, and the second time nothing', async () => {
  const scenario = await adasScenario();
  for (let index = 0; index < 250; index += 1) putPlain(scenario, `old${index}`);
  putChannel(scenario.deps, adaUid, 'new');
  const before = ['old0', 'old249'].map((id) => secretIn(scenario.deps, id));
  expect(before[0]).toMatchObject({ credentials: { botToken: '12:AAs3cret' }, code: { expiresAt: 5 } });
  const untouched = storedOf(scenario, 'new');
  expect(await sealing(scenario.deps)).toMatchObject([{ checked: 251, changed: 250, missed: 0 }]);
  expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('s3cret');
  expect(['old0', 'old249'].map((id) => secretIn(scenario.deps, id))).toEqual(before);
  expect(await sealing(scenario.deps)).toMatchObject([{ checked: 251, changed: 0, missed: 0 }]);
  expect(storedOf(scenario, 'new')).toEqual(untouched);
});

it('a plain channel is told, and its link ends it, before the job has run and after it', async () => {
  const scenario = await adasScenario();
  const { deps } = scenario;
  putChannel(deps, adaUid, 'mail', { kind: 'mail' });
  putPlain(scenario, 'mail');
  const token = { channelId: 'mail', offToken: 'off-s3cret-mail' };
  const isOn = () => channelsIn(deps, adaUid).channels['mail']?.state;
  for (const run of [() => Promise.resolve(), () => sealing(deps)]) {
    await run();
    expect((await addresseeOf(deps, adaUid, 'mail'))?.secret).toMatchObject({
      uid: adaUid,
      offToken: token.offToken,
    });
    expect(await switchMail(deps, { ...token, offToken: 'off-s3cret-mai1' }, 'off')).toMatchObject({
      state: 'unknown',
    });
    await switchMail(deps, token, 'off');
    expect(isOn()).toBe('off');
    await switchMail(deps, token, 'on');
    expect(isOn()).toBe('on');
  }
});

// Holds out-099.
it('seals anew what an older secret of the list sealed, so that the older one can leave it', async () => {
  const scenario = await adasScenario();
  putChannel(scenario.deps, adaUid, 'c1');
  const before = secretIn(scenario.deps, 'c1');
  const rotated = withSecrets(scenario, newest, ...scenario.deps.config.secrets);
  expect(secretIn(rotated, 'c1')).toEqual(before);
  expect(await sealing(rotated)).toMatchObject([{ checked: 1, changed: 1, missed: 0 }]);
  expect(secretIn(withSecrets(scenario, newest), 'c1')).toEqual(before);
  expect(await sealing(rotated)).toMatchObject([{ checked: 1, changed: 0, missed: 0 }]);
});

// Holds out-099.
it('leaves and names what no secret of the list opens, and seals the others', async () => {
  const scenario = await adasScenario();
  putChannel(scenario.deps, adaUid, 'lost');
  putPlain(scenario, 'plain');
  const lost = storedOf(scenario, 'lost');
  expect(await sealing(withSecrets(scenario, newest))).toMatchObject([{ checked: 2, changed: 1 }]);
  expect(storedOf(scenario, 'lost')).toEqual(lost);
  expect(scenario.deps.lines.join('\n')).toContain('channelSecrets/lost cannot be read: sealed');
});
