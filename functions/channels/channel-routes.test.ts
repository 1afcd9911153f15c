import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { deliveryDocument } from '@busker/core/outbox-documents/channels-document';
import type { Delivery } from '@busker/core/outbox/outbox-event';
import { deliveryIdOf } from '../outbox/relay';
import { adasScenario, adaToken, adaUid, bearerOf, signIn, word, type Scenario } from '../testing/ada';
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
  putDelivery,
  putEvent,
  secretIn,
} from '../testing/put-channels';

describe('channel routes', () => {
  describe('change settings', () => {
    const hour = 60 * 60_000;

    describe('a change of a channel', () => {
      it('changes what it names, and nothing else', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1', { lastOkAt: 5 });
        const before = channelsIn(scenario.deps, adaUid).channels['c1'];
        const changes = {
          label: 'Garage',
          events: ['tip.paid', 'tip.paid'],
          minimum: { usd: 500 },
          mode: 'daily',
          words: false,
        };
        const answer = await callChannel(scenario, 'PATCH', 'c1', changes);
        const after = { ...before, ...changes, events: ['tip.paid'] };
        expect(answer.json['channel']).toEqual({ ...after, channelId: 'c1' });
        expect(channelsIn(scenario.deps, adaUid).channels['c1']).toEqual(after);
        expect((await callChannel(scenario, 'PATCH', 'c1', {})).json['channel']).toEqual({
          ...after,
          channelId: 'c1',
        });
      });

      // Holds dash-1021.
      it('changes only the events and currencies that it names, and the whole of them for earlier dashboards', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1', {
          events: ['tip.paid', 'link.dead'],
          minimum: { usd: 500, eur: 300 },
        });
        const kept = async (body: object) =>
          (await callChannel(scenario, 'PATCH', 'c1', body)).json['channel'];
        expect(
          await kept({ eventsOn: { 'tip.held': true, 'link.dead': false }, minimumOf: { eur: 0 } }),
        ).toMatchObject({ events: ['tip.paid', 'tip.held'], minimum: { usd: 500 } });
        expect(await kept({ events: ['link.back'], minimum: { jpy: 100 } })).toMatchObject({
          events: ['link.back'],
          minimum: { jpy: 100 },
        });
      });

      it('switches it off and on, and then nothing of its failures is left', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1', {
          state: 'failing',
          problem: 'timed-out',
          failures: 3,
          failingSince: 7,
        });
        const off = await callChannel(scenario, 'PATCH', 'c1', { on: false });
        expect(off.json['channel']).toMatchObject({ state: 'off', end: 'owner' });
        const on = await callChannel(scenario, 'PATCH', 'c1', { on: true });
        const asNew = { state: 'on', end: null, problem: null, failures: 0, failingSince: null };
        expect(on.json['channel']).toMatchObject(asNew);
      });

      it('is refused after 300 in an hour', async () => {
        const scenario = await adasScenario({ limitFactor: 1 });
        putChannel(scenario.deps, adaUid, 'c1');
        for (let n = 0; n < 300; n += 1) await callChannel(scenario, 'PATCH', 'c1', {});
        expect((await callChannel(scenario, 'PATCH', 'c1', {})).json['code']).toBe('too-many-requests');
      });
    });

    it('a removed channel is gone with its secret', async () => {
      const scenario = await adasScenario();
      putChannel(scenario.deps, adaUid, 'c1');
      putChannel(scenario.deps, adaUid, 'c2');
      const answer = await callChannel(scenario, 'DELETE', 'c1');
      expect([answer.status, answer.json]).toEqual([200, {}]);
      expect(Object.keys(channelsIn(scenario.deps, adaUid).channels)).toEqual(['c2']);
      expect([secretIn(scenario.deps, 'c1'), secretIn(scenario.deps, 'c2')?.uid]).toEqual([
        undefined,
        adaUid,
      ]);
      expect((await callChannel(scenario, 'DELETE', 'c1')).json['code']).toBe('channel-not-found');
    });

    describe('a test message', () => {
      it('answers how it went, and is noted at the channel', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1', {
          state: 'failing',
          problem: 'timed-out',
          failures: 3,
          failingSince: 7,
        });
        const now = scenario.deps.clock.now();
        const good = await callChannel(scenario, 'POST', 'c1/test');
        expect(good.json).toMatchObject({ arrived: true, problem: null, status: 200, ms: 1 });
        expect(good.json['channel']).toMatchObject({ state: 'on', lastOkAt: now, failures: 0 });
        senderOf(scenario, 'webhook').answer = () => isRefused;
        const bad = await callChannel(scenario, 'POST', 'c1/test');
        expect(bad.json).toMatchObject({ arrived: false, problem: 'refused', status: 401, text: 'Who?' });
        expect(bad.json['channel']).toMatchObject({
          state: 'failing',
          lastOkAt: now,
          failures: 1,
          failingSince: now,
        });
      });

      it('goes to the channel of the owner, with the language, the zone and the handle', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        await scenario.call(
          'PUT',
          '/v1/me/quiet',
          { zone: 'Europe/Berlin', language: 'de', quiet: null },
          bearerOf(adaToken),
        );
        await callChannel(scenario, 'POST', 'c1/test');
        const [sent] = senderOf(scenario, 'webhook').sent;
        expect(sent?.to).toMatchObject({
          uid: adaUid,
          channelId: 'c1',
          language: 'de',
          zone: 'Europe/Berlin',
          handle: 'ada',
        });
        expect(sent?.to.secret).toEqual(secretIn(scenario.deps, 'c1'));
      });

      it('ends a channel whose receiver is gone', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        senderOf(scenario, 'webhook').answer = () => isGone;
        const answer = await callChannel(scenario, 'POST', 'c1/test');
        expect(answer.json).toMatchObject({
          arrived: false,
          problem: 'gone',
          channel: { state: 'off', end: 'gone' },
        });
      });

      it('can be sent ten times an hour to each channel', async () => {
        const scenario = await adasScenario({ limitFactor: 1 });
        putChannel(scenario.deps, adaUid, 'c1');
        putChannel(scenario.deps, adaUid, 'c2');
        for (let n = 0; n < 10; n += 1) await callChannel(scenario, 'POST', 'c1/test');
        expect((await callChannel(scenario, 'POST', 'c1/test')).json['code']).toBe('too-many-requests');
        expect((await callChannel(scenario, 'POST', 'c2/test')).status).toBe(200);
        scenario.deps.clock.advance(hour);
        expect((await callChannel(scenario, 'POST', 'c1/test')).status).toBe(200);
      });

      it('is refused when the host offers its kind no more', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        Object.assign(scenario.deps.senders, { webhook: null });
        expect((await callChannel(scenario, 'POST', 'c1/test')).json['code']).toBe('channel-not-offered');
      });
    });

    describe('a channel that is not there, or another owner’s, or has a name that every object has', () => {
      it.each([
        ['PATCH', '', { words: false }],
        ['DELETE', '', undefined],
        ['POST', '/code', undefined],
        ['POST', '/verify', { code: '123456' }],
        ['POST', '/test', undefined],
        ['POST', '/secret', undefined],
        ['POST', '/replay', { since: 0, until: 1, types: [] }],
      ])('is not found by %s %s', async (method, rest, body) => {
        const scenario = await adasScenario();
        signIn(scenario.deps, 'uid-eve', 'token-eve');
        putChannel(scenario.deps, adaUid, 'c1');
        const before = JSON.stringify(scenario.deps.store.dump());
        for (const id of ['c1', 'unknown', 'constructor', '__proto__']) {
          const answer = await callChannel(scenario, method, `${id}${rest}`, body, 'token-eve');
          expect([answer.status, answer.json['code']]).toEqual([404, 'channel-not-found']);
        }
        expect(JSON.stringify(scenario.deps.store.dump())).toBe(before);
      });
    });

    describe('the quiet hours', () => {
      const put = (body: object) => ['PUT', '/v1/me/quiet', body, bearerOf(adaToken)] as const;

      it('are kept with the zone and the language, beside the channels', async () => {
        const scenario = await adasScenario();
        const id = await newChannelOf(scenario, newChannels.webhook);
        const settings = { zone: 'Europe/Berlin', language: 'de', quiet: { from: 1320, to: 480 } };
        const answer = await scenario.call(...put(settings));
        expect([answer.status, answer.json]).toEqual([200, {}]);
        expect(await listChannels(scenario)).toMatchObject({ ...settings, channels: [{ channelId: id }] });
      });

      it('can be set before there is a channel, and removed', async () => {
        const scenario = await adasScenario();
        await scenario.call(...put({ zone: 'UTC', language: 'en', quiet: { from: 0, to: 1439 } }));
        await scenario.call(...put({ zone: 'UTC', language: 'not a language', quiet: null }));
        expect(await listChannels(scenario)).toMatchObject({
          zone: 'UTC',
          language: 'en',
          quiet: null,
          channels: [],
        });
      });
    });

    it('the export has the channels without their credentials, and the events', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.webhook);
      putEvent(scenario.deps, adaUid, 'e1');
      const { json, text } = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
      expect(json['channels']).toMatchObject({ zone: 'UTC', channels: { [id]: { kind: 'webhook' } } });
      expect(json['events']).toContainEqual(expect.objectContaining({ id: 'e1', type: 'tip.paid' }));
      expect(text).not.toMatch(/s3cret|whsec_/);
    });
  });

  describe('replay events', () => {
    const day = 24 * 60 * 60_000;

    function deliveriesIn({ deps }: Scenario): readonly Delivery[] {
      const all = Object.entries(deps.store.dump()).filter(([path]) =>
        path.startsWith(paths.deliveries(adaUid)),
      );
      return all
        .map(([, data]) => deliveryDocument.decode(data))
        .flatMap((read) => (read.ok ? [read.value] : []));
    }

    const resend = (scenario: Scenario, id: string, token = adaToken) =>
      scenario.call('POST', `/v1/me/deliveries/${id}/resend`, undefined, bearerOf(token));

    describe('a new secret', () => {
      // Holds out-036.
      it('signs beside the old one for 24 hours', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        const [old] = webhookSecrets(scenario);
        const now = scenario.deps.clock.now();
        const answer = await callChannel(scenario, 'POST', 'c1/secret');
        const secret = word(answer, 'secret');
        expect(answer.json).toEqual({ secret, oldUntil: now + day });
        expect(webhookSecrets(scenario)).toEqual([
          { secret, until: null },
          { secret: old?.secret, until: now + day },
        ]);
      });

      it('does not make an older one last longer', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        const now = scenario.deps.clock.now();
        await callChannel(scenario, 'POST', 'c1/secret');
        scenario.deps.clock.advance(day / 2);
        signIn(scenario.deps, adaUid, adaToken);
        await callChannel(scenario, 'POST', 'c1/secret');
        expect(webhookSecrets(scenario).map(({ until }) => until)).toEqual([
          null,
          now + day * 1.5,
          now + day,
        ]);
        scenario.deps.clock.advance(day / 2);
        signIn(scenario.deps, adaUid, adaToken);
        await callChannel(scenario, 'POST', 'c1/secret');
        expect(webhookSecrets(scenario)).toHaveLength(3);
      });

      it('needs a recent sign-in, and a webhook', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        putChannel(scenario.deps, adaUid, 'c2', { kind: 'slack' });
        expect((await callChannel(scenario, 'POST', 'c2/secret')).json['code']).toBe('channel-not-found');
        scenario.deps.clock.advance(20 * 60_000);
        expect((await callChannel(scenario, 'POST', 'c1/secret')).json['code']).toBe(
          'recent-sign-in-required',
        );
      });

      const webhookSecrets = ({ deps }: Scenario) => {
        const credentials = secretIn(deps, 'c1')?.credentials;
        return credentials?.kind === 'webhook' ? credentials.secrets : [];
      };
    });

    describe('a replay', () => {
      it('makes deliveries of the events of this time and these types, with the ids that they had', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        const now = scenario.deps.clock.now();
        putEvent(scenario.deps, adaUid, 'early', { at: now - 2 * day });
        putEvent(scenario.deps, adaUid, 'paid', { at: now - day });
        putEvent(scenario.deps, adaUid, 'held', {
          at: now,
          type: 'tip.held',
          fact: { type: 'tip.held', reason: 'x' },
        });
        putEvent(scenario.deps, adaUid, 'updated', {
          at: now,
          type: 'tip.updated',
          fact: { type: 'tip.updated' },
        });
        const body = { since: now - day, until: now, types: ['tip.paid', 'tip.held'] };
        const answer = await callChannel(scenario, 'POST', 'c1/replay', body);
        expect([answer.status, answer.json]).toEqual([202, { count: 2 }]);
        expect(
          deliveriesIn(scenario)
            .map(({ eventId, ...each }) => [eventId, each.id, each.state, each.nextAt])
            .toSorted(),
        ).toEqual([
          ['held', deliveryIdOf('c1', 'held'), 'waiting', now],
          ['paid', deliveryIdOf('c1', 'paid'), 'waiting', now],
        ]);
      });

      it('keeps the log of a delivery, and takes the types of the channel when none are named', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1', { events: ['tip.paid'] });
        const now = scenario.deps.clock.now();
        putEvent(scenario.deps, adaUid, 'paid', { at: now });
        putEvent(scenario.deps, adaUid, 'updated', {
          at: now,
          type: 'tip.updated',
          fact: { type: 'tip.updated' },
        });
        putDelivery(scenario.deps, adaUid, deliveryIdOf('c1', 'paid'), { channelId: 'c1', eventId: 'paid' });
        await callChannel(scenario, 'POST', 'c1/replay', { since: now, until: now, types: [] });
        expect(deliveriesIn(scenario)).toMatchObject([
          { state: 'waiting', attempt: 0, tries: [{ status: 500 }] },
        ]);
      });

      it('is refused above 1,000 events or 30 days', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        const now = scenario.deps.clock.now();
        for (let n = 0; n < 1001; n += 1) putEvent(scenario.deps, adaUid, `e${n}`, { at: now - n });
        const ask = (since: number) =>
          callChannel(scenario, 'POST', 'c1/replay', { since, until: now, types: ['tip.paid'] });
        const long = await ask(now - 30 * day - 1);
        expect([long.status, long.json['code']]).toEqual([409, 'replay-too-large']);
        expect((await ask(now - 1000)).json['code']).toBe('replay-too-large');
        expect(deliveriesIn(scenario)).toEqual([]);
        expect((await ask(now - 999)).json).toEqual({ count: 1000 });
        expect(deliveriesIn(scenario)).toHaveLength(1000);
      });

      it.each([
        [1e300, 1e300, 202],
        [-1e300, -1e300, 202],
        [2, 1, 422],
      ])('from %d until %d answers %d and sends nothing', async (since, until, status) => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'c1');
        putEvent(scenario.deps, adaUid, 'paid');
        const answer = await callChannel(scenario, 'POST', 'c1/replay', {
          since,
          until,
          types: ['tip.paid'],
        });
        expect(answer.status).toBe(status);
        expect(deliveriesIn(scenario)).toEqual([]);
      });

      it('is refused for a channel that is not verified or no webhook, without a recent sign-in, and after three a day', async () => {
        const scenario = await adasScenario({ limitFactor: 1 });
        putChannel(scenario.deps, adaUid, 'c1');
        putChannel(scenario.deps, adaUid, 'new', { state: 'unverified' });
        putChannel(scenario.deps, adaUid, 'mail', { kind: 'mail' });
        const ask = async (id: string) =>
          (await callChannel(scenario, 'POST', `${id}/replay`, { since: 0, until: 1, types: [] })).json[
            'code'
          ];
        expect([await ask('new'), await ask('mail')]).toEqual(['channel-not-verified', 'channel-not-found']);
        for (let n = 0; n < 3; n += 1) expect(await ask('c1')).toBe(undefined);
        expect(await ask('c1')).toBe('too-many-requests');
        scenario.deps.clock.advance(20 * 60_000);
        expect(await ask('c1')).toBe('recent-sign-in-required');
      });
    });

    describe('a delivery that is sent again', () => {
      // Holds out-030.
      it('waits for its first try, at once, and keeps its log', async () => {
        const scenario = await adasScenario();
        putChannel(scenario.deps, adaUid, 'channel1');
        putDelivery(scenario.deps, adaUid, 'd1');
        const answer = await resend(scenario, 'd1');
        expect([answer.status, answer.json]).toEqual([202, {}]);
        const waiting = { state: 'waiting', attempt: 0, nextAt: scenario.deps.clock.now(), claimedAt: null };
        expect(deliveriesIn(scenario)).toMatchObject([{ ...waiting, tries: [{ status: 500 }] }]);
        const task = { kind: 'deliver', uid: adaUid, deliveryId: 'd1', attempt: 0 };
        expect(scenario.deps.outboxQueue.tasks.at(-1)).toEqual({ task, at: scenario.deps.clock.now() });
      });

      it('is found by its owner only, and needs its channel', async () => {
        const scenario = await adasScenario();
        signIn(scenario.deps, 'uid-eve', 'token-eve');
        putDelivery(scenario.deps, adaUid, 'd1');
        const missing = [await resend(scenario, 'd1', 'token-eve'), await resend(scenario, 'd2')];
        for (const answer of missing)
          expect([answer.status, answer.json['code']]).toEqual([404, 'delivery-not-found']);
        expect((await resend(scenario, 'd1')).json['code']).toBe('channel-not-found');
        expect(deliveriesIn(scenario)).toMatchObject([{ state: 'dead' }]);
      });

      it('can be asked for 60 times an hour', async () => {
        const scenario = await adasScenario({ limitFactor: 1 });
        putChannel(scenario.deps, adaUid, 'channel1');
        putDelivery(scenario.deps, adaUid, 'd1');
        for (let n = 0; n < 60; n += 1) expect((await resend(scenario, 'd1')).status).toBe(202);
        expect((await resend(scenario, 'd1')).json['code']).toBe('too-many-requests');
      });
    });
  });
});

