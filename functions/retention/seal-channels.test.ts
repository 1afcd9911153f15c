import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { runSweeps } from '../jobs/run-sweep';
import { adasStage, adaUid, type Stage } from '../testing/ada';
import { channelsIn, putChannel, secretIn } from '../testing/put-channels';
import { addresseeOf } from '../channels/own-channels';
import { switchMail } from '../mail-channel/off-routes';

/** As a release before sealing stored it. */
function putPlain({ deps }: Stage, channelId: string, uid = adaUid): void {
  deps.store.put(paths.channelSecret(channelId), {
    v: 1,
    uid,
    credentials: { kind: 'telegram', botToken: '12:AAs3cret', chatId: '4711' },
    offToken: `off-s3cret-${channelId}`,
    code: { digest: 'd', expiresAt: new Date(5), tries: 1 },
  });
}

const storedOf = ({ deps }: Stage, channelId: string) => deps.store.dump()[paths.channelSecret(channelId)];
const sealing = (deps: Stage['deps']) => runSweeps(deps, ['seal-channels']);
const withSecrets = ({ deps }: Stage, ...secrets: readonly string[]): Stage['deps'] => ({
  ...deps,
  config: { ...deps.config, secrets },
});
const newest = 'the newest secret of thirty-two bytes';

// Holds out-098.
it('seals what an earlier release stored, page by page, and the second time nothing', async () => {
  const stage = await adasStage();
  for (let index = 0; index < 250; index += 1) putPlain(stage, `old${index}`);
  putChannel(stage.deps, adaUid, 'new');
  const before = ['old0', 'old249'].map((id) => secretIn(stage.deps, id));
  expect(before[0]).toMatchObject({ credentials: { botToken: '12:AAs3cret' }, code: { expiresAt: 5 } });
  const untouched = storedOf(stage, 'new');
  expect(await sealing(stage.deps)).toMatchObject([{ checked: 251, changed: 250, missed: 0 }]);
  expect(JSON.stringify(stage.deps.store.dump())).not.toContain('s3cret');
  expect(['old0', 'old249'].map((id) => secretIn(stage.deps, id))).toEqual(before);
  expect(await sealing(stage.deps)).toMatchObject([{ checked: 251, changed: 0, missed: 0 }]);
  expect(storedOf(stage, 'new')).toEqual(untouched);
});

it('a plain channel is told, and its link ends it, before the job has run and after it', async () => {
  const stage = await adasStage();
  const { deps } = stage;
  putChannel(deps, adaUid, 'mail', { kind: 'mail' });
  putPlain(stage, 'mail');
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
  const stage = await adasStage();
  putChannel(stage.deps, adaUid, 'c1');
  const before = secretIn(stage.deps, 'c1');
  const rotated = withSecrets(stage, newest, ...stage.deps.config.secrets);
  expect(secretIn(rotated, 'c1')).toEqual(before);
  expect(await sealing(rotated)).toMatchObject([{ checked: 1, changed: 1, missed: 0 }]);
  expect(secretIn(withSecrets(stage, newest), 'c1')).toEqual(before);
  expect(await sealing(rotated)).toMatchObject([{ checked: 1, changed: 0, missed: 0 }]);
});

// Holds out-099.
it('leaves and names what no secret of the list opens, and seals the others', async () => {
  const stage = await adasStage();
  putChannel(stage.deps, adaUid, 'lost');
  putPlain(stage, 'plain');
  const lost = storedOf(stage, 'lost');
  expect(await sealing(withSecrets(stage, newest))).toMatchObject([{ checked: 2, changed: 1 }]);
  expect(storedOf(stage, 'lost')).toEqual(lost);
  expect(stage.deps.lines.join('\n')).toContain('channelSecrets/lost cannot be read: sealed');
});
