import { describe, expect, it } from 'vitest';
import { defaultPreferences, preferencesDocument } from '../../core/account/account-document';
import { paths } from '../../core/documents/documents';
import { adaUid, adasScenario, refusedFields, word } from '../testing/ada';
import {
  addChannel,
  channelEventsIn,
  isRefused,
  listChannels,
  newChannels,
  senderOf,
} from '../testing/channel-calls';
import { channelsIn, putChannel, secretIn } from '../testing/put-channels';

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