describe('verify channel', () => {
  const minute = 60_000;

  describe('a channel that is verified by a code', () => {
    it('works with the code that was sent, and tells the other channels in the same commit', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.mail);
      const code = codeSent(scenario, 'mail');
      const answer = await callChannel(scenario, 'POST', `${id}/verify`, {
        code: `${code.slice(0, 3)} ${code.slice(3)}`,
      });
      expect(answer.json).toMatchObject({ arrived: true, channel: { channelId: id, state: 'on' } });
      const fact = { type: 'channel.added', channelId: id, kind: 'mail', label: 'k…@example.org' };
      expect(channelEventsIn(scenario)).toMatchObject([
        { type: 'channel.added', state: 'new', fact, livemode: false },
      ]);
      expect(secretIn(scenario.deps, id)?.code).toBe(null);
      const [eventId] = channelEventsIn(scenario).map((event) => event.id);
      const at = scenario.deps.clock.now();
      expect(scenario.deps.outboxQueue.tasks).toContainEqual({
        task: { kind: 'relay', uid: adaUid, eventId },
        at,
      });
    });

    it('is verified once: a second code tells nobody', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.mail);
      const code = codeSent(scenario, 'mail');
      await callChannel(scenario, 'POST', `${id}/verify`, { code });
      expect((await callChannel(scenario, 'POST', `${id}/verify`, { code })).status).toBe(200);
      expect(channelEventsIn(scenario)).toHaveLength(1);
    });

    it('keeps only a keyed digest of the code', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.mail);
      expect(JSON.stringify(secretIn(scenario.deps, id))).not.toContain(codeSent(scenario, 'mail'));
    });

    it('refuses wrong codes, and after five of them the right one', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.mail);
      const code = codeSent(scenario, 'mail');
      for (let n = 0; n < 5; n += 1) {
        const wrong = await callChannel(scenario, 'POST', `${id}/verify`, { code: otherCode(code) });
        expect([wrong.status, wrong.json['code']]).toEqual([422, 'code-wrong']);
      }
      const late = await callChannel(scenario, 'POST', `${id}/verify`, { code });
      expect([late.status, late.json['code']]).toEqual([410, 'code-expired']);
      expect(channelsIn(scenario.deps, adaUid).channels[id]?.state).toBe('unverified');
    });

    it('refuses a code after ten minutes, and takes a new one', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.mail);
      const first = codeSent(scenario, 'mail');
      scenario.deps.clock.advance(10 * minute);
      expect((await callChannel(scenario, 'POST', `${id}/verify`, { code: first })).json['code']).toBe(
        'code-expired',
      );
      const sent = await callChannel(scenario, 'POST', `${id}/code`);
      expect(sent.json).toMatchObject({ arrived: true, status: 200, channel: { state: 'unverified' } });
      const code = codeSent(scenario, 'mail');
      expect((await callChannel(scenario, 'POST', `${id}/verify`, { code })).status).toBe(200);
    });

    it('does not take the code of another channel', async () => {
      const scenario = await adasScenario();
      await newChannelOf(scenario, newChannels.mail);
      const code = codeSent(scenario, 'mail');
      const other = await newChannelOf(scenario, { kind: 'mail', address: 'lee@example.org' });
      if (codeSent(scenario, 'mail') === code) return;
      expect((await callChannel(scenario, 'POST', `${other}/verify`, { code })).json['code']).toBe(
        'code-wrong',
      );
    });

    it('gets three codes a day', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const id = await newChannelOf(scenario, newChannels.mail);
      for (let n = 0; n < 2; n += 1)
        expect((await callChannel(scenario, 'POST', `${id}/code`)).status).toBe(200);
      expect((await callChannel(scenario, 'POST', `${id}/code`)).json['code']).toBe('too-many-requests');
      expect(senderOf(scenario, 'mail').sent).toHaveLength(3);
    });
  });

  describe('a webhook', () => {
    it('is verified by an answer of 2xx to a test', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.webhook);
      const answer = await callChannel(scenario, 'POST', `${id}/verify`, {});
      expect(answer.json).toMatchObject({ arrived: true, status: 200, channel: { state: 'on' } });
      expect(senderOf(scenario, 'webhook').sent.map(({ message }) => message.kind)).toEqual(['test', 'test']);
      expect(channelEventsIn(scenario)).toHaveLength(1);
    });

    it('stays unverified without one', async () => {
      const scenario = await adasScenario();
      senderOf(scenario, 'webhook').answer = () => isRefused;
      const id = await newChannelOf(scenario, newChannels.webhook);
      const answer = await callChannel(scenario, 'POST', `${id}/verify`, {});
      expect(answer.json).toMatchObject({
        status: 422,
        code: 'address-not-answering',
        figures: { status: 401 },
      });
      expect((await listChannels(scenario))['channels']).toMatchObject([
        { state: 'unverified', problem: 'refused' },
      ]);
      expect(channelEventsIn(scenario)).toEqual([]);
    });

    it('is asked ten times an hour', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const id = await newChannelOf(scenario, newChannels.webhook);
      senderOf(scenario, 'webhook').answer = () => isRefused;
      for (let n = 0; n < 10; n += 1) await callChannel(scenario, 'POST', `${id}/verify`, {});
      expect((await callChannel(scenario, 'POST', `${id}/verify`, {})).json['code']).toBe(
        'too-many-requests',
      );
    });
  });

  describe('an unverified channel', () => {
    it('cannot be switched on or tested', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.mail);
      for (const answer of [
        await callChannel(scenario, 'PATCH', id, { on: true }),
        await callChannel(scenario, 'POST', `${id}/test`),
      ])
        expect([answer.status, answer.json['code']]).toEqual([409, 'channel-not-verified']);
      expect((await callChannel(scenario, 'PATCH', id, { on: false })).json).toMatchObject({
        channel: { state: 'unverified' },
      });
      expect(senderOf(scenario, 'mail').sent).toHaveLength(1);
    });

    it('gets the message that verifies it again, but no other', async () => {
      const scenario = await adasScenario();
      const id = await newChannelOf(scenario, newChannels.webhook);
      await callChannel(scenario, 'POST', `${id}/code`);
      expect(senderOf(scenario, 'webhook').sent.map(({ message }) => message.kind)).toEqual(['test', 'test']);
    });
  });
});

