import { describe, expect, it } from 'vitest';
import { decodeChannels } from '../../../core/documents/channels-document';
import { paths } from '../../../core/documents/documents';
import type { Owner } from '../../deps';
import { adaDraft, adaToken, adaUid, bearerOf, emptyStage, putDraft, type Stage } from '../../testing/ada';
import { callChannel, listChannels, newChannelOf } from '../../testing/channel-calls';

/** Ada, signed in with a draft, before she publishes. */
function beforePublishing(change: Partial<Owner> = {}): Stage {
  const stage = emptyStage();
  const { clock, idTokens } = stage.deps;
  idTokens.signIn(adaToken, {
    uid: adaUid,
    guest: false,
    provider: 'google.com',
    email: 'ada@example.com',
    emailVerified: true,
    signedInAt: clock.now(),
    ...change,
  });
  putDraft(stage.deps, adaUid, adaDraft);
  return stage;
}

async function publish(stage: Stage, headers: Record<string, string> = {}): Promise<void> {
  const given = { ...bearerOf(adaToken), ...headers };
  expect((await stage.call('POST', '/v1/me/publish', { revision: 1 }, given)).status).toBe(200);
}

async function channelsAfterPublishing(stage: Stage) {
  await publish(stage);
  return (await listChannels(stage))['channels'];
}

function stored({ deps }: Stage) {
  const decoded = decodeChannels(deps.store.get(paths.channels(adaUid)));
  return decoded.ok ? decoded.value : undefined;
}

describe('the mail channel of a first publication', () => {
  // Holds out-095.
  it('is on at once, sends to the sign-in address, and speaks the language of the browser', async () => {
    const stage = beforePublishing();
    await publish(stage, { 'accept-language': 'de' });
    expect(await listChannels(stage)).toMatchObject({
      language: 'de',
      channels: [{ kind: 'mail', state: 'on', hint: 'a…@example.com' }],
    });
  });

  it('is not added where the host sends no mail', async () => {
    const stage = beforePublishing();
    Object.assign(stage.deps.senders, { mail: null });
    expect(await channelsAfterPublishing(stage)).toEqual([]);
  });

  it.each([
    ['of an address that nobody has confirmed', { emailVerified: false }],
    ['of an account without an address', { provider: 'phone', email: null }],
  ])('is not added in the case %s', async (_case, change) => {
    expect(await channelsAfterPublishing(beforePublishing(change))).toEqual([]);
  });

  it('does not come back after its owner removed it', async () => {
    const stage = beforePublishing();
    await publish(stage);
    const [channelId = ''] = Object.keys(stored(stage)?.channels ?? {});
    expect((await callChannel(stage, 'DELETE', channelId)).status).toBe(200);
    expect(await channelsAfterPublishing(stage)).toEqual([]);
  });

  it('is not added beside channels that the owner chose before', async () => {
    const stage = beforePublishing();
    const channelId = await newChannelOf(stage, { kind: 'ntfy' });
    expect(await channelsAfterPublishing(stage)).toMatchObject([{ channelId, kind: 'ntfy' }]);
  });
});
