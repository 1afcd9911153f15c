import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Result } from '../../core/base/result';
import { channelsDocument } from '../../core/outbox-documents/channels-document';
import { paths } from '../../core/documents/documents';
import type { Owner } from '../deps';
import { adaDraft, adaToken, adaUid, bearerOf, emptyScenario, putDraft, type Scenario } from '../testing/ada';
import { callChannel, listChannels, newChannelOf } from '../testing/channel-calls';
import {
  discordAddress,
  matrixRoom,
  matrixServer,
  newNtfyTopic,
  ntfyServer,
  slackAddress,
  telegramToken,
} from './channel-draft';

describe('chat address', () => {
  const token = 'AbCdEfGhIjKlMnOpQrSt-_0123456789';
  const discord = `https://discord.com/api/webhooks/123456789/${token}`;
  const slack = 'https://hooks.slack.com/services/T0123/B0123/abcdefghijklmnop01';

  const refusedBy = (field: string) => ({
    ok: false,
    problem: { code: 'address-not-allowed', fields: { [field]: expect.any(String) as string } },
  });

  test.each([
    discord,
    ` ${discord} `,
    `https://discordapp.com/api/webhooks/123456789/${token}`,
    `https://ptb.discord.com/api/webhooks/123456789/${token}`,
    `https://canary.discord.com/api/v10/webhooks/123456789/${token}/?thread_id=5`,
  ])('Discord’s address is always kept as the one of discord.com: %s', (typed) => {
    expect(discordAddress(typed)).toEqual({ ok: true, value: discord });
  });

  test.each([
    '',
    'discord',
    discord.replace('https', 'http'),
    discord.replace('discord.com', 'discord.com.evil.example'),
    discord.replace('discord.com', 'user:pass@discord.com'),
    discord.replace('discord.com', 'discord.com:8443'),
    'https://discord.com/api/webhooks/123456789',
    `${discord}/slack`,
  ])('no other address is Discord’s: %s', (typed) => {
    expect(discordAddress(typed)).toMatchObject(refusedBy('url'));
  });

  test('Slack’s address is on hooks.slack.com', () => {
    expect(slackAddress(`${slack}?x=1`)).toEqual({ ok: true, value: slack });
    for (const typed of [
      '',
      slack.replace('hooks.', ''),
      slack.replace('services', 'triggers'),
      `${slack}/x`,
    ])
      expect(slackAddress(typed)).toMatchObject(refusedBy('url'));
  });

  test('a bot’s token has the shape that @BotFather shows', () => {
    const good = '123456789:AAEabcdefghijklmnopqrstuvwxyz01234';
    expect(telegramToken(` ${good}\n`)).toEqual({ ok: true, value: good });
    for (const typed of ['', 'AAE', good.slice(0, 20), `${good}/getMe`])
      expect(telegramToken(typed)).toMatchObject(refusedBy('botToken'));
  });

  test('a server is an https origin, and a bare Matrix host is meant as one', () => {
    expect(matrixServer('matrix.example.org')).toEqual({ ok: true, value: 'https://matrix.example.org' });
    expect(matrixServer('https://matrix.example.org/')).toEqual({
      ok: true,
      value: 'https://matrix.example.org',
    });
    expect(ntfyServer('https://ntfy.sh')).toEqual({ ok: true, value: 'https://ntfy.sh' });
    expect(ntfyServer('https://1.1.1.1')).toEqual({ ok: true, value: 'https://1.1.1.1' });
  });

  test.each([
    '',
    'http://ntfy.sh',
    'https://ntfy.sh:8443',
    'https://user@ntfy.sh',
    'https://ntfy.sh/topic',
    'https://ntfy.sh/?a=1',
    'https://ntfy.sh/#a',
    'https://localhost',
    'https://printer.local',
    'https://169.254.169.254',
    'https://[::ffff:10.0.0.1]',
    'https://2130706433',
    'javascript:alert(1)',
  ])('no other server is allowed: %s', (typed) => {
    expect(ntfyServer(typed)).toMatchObject(refusedBy('server'));
    expect(matrixServer(typed)).toMatchObject(refusedBy('server'));
  });

  test('the sandbox’s own origins are allowed', () => {
    const local = 'http://127.0.0.1:8080';
    expect(ntfyServer(local, [local])).toEqual({ ok: true, value: local });
    expect(matrixServer(local, [local])).toEqual({ ok: true, value: local });
    expect(matrixServer('http://127.0.0.1:9', [local])).toMatchObject(refusedBy('server'));
  });

  test('a room is named by its id, not by its alias', () => {
    expect(matrixRoom('!abc:example.org')).toEqual({ ok: true, value: '!abc:example.org' });
    expect(matrixRoom('!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM')).toMatchObject({ ok: true });
    expect(matrixRoom('#music:example.org')).toMatchObject({
      problem: { fields: { room: expect.stringContaining('begins with !') as string } },
    });
    for (const typed of ['', 'abc', '!a b:c', '!../..:c', `!${'a'.repeat(300)}:c`])
      expect(matrixRoom(typed)).toMatchObject(refusedBy('room'));
  });

  test('a topic holds all of its 128 random bits', () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        expect(newNtfyTopic(one)).toMatch(/^busker-[a-z2-7]{26}$/);
        expect(newNtfyTopic(one) === newNtfyTopic(other)).toBe(one.join() === other.join());
      }),
    );
    expect(newNtfyTopic()).not.toBe(newNtfyTopic());
  });

  test('an address from outside is read or refused, and never throws', () => {
    const rules: readonly ((typed: string) => Result<string>)[] = [
      discordAddress,
      slackAddress,
      telegramToken,
      matrixServer,
      matrixRoom,
      ntfyServer,
    ];
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (typed) => {
        for (const rule of rules) {
          const read = rule(typed);
          expect(read.ok || read.problem.code === 'address-not-allowed').toBe(true);
        }
      }),
    );
  });
});

