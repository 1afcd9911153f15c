import { describe, expect, it } from 'vitest';
import { defaultPreferences, encodePreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import { adaUid, adasStage, refusedFields, word } from '../testing/ada';
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
        const stage = await adasStage();
        const answer = await addChannel(stage, newChannels[kind]);
        expect([answer.status, answer.json['verification']]).toEqual([201, verification]);
        const { channels } = (await listChannels(stage)) as unknown as { channels: readonly object[] };
        expect(channels).toMatchObject([
          { kind, state: 'unverified', audience, hint, label: hint, words: true },
        ]);
        const messages = senderOf(stage, kind).sent.map(({ message }) => message.kind);
        const expected = { code: ['code'], ping: ['test'], 'send-code': [] }[verification];
        expect(messages).toEqual(expected);
      },
    );

    it('shows its secrets in the answer, and nowhere else', async () => {
      const stage = await adasStage();
      const webhook = await addChannel(stage, newChannels.webhook);
      expect(webhook.json['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const ntfy = await addChannel(stage, newChannels.ntfy);
      expect(ntfy.json['topicUrl']).toMatch(/^https:\/\/ntfy\.sh\/busker-[a-z2-7]{26}$/);
      const telegram = await addChannel(stage, newChannels.telegram);
      expect(telegram.json['code']).toMatch(/^\d{6}$/);
      for (const kind of ['discord', 'slack', 'matrix'] as const) await addChannel(stage, newChannels[kind]);
      const readable = JSON.stringify([await listChannels(stage), channelsIn(stage.deps, adaUid)]);
      expect(readable).not.toMatch(/s3cret|whsec_|busker-|kim@/);
      expect(stage.deps.lines.join('\n')).not.toMatch(/s3cret|whsec_|busker-/);
    });

    it('has its own label and events, if the owner chose them', async () => {
      const stage = await adasStage();
      await addChannel(stage, { ...newChannels.webhook, label: ' My  server ', events: ['tip.paid'] });
      expect((await listChannels(stage))['channels']).toMatchObject([
        { label: 'My server', events: ['tip.paid'] },
      ]);
    });

    it('speaks the language and has the zone of the preferences, else the language of the browser', async () => {
      const stage = await adasStage();
      await addChannel(stage, newChannels.webhook, { 'accept-language': 'de-AT,de;q=0.9' });
      expect(await listChannels(stage)).toMatchObject({ language: 'de', zone: 'UTC' });
      const other = await adasStage();
      const preferences = { ...defaultPreferences, language: 'es', timeZone: 'Europe/Madrid' };
      other.deps.store.put(paths.account(adaUid), encodePreferences(preferences));
      await addChannel(other, newChannels.webhook, { 'accept-language': 'de' });
      expect(await listChannels(other)).toMatchObject({ language: 'es', zone: 'Europe/Madrid' });
    });
  });

  describe('a mail channel to the sign-in address', () => {
    it('works at once when the address is confirmed, and tells the other channels', async () => {
      const stage = await adasStage();
      const answer = await addChannel(stage, { kind: 'mail', address: null });
      expect(answer.json).toMatchObject({ verification: 'none', code: null });
      const channelId = word(answer, 'channelId');
      expect(channelsIn(stage.deps, adaUid).channels[channelId]).toMatchObject({
        state: 'on',
        hint: 'u…@example.com',
      });
      expect(secretIn(stage.deps, channelId)?.credentials).toEqual({ kind: 'mail', address: null });
      expect(senderOf(stage, 'mail').sent).toEqual([]);
      const [eventId] = channelEventsIn(stage).map(({ id }) => id);
      expect(stage.deps.outboxQueue.tasks.at(-1)?.task).toEqual({ kind: 'relay', uid: adaUid, eventId });
      expect(channelEventsIn(stage)).toMatchObject([
        { type: 'channel.added', state: 'new', fact: { channelId, kind: 'mail' } },
      ]);
    });

    it('is confirmed by a code when the sign-in service has not confirmed it', async () => {
      const stage = await adasStage();
      stage.deps.idTokens.contacts.set(adaUid, {
        email: 'ada@example.com',
        emailVerified: false,
        disabled: false,
      });
      const answer = await addChannel(stage, { kind: 'mail', address: null });
      expect(answer.json['verification']).toBe('code');
      const credentials = { kind: 'mail', address: 'ada@example.com' };
      expect(secretIn(stage.deps, word(answer, 'channelId'))?.credentials).toEqual(credentials);
    });

    it('is refused when the account has no address', async () => {
      const stage = await adasStage();
      stage.deps.idTokens.contacts.set(adaUid, { email: null, emailVerified: false, disabled: false });
      const answer = await addChannel(stage, { kind: 'mail', address: null });
      expect([answer.status, answer.json['code'], refusedFields(answer)]).toEqual([
        422,
        'address-not-allowed',
        ['address'],
      ]);
    });
  });

  it('a webhook stays when its receiver refuses the first message: it may not know the secret yet', async () => {
    const stage = await adasStage();
    senderOf(stage, 'webhook').answer = () => isRefused;
    expect((await addChannel(stage, newChannels.webhook)).status).toBe(201);
    expect((await listChannels(stage))['channels']).toMatchObject([
      { state: 'unverified', problem: 'refused' },
    ]);
  });

  it('the list shows only the channels of the owner who asks, oldest first', async () => {
    const stage = await adasStage();
    putChannel(stage.deps, adaUid, 'younger', { createdAt: 2000 });
    putChannel(stage.deps, adaUid, 'older', { createdAt: 1000 });
    putChannel(stage.deps, 'uid-eve', 'other');
    expect((await listChannels(stage))['channels']).toMatchObject([
      { channelId: 'older' },
      { channelId: 'younger' },
    ]);
  });
});
