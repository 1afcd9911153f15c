import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultPreferences, preferencesDocument } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import { mostChannels, type ChannelCredentials } from '@busker/core/outbox/channel';
import { adasScenario, adaToken, adaUid, bearerOf, refusedFields, word, type Scenario } from '../testing/ada';
import {
  addChannel,
  callChannel,
  channelEventsIn,
  codeSent,
  isGone,
  isRefused,
  listChannels,
  newChannelOf,
  newChannels,
  otherCode,
  senderOf,
  channelsIn,
  putChannel,
  secretIn,
} from '../testing/put-channels';
import { inMemoryDeps } from '../testing/in-memory-deps';
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

describe('add channel', () => {
  describe('a new channel', () => {
    it.each([
      ['mail', 'code', 'private', 'k…@example.org'],
      ['webhook', 'ping', 'private', 'hooks.example.com'],
      ['discord', 'code', 'public', 'discord.com'],
      ['slack', 'code', 'public', 'hooks.slack.com'],
      ['telegram', 'send-code', 'private', 'Telegram'],
      ['matrix', 'code', 'public', 'matrix.example.org'],
      ['ntfy', 'code', 'private', 'ntfy.sh'],
    ] as const)(
      'of kind %s is unverified, and gets one message',
      async (kind, verification, audience, hint) => {
        const scenario = await adasScenario();
        const answer = await addChannel(scenario, newChannels[kind]);
        expect([answer.status, answer.json['verification']]).toEqual([201, verification]);
        const { channels } = (await listChannels(scenario)) as unknown as { channels: readonly object[] };
        expect(channels).toMatchObject([
          { kind, state: 'unverified', audience, hint, label: hint, words: true },
        ]);
        const messages = senderOf(scenario, kind).sent.map(({ message }) => message.kind);
        const expected = { code: ['code'], ping: ['test'], 'send-code': [] }[verification];
        expect(messages).toEqual(expected);
      },
    );

    it('shows its secrets in the answer, and nowhere else', async () => {
      const scenario = await adasScenario();
      const webhook = await addChannel(scenario, newChannels.webhook);
      expect(webhook.json['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const ntfy = await addChannel(scenario, newChannels.ntfy);
      expect(ntfy.json['topicUrl']).toMatch(/^https:\/\/ntfy\.sh\/busker-[a-z2-7]{26}$/);
      const telegram = await addChannel(scenario, newChannels.telegram);
      expect(telegram.json['code']).toMatch(/^\d{6}$/);
      for (const kind of ['discord', 'slack', 'matrix'] as const)
        await addChannel(scenario, newChannels[kind]);
      const readable = JSON.stringify([await listChannels(scenario), channelsIn(scenario.deps, adaUid)]);
      expect(readable).not.toMatch(/s3cret|whsec_|busker-|kim@/);
      expect(scenario.deps.lines.join('\n')).not.toMatch(/s3cret|whsec_|busker-/);
    });

    it('has its own label and events, if the owner chose them', async () => {
      const scenario = await adasScenario();
      await addChannel(scenario, { ...newChannels.webhook, label: ' My  server ', events: ['tip.paid'] });
      expect((await listChannels(scenario))['channels']).toMatchObject([
        { label: 'My server', events: ['tip.paid'] },
      ]);
    });

    it('speaks the language and has the zone of the preferences, else the language of the browser', async () => {
      const scenario = await adasScenario();
      await addChannel(scenario, newChannels.webhook, { 'accept-language': 'de-AT,de;q=0.9' });
      expect(await listChannels(scenario)).toMatchObject({ language: 'de', zone: 'UTC' });
      const other = await adasScenario();
      const preferences = { ...defaultPreferences, language: 'es', timeZone: 'Europe/Madrid' };
      other.deps.store.put(paths.account(adaUid), preferencesDocument.encode(preferences));
      await addChannel(other, newChannels.webhook, { 'accept-language': 'de' });
      expect(await listChannels(other)).toMatchObject({ language: 'es', zone: 'Europe/Madrid' });
    });
  });

  describe('a mail channel to the sign-in address', () => {
    it('works at once when the address is confirmed, and tells the other channels', async () => {
      const scenario = await adasScenario();
      const answer = await addChannel(scenario, { kind: 'mail', address: null });
      expect(answer.json).toMatchObject({ verification: 'none', code: null });
      const channelId = word(answer, 'channelId');
      expect(channelsIn(scenario.deps, adaUid).channels[channelId]).toMatchObject({
        state: 'on',
        hint: 'u…@example.com',
      });
      expect(secretIn(scenario.deps, channelId)?.credentials).toEqual({ kind: 'mail', address: null });
      expect(senderOf(scenario, 'mail').sent).toEqual([]);
      const [eventId] = channelEventsIn(scenario).map(({ id }) => id);
      expect(scenario.deps.outboxQueue.tasks.at(-1)?.task).toEqual({ kind: 'relay', uid: adaUid, eventId });
      expect(channelEventsIn(scenario)).toMatchObject([
        { type: 'channel.added', state: 'new', fact: { channelId, kind: 'mail' } },
      ]);
    });

    it('is confirmed by a code when the sign-in service has not confirmed it', async () => {
      const scenario = await adasScenario();
      scenario.deps.idTokens.contacts.set(adaUid, {
        email: 'ada@example.com',
        emailVerified: false,
        disabled: false,
      });
      const answer = await addChannel(scenario, { kind: 'mail', address: null });
      expect(answer.json['verification']).toBe('code');
      const credentials = { kind: 'mail', address: 'ada@example.com' };
      expect(secretIn(scenario.deps, word(answer, 'channelId'))?.credentials).toEqual(credentials);
    });

    it('is refused when the account has no address', async () => {
      const scenario = await adasScenario();
      scenario.deps.idTokens.contacts.set(adaUid, { email: null, emailVerified: false, disabled: false });
      const answer = await addChannel(scenario, { kind: 'mail', address: null });
      expect([answer.status, answer.json['code'], refusedFields(answer)]).toEqual([
        422,
        'address-not-allowed',
        ['address'],
      ]);
    });
  });

  it('a webhook stays when its receiver refuses the first message: it may not know the secret yet', async () => {
    const scenario = await adasScenario();
    senderOf(scenario, 'webhook').answer = () => isRefused;
    expect((await addChannel(scenario, newChannels.webhook)).status).toBe(201);
    expect((await listChannels(scenario))['channels']).toMatchObject([
      { state: 'unverified', problem: 'refused' },
    ]);
  });

  it('the list shows only the channels of the owner who asks, oldest first', async () => {
    const scenario = await adasScenario();
    putChannel(scenario.deps, adaUid, 'younger', { createdAt: 2000 });
    putChannel(scenario.deps, adaUid, 'older', { createdAt: 1000 });
    putChannel(scenario.deps, 'uid-eve', 'other');
    expect((await listChannels(scenario))['channels']).toMatchObject([
      { channelId: 'older' },
      { channelId: 'younger' },
    ]);
  });
});

const vapidKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
const chromeOnAndroid = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36';

const pushScenario = (): Promise<Scenario> => adasScenario({ push: { publicKey: vapidKey } });

function subscriptionAt(endpoint: string) {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

const subscribe = (scenario: Scenario, endpoint = 'https://push.example/s3cret') =>
  addChannel(
    scenario,
    { kind: 'push', subscription: subscriptionAt(endpoint) },
    { 'user-agent': chromeOnAndroid },
  );

describe('a device with push', () => {
  it('a device gets a test, is named by its browser, and works when the owner has seen it', async () => {
    const scenario = await pushScenario();
    const answer = await subscribe(scenario);
    expect(answer.json).toMatchObject({ verification: 'seen', secret: null, code: null, topicUrl: null });
    const id = word(answer, 'channelId');
    expect(senderOf(scenario, 'push').sent).toMatchObject([
      { to: { channelId: id }, message: { kind: 'test' } },
    ]);
    const shown = await listChannels(scenario);
    expect(shown).toMatchObject({ vapidKey, channels: [{ label: 'Chrome, Android', state: 'unverified' }] });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
    expect(secretIn(scenario.deps, id)?.credentials).toMatchObject({ kind: 'push', vapidKey });
    const verified = await callChannel(scenario, 'POST', `${id}/verify`, {});
    expect(verified.json).toMatchObject({ arrived: true, channel: { state: 'on' } });
  });

  it('the same subscription replaces the earlier channel of the device, also when no more fit', async () => {
    const scenario = await pushScenario();
    const first = word(await subscribe(scenario), 'channelId');
    for (let n = 1; n < mostChannels.push; n += 1)
      putChannel(scenario.deps, adaUid, `p${n}`, { kind: 'push' });
    expect((await subscribe(scenario, 'https://push.example/other')).json['code']).toBe('too-many-channels');
    const second = word(await subscribe(scenario), 'channelId');
    const ids = Object.keys(channelsIn(scenario.deps, adaUid).channels);
    expect([ids.includes(first), ids.includes(second), ids.length]).toEqual([false, true, mostChannels.push]);
    expect(secretIn(scenario.deps, first)).toBe(undefined);
  });

  it('a subscription with a malformed key is refused, naming the field', async () => {
    const scenario = await pushScenario();
    const { endpoint, keys } = subscriptionAt('https://push.example/1');
    const subscription = { endpoint, keys: { ...keys, auth: 'short' } };
    const answer = await addChannel(scenario, { kind: 'push', subscription });
    expect(answer.json).toMatchObject({ status: 422, code: 'push-refused' });
    expect(Object.keys(answer.json['fields'] ?? {})).toEqual(['subscription.keys.auth']);
  });

  it('a device that is gone at its first message is not kept', async () => {
    const scenario = await pushScenario();
    senderOf(scenario, 'push').answer = () => isGone;
    expect((await subscribe(scenario)).json['code']).toBe('address-not-answering');
    expect(channelsIn(scenario.deps, adaUid).channels).toEqual({});
  });

  it('push is not offered without a key', async () => {
    const scenario = await adasScenario({ push: null });
    expect((await subscribe(scenario)).json['code']).toBe('channel-not-offered');
    const { offered, vapidKey: key } = await listChannels(scenario);
    expect(key).toBe(null);
    expect(offered).not.toContain('push');
  });
});