describe('first mail channel', () => {
  /** Ada, signed in with a draft, before she publishes. */
  function beforePublishing(change: Partial<Owner> = {}): Scenario {
    const scenario = emptyScenario();
    const { clock, idTokens } = scenario.deps;
    idTokens.signIn(adaToken, {
      uid: adaUid,
      guest: false,
      provider: 'google.com',
      email: 'ada@example.com',
      emailVerified: true,
      signedInAt: clock.now(),
      ...change,
    });
    putDraft(scenario.deps, adaUid, adaDraft);
    return scenario;
  }

  async function publish(scenario: Scenario, headers: Record<string, string> = {}): Promise<void> {
    const given = { ...bearerOf(adaToken), ...headers };
    expect((await scenario.call('POST', '/v1/me/publish', { revision: 1 }, given)).status).toBe(200);
  }

  async function channelsAfterPublishing(scenario: Scenario) {
    await publish(scenario);
    return (await listChannels(scenario))['channels'];
  }

  function stored({ deps }: Scenario) {
    const decoded = channelsDocument.decode(deps.store.get(paths.channels(adaUid)));
    return decoded.ok ? decoded.value : undefined;
  }

  describe('the mail channel of a first publication', () => {
    // Holds out-095.
    it('is on at once, sends to the sign-in address, and speaks the language of the browser', async () => {
      const scenario = beforePublishing();
      await publish(scenario, { 'accept-language': 'de' });
      expect(await listChannels(scenario)).toMatchObject({
        language: 'de',
        channels: [{ kind: 'mail', state: 'on', hint: 'a…@example.com' }],
      });
    });

    it('is not added where the host sends no mail', async () => {
      const scenario = beforePublishing();
      Object.assign(scenario.deps.senders, { mail: null });
      expect(await channelsAfterPublishing(scenario)).toEqual([]);
    });

    it.each([
      ['of an address that nobody has confirmed', { emailVerified: false }],
      ['of an account without an address', { provider: 'phone', email: null }],
    ])('is not added in the case %s', async (_case, change) => {
      expect(await channelsAfterPublishing(beforePublishing(change))).toEqual([]);
    });

    it('does not come back after its owner removed it', async () => {
      const scenario = beforePublishing();
      await publish(scenario);
      const [channelId = ''] = Object.keys(stored(scenario)?.channels ?? {});
      expect((await callChannel(scenario, 'DELETE', channelId)).status).toBe(200);
      expect(await channelsAfterPublishing(scenario)).toEqual([]);
    });

    it('is not added beside channels that the owner chose before', async () => {
      const scenario = beforePublishing();
      const channelId = await newChannelOf(scenario, { kind: 'ntfy' });
      expect(await channelsAfterPublishing(scenario)).toMatchObject([{ channelId, kind: 'ntfy' }]);
    });
  });
});