/** Telegram has one message for the bot. */
function telegramHas({ deps }: Scenario, text: string, type = 'private'): void {
  const result = [{ update_id: 7, message: { text, chat: { id: 4711, type } } }];
  const answer = (status: number, body: object) =>
    ({ ok: true, status, headers: {}, text: JSON.stringify(body), ms: 1 }) as const;
  deps.posted.answer = ({ body }) =>
    answer(200, { ok: true, result: String(body).includes('"offset":8') ? [] : result });
}

async function newBot(scenario: Scenario) {
  const answer = await addChannel(scenario, newChannels.telegram);
  return { id: word(answer, 'channelId'), code: word(answer, 'code') };
}

describe('a bot in Telegram', () => {
  it('a bot is verified by the code that the owner sends to it, and its chat is kept', async () => {
    const scenario = await adasScenario();
    const { id, code } = await newBot(scenario);
    telegramHas(scenario, `/start ${code}`);
    const answer = await callChannel(scenario, 'POST', `${id}/verify`, {});
    expect(answer.json).toMatchObject({ channel: { state: 'on', audience: 'private' } });
    expect(secretIn(scenario.deps, id)).toMatchObject({ credentials: { chatId: '4711' }, code: null });
  });

  it('what is sent to a group can be read by others, so it gets what the public may see', async () => {
    const scenario = await adasScenario();
    const { id, code } = await newBot(scenario);
    telegramHas(scenario, code, 'supergroup');
    const answer = await callChannel(scenario, 'POST', `${id}/verify`, {});
    expect(answer.json).toMatchObject({ channel: { state: 'on', audience: 'public' } });
  });

  it('another code does not verify it', async () => {
    const scenario = await adasScenario();
    const { id, code } = await newBot(scenario);
    telegramHas(scenario, otherCode(code));
    expect((await callChannel(scenario, 'POST', `${id}/verify`, {})).json['code']).toBe('code-wrong');
    expect(channelsIn(scenario.deps, adaUid).channels[id]?.state).toBe('unverified');
  });

  it('a code that is too old is replaced by a new one, which is in the answer', async () => {
    const scenario = await adasScenario();
    const { id, code } = await newBot(scenario);
    scenario.deps.clock.advance(10 * 60_000);
    telegramHas(scenario, code);
    expect((await callChannel(scenario, 'POST', `${id}/verify`, {})).json['code']).toBe('code-expired');
    const renewed = await callChannel(scenario, 'POST', `${id}/code`);
    telegramHas(scenario, word(renewed, 'text'));
    expect((await callChannel(scenario, 'POST', `${id}/verify`, {})).json).toMatchObject({
      channel: { state: 'on' },
    });
  });
});
