import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import { channelsDocument } from '@busker/core/outbox-documents/channels-document';
import { mostChannels, mostChannelsInAll } from '@busker/core/outbox/channel';
import type { Owner } from '../deps';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  putDraft,
  refusedFields,
  type Scenario,
} from '../testing/ada';
import {
  addChannel,
  callChannel,
  isGone,
  listChannels,
  newChannelOf,
  newChannels,
  senderOf,
  channelsIn,
  putChannel,
} from '../testing/put-channels';
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

describe('a new channel is refused', () => {
  it('to guests', async () => {
    const scenario = await adasScenario();
    const signedInAt = scenario.deps.clock.now();
    scenario.deps.idTokens.signIn('guest', {
      uid: 'g',
      guest: true,
      provider: 'anonymous',
      email: null,
      emailVerified: false,
      signedInAt,
    });
    const answer = await addChannel(scenario, newChannels.webhook, bearerOf('guest'));
    expect([answer.status, answer.json['code']]).toEqual([403, 'account-needed']);
  });

  // Scenario 59: a stolen session must not add a channel that goes on after it.
  // Holds out-059.
  it('without a recent sign-in', async () => {
    const scenario = await adasScenario();
    scenario.deps.clock.advance(20 * 60_000);
    const answer = await addChannel(scenario, newChannels.webhook);
    expect([answer.status, answer.json['code']]).toEqual([401, 'recent-sign-in-required']);
    expect(channelsIn(scenario.deps, adaUid).channels).toEqual({});
  });

  // Holds out-016.
  it('when the host does not offer its kind', async () => {
    const scenario = await adasScenario();
    Object.assign(scenario.deps.senders, { mail: null });
    const answer = await addChannel(scenario, { kind: 'mail', address: null });
    expect([answer.status, answer.json['code']]).toEqual([409, 'channel-not-offered']);
    expect((await listChannels(scenario))['offered']).not.toContain('mail');
  });

  // Holds out-034.
  it.each([
    [{ kind: 'webhook', url: 'http://hooks.example.com' }, 'url'],
    [{ kind: 'webhook', url: 'https://ada:pass@hooks.example.com' }, 'url'],
    [{ kind: 'webhook', url: 'https://hooks.example.com:22/' }, 'url'],
    [{ kind: 'webhook', url: 'no address' }, 'url'],
    [{ kind: 'discord', url: 'https://discord.com.evil.example/api/webhooks/1/t' }, 'url'],
    [{ kind: 'slack', url: 'https://evil.example/services/T/B/t' }, 'url'],
    [{ ...newChannels.matrix, server: 'http://matrix.example.org' }, 'server'],
    [{ kind: 'ntfy', server: 'ftp://ntfy.example.org' }, 'server'],
    [{ kind: 'mail', address: 'a@b.example, c@d.example' }, 'address'],
  ])('at the address of %j, naming the field', async (body, field) => {
    const scenario = await adasScenario();
    const answer = await addChannel(scenario, body);
    expect([answer.status, answer.json['code'], refusedFields(answer)]).toEqual([
      422,
      'address-not-allowed',
      [field],
    ]);
    expect(channelsIn(scenario.deps, adaUid).channels).toEqual({});
  });

  it.each(['webhook', 'mail'] as const)(
    'above the most %s channels, and says how many may be',
    async (kind) => {
      const scenario = await adasScenario();
      for (let n = 0; n < mostChannels[kind]; n += 1) putChannel(scenario.deps, adaUid, `c${n}`, { kind });
      const answer = await addChannel(scenario, newChannels[kind]);
      expect(answer.json).toMatchObject({
        status: 409,
        code: 'too-many-channels',
        figures: { most: mostChannels[kind] },
      });
    },
  );

  it('above ten channels in all, without the push devices', async () => {
    const scenario = await adasScenario();
    for (let n = 0; n < 4; n += 1) putChannel(scenario.deps, adaUid, `push${n}`, { kind: 'push' });
    const kinds = [
      'webhook',
      'webhook',
      'webhook',
      'webhook',
      'discord',
      'discord',
      'slack',
      'slack',
      'ntfy',
    ] as const;
    for (const [n, kind] of kinds.entries()) putChannel(scenario.deps, adaUid, `c${n}`, { kind });
    expect((await addChannel(scenario, newChannels.mail)).status).toBe(201);
    expect((await addChannel(scenario, newChannels.ntfy)).json).toMatchObject({
      code: 'too-many-channels',
      figures: { most: mostChannelsInAll },
    });
  });

  it('when its message does not arrive, and nothing of it is kept', async () => {
    const scenario = await adasScenario();
    senderOf(scenario, 'discord').answer = () => isGone;
    const answer = await addChannel(scenario, newChannels.discord);
    expect(answer.json).toMatchObject({
      status: 422,
      code: 'address-not-answering',
      figures: { status: 410 },
    });
    expect(channelsIn(scenario.deps, adaUid).channels).toEqual({});
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('s3cret');
  });

  it('while the account is being deleted', async () => {
    const scenario = await adasScenario();
    scenario.deps.store.put(paths.leaving(adaUid), {
      v: 1,
      uid: adaUid,
      startedAt: new Date(0),
      changedAt: new Date(0),
      withdrawn: [],
      silenced: [],
      expiresAt: null,
      state: { name: 'running', step: 'page', done: 0, total: null },
    });
    expect((await addChannel(scenario, newChannels.webhook)).json['code']).toBe('account-leaving');
  });

  it('after 20 changes in a day', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    for (let n = 0; n < 20; n += 1) {
      const id = await newChannelOf(scenario, newChannels.webhook);
      await callChannel(scenario, 'DELETE', id);
    }
    const answer = await addChannel(scenario, newChannels.webhook);
    expect([answer.status, answer.json['code']]).toEqual([429, 'too-many-requests']);
  });

  it('after three codes to one address in a day, whoever asks', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    for (let n = 0; n < 3; n += 1) {
      const address = n === 1 ? 'kim@EXAMPLE.org' : 'Kim@example.org';
      const id = await newChannelOf(scenario, { kind: 'mail', address });
      await callChannel(scenario, 'DELETE', id);
    }
    expect((await addChannel(scenario, newChannels.mail)).json['code']).toBe('too-many-requests');
    expect(senderOf(scenario, 'mail').sent).toHaveLength(3);
    expect((await addChannel(scenario, { kind: 'mail', address: 'lee@example.org' })).status).toBe(201);
  });

  // Holds host-075.
  it('after three codes to variants of one mailbox with a plus', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const variant = (n: number) => ({ kind: 'mail', address: `kim+${n}@example.org` });
    for (let n = 0; n < 3; n += 1)
      await callChannel(scenario, 'DELETE', await newChannelOf(scenario, variant(n)));
    const sent = [];
    for (let n = 3; n < 5; n += 1) sent.push((await addChannel(scenario, variant(n))).status);
    expect(sent).toEqual([429, 429]);
  });

  // Holds host-075.
  it('after ten codes a day of one client by accounts whose address is not confirmed, and counts nothing then', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const { deps } = scenario;
    const add = async (n: number, account: number, address = '203.0.113.7') => {
      const token = `token-${account}`;
      const known = {
        uid: `uid-${account}`,
        guest: false,
        provider: 'password',
        email: `u${account}@example.com`,
      };
      deps.idTokens.signIn(token, { ...known, emailVerified: false, signedInAt: deps.clock.now() });
      const headers = { ...bearerOf(token), 'x-forwarded-for': address };
      return (await addChannel(scenario, { kind: 'mail', address: `lee${n}@example.org` }, headers)).status;
    };
    const statuses = [];
    for (let n = 0; n < 10; n += 1) statuses.push(await add(n, n % 9));
    expect(statuses).toEqual(Array<number>(10).fill(201));
    const before = JSON.stringify(deps.store.dump());
    for (let n = 10; n < 45; n += 1) expect(await add(n, n % 9)).toBe(429);
    expect(JSON.stringify(deps.store.dump())).toBe(before);
    expect(senderOf(scenario, 'mail').sent).toHaveLength(10);
    expect(await add(45, 1, '198.51.100.20')).toBe(201);
    // Ada's address is confirmed.
    expect((await addChannel(scenario, { kind: 'mail', address: 'lee46@example.org' })).status).toBe(201);
  });

  // Holds host-078.
  it.each(['to\u0000ken', 'to\r\nken', 'tökén', 'to ken', '\u{1f600}'])(
    'when its token is %j, which no header can carry',
    async (token) => {
      const scenario = await adasScenario();
      for (const body of [
        { ...newChannels.matrix, token },
        { ...newChannels.ntfy, token },
        { ...newChannels.telegram, botToken: token },
      ]) {
        const answer = await addChannel(scenario, body);
        expect([body.kind, answer.status, refusedFields(answer)]).toEqual([
          body.kind,
          422,
          [body.kind === 'telegram' ? 'botToken' : 'token'],
        ]);
      }
      expect(scenario.deps.lines.join()).not.toContain('sending failed');
    },
  );
});
