import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import type { ChannelCredentials } from '../../core/outbox/channel';
import { adaToken, adaUid, adasScenario, bearerOf, word, type Scenario } from '../testing/ada';
import {
  addChannel,
  callChannel,
  codeSent,
  newChannelOf,
  newChannels,
  otherCode,
} from '../testing/channel-calls';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { putChannel, secretIn } from '../testing/put-channels';
import { addresseeOf, channelSecret, knownSecret } from './own-channels';

describe('channel secrets', () => {
  const each: readonly ChannelCredentials[] = [
    { kind: 'mail', address: 'kim.s3cret@example.org' },
    {
      kind: 'push',
      endpoint: 'https://push.example/s3cret',
      p256dh: 'BNcRd',
      auth: 'tBHI',
      vapidKey: 'BDd3',
    },
    {
      kind: 'webhook',
      url: 'https://hooks.example.com/s3cret',
      secrets: [
        { secret: 'whsec_new', until: null },
        { secret: 'whsec_old', until: 5 },
      ],
    },
    { kind: 'discord', url: 'https://discord.com/api/webhooks/1/s3cret' },
    { kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/s3cret' },
    { kind: 'telegram', botToken: '12:AAs3cret', chatId: '4711' },
    { kind: 'matrix', server: 'https://matrix.example', room: '!room:matrix.example', token: 'syt_s3cret' },
    { kind: 'ntfy', server: 'https://ntfy.example', topic: 'busker-s3cret', token: 'tk_s3cret' },
  ];

  /** Every text in a value, at any depth. */
  function textsIn(value: unknown): readonly string[] {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
  }

  /** Every text of a stored document, also what base64 hides from the eye. */
  const readableIn = (stored: unknown): string =>
    textsIn(stored)
      .flatMap((text) => [text, Buffer.from(text, 'base64url').toString('latin1')])
      .join('\n');

  const secretsIn = ({ deps }: Scenario) =>
    Object.entries(deps.store.dump()).filter(([path]) => path.startsWith('channelSecrets/'));

  describe('a stored channel', () => {
    // Holds out-098.
    it.each(each)('of kind $kind holds no key in a form that can be read', async (credentials) => {
      const { store, ...deps } = inMemoryDeps();
      const secret = { uid: 'ada', credentials, offToken: 'off-s3cret', code: null };
      await store.transaction(async (tx) => tx.write(channelSecret(deps, 'c1'), secret));
      const stored = store.dump()[paths.channelSecret('c1')];
      const { kind, ...keys } = credentials;
      for (const key of ['off-s3cret', ...textsIn(keys)]) expect(readableIn(stored)).not.toContain(key);
      expect(JSON.stringify(stored)).not.toContain(kind);
      expect(await store.read(channelSecret(deps, 'c1'))).toEqual(secret);
    });

    // Holds out-098.
    it('stays sealed through all that a person does with it', async () => {
      const scenario = await adasScenario();
      const keys: string[] = [];
      for (const body of Object.values(newChannels)) {
        const answer = await addChannel(scenario, body);
        expect(answer.status).toBe(201);
        const { credentials, offToken } = secretIn(scenario.deps, word(answer, 'channelId')) ?? {};
        keys.push(...textsIn({ ...credentials, kind: 1 }), offToken ?? '');
      }
      const mail = await newChannelOf(scenario, { ...newChannels.mail, address: 'lee@example.org' });
      const code = codeSent(scenario, 'mail');
      expect((await callChannel(scenario, 'POST', `${mail}/verify`, { code: otherCode(code) })).status).toBe(
        422,
      );
      expect((await callChannel(scenario, 'POST', `${mail}/verify`, { code })).status).toBe(200);
      putChannel(scenario.deps, adaUid, 'hook');
      const renewed = await callChannel(scenario, 'POST', 'hook/secret');
      keys.push(word(renewed, 'secret'), 'lee@example.org');
      const readable = readableIn(secretsIn(scenario).map(([, data]) => data));
      expect(secretsIn(scenario)).toHaveLength(9);
      for (const key of keys) expect(readable).not.toContain(key);
      expect(readable).not.toMatch(/s3cret|whsec_|busker-|@example/);
    });

    it('cannot be opened under the id of another channel, or for another owner', () => {
      const deps = inMemoryDeps();
      putChannel(deps, adaUid, 'c1');
      const data = deps.store.dump()[paths.channelSecret('c1')] as object;
      expect(() => channelSecret(deps, 'c2').decode(data)).toThrow(
        'channelSecrets/c2 cannot be read: sealed',
      );
      expect(() => channelSecret(deps, 'c1').decode({ ...data, uid: 'eve' })).toThrow(
        'cannot be read: sealed',
      );
    });
  });

  /** As the server starts after BUSKER_SECRET was changed. */
  const withSecrets = (scenario: Scenario, ...secrets: readonly string[]) => ({
    ...scenario.deps,
    config: { ...scenario.deps.config, secrets },
  });

  const newest = 'the newest secret of thirty-two bytes';

  describe('after BUSKER_SECRET was changed', () => {
    it('a channel that an older secret of the list sealed is told as before', async () => {
      const scenario = await adasScenario();
      putChannel(scenario.deps, adaUid, 'c1');
      const rotated = withSecrets(scenario, newest, ...scenario.deps.config.secrets);
      const to = await addresseeOf(rotated, adaUid, 'c1');
      expect(to?.secret).toEqual(secretIn(scenario.deps, 'c1'));
    });

    it('a channel whose secret left the list is not sent to, and is told again once the secret is back', async () => {
      const scenario = await adasScenario();
      putChannel(scenario.deps, adaUid, 'c1');
      await expect(addresseeOf(withSecrets(scenario, newest), adaUid, 'c1')).rejects.toThrow(
        'channelSecrets/c1 cannot be read: sealed',
      );
      expect((await addresseeOf(scenario.deps, adaUid, 'c1'))?.secret.credentials.kind).toBe('webhook');
    });

    it('an owner whose device cannot be recognised any more can add it, and remove what is left', async () => {
      const scenario = await adasScenario();
      const push = each.find(({ kind }) => kind === 'push');
      putChannel(scenario.deps, adaUid, 'old', { kind: 'push' }, push);
      const left = scenario.deps.store.dump()[paths.channelSecret('old')] as { readonly sealed: string };
      const sealed = `A${left.sealed.slice(1)}`;
      scenario.deps.store.put(paths.channelSecret('old'), {
        ...left,
        sealed: sealed === left.sealed ? `B${sealed.slice(1)}` : sealed,
      });
      const { kind, endpoint, p256dh, auth } = {
        kind: 'push',
        endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      };
      const added = await addChannel(scenario, { kind, subscription: { endpoint, keys: { p256dh, auth } } });
      expect(added.status).toBe(201);
      const removed = await scenario.call('DELETE', '/v1/me/channels/old', undefined, bearerOf(adaToken));
      expect(removed.status).toBeLessThan(300);
      expect(secretsIn(scenario)).toHaveLength(1);
    });
  });

  it('what is known of a channel without its keys is not written back', () => {
    expect(() =>
      knownSecret(inMemoryDeps(), 'c1').encode({ uid: 'ada', offDigest: 'd', credentials: null }),
    ).toThrow('with its keys only');
  });
});
