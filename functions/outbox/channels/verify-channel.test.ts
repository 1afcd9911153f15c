import { describe, expect, it } from 'vitest';
import { adasStage, adaUid } from '../../testing/ada';
import {
  callChannel,
  codeSent,
  channelEventsIn,
  isRefused,
  listChannels,
  newChannelOf,
  newChannels,
  otherCode,
  senderOf,
} from '../../testing/channel-calls';
import { channelsIn, secretIn } from '../../testing/put-channels';

const minute = 60_000;

describe('a channel that is verified by a code', () => {
  it('works with the code that was sent, and tells the other channels in the same commit', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.mail);
    const code = codeSent(stage, 'mail');
    const answer = await callChannel(stage, 'POST', `${id}/verify`, {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(answer.json).toMatchObject({ arrived: true, channel: { channelId: id, state: 'on' } });
    const fact = { type: 'channel.added', channelId: id, kind: 'mail', label: 'k…@example.org' };
    expect(channelEventsIn(stage)).toMatchObject([
      { type: 'channel.added', state: 'new', fact, livemode: false },
    ]);
    expect(secretIn(stage.deps, id)?.code).toBe(null);
    const [eventId] = channelEventsIn(stage).map((event) => event.id);
    const at = stage.deps.clock.now();
    expect(stage.deps.outboxQueue.tasks).toContainEqual({
      task: { kind: 'relay', uid: adaUid, eventId },
      at,
    });
  });

  it('is verified once: a second code tells nobody', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.mail);
    const code = codeSent(stage, 'mail');
    await callChannel(stage, 'POST', `${id}/verify`, { code });
    expect((await callChannel(stage, 'POST', `${id}/verify`, { code })).status).toBe(200);
    expect(channelEventsIn(stage)).toHaveLength(1);
  });

  it('keeps only a keyed digest of the code', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.mail);
    expect(JSON.stringify(secretIn(stage.deps, id))).not.toContain(codeSent(stage, 'mail'));
  });

  it('refuses wrong codes, and after five of them the right one', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.mail);
    const code = codeSent(stage, 'mail');
    for (let n = 0; n < 5; n += 1) {
      const wrong = await callChannel(stage, 'POST', `${id}/verify`, { code: otherCode(code) });
      expect([wrong.status, wrong.json['code']]).toEqual([422, 'code-wrong']);
    }
    const late = await callChannel(stage, 'POST', `${id}/verify`, { code });
    expect([late.status, late.json['code']]).toEqual([410, 'code-expired']);
    expect(channelsIn(stage.deps, adaUid).channels[id]?.state).toBe('unverified');
  });

  it('refuses a code after ten minutes, and takes a new one', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.mail);
    const first = codeSent(stage, 'mail');
    stage.deps.clock.advance(10 * minute);
    expect((await callChannel(stage, 'POST', `${id}/verify`, { code: first })).json['code']).toBe(
      'code-expired',
    );
    const sent = await callChannel(stage, 'POST', `${id}/code`);
    expect(sent.json).toMatchObject({ arrived: true, status: 200, channel: { state: 'unverified' } });
    const code = codeSent(stage, 'mail');
    expect((await callChannel(stage, 'POST', `${id}/verify`, { code })).status).toBe(200);
  });

  it('does not take the code of another channel', async () => {
    const stage = await adasStage();
    await newChannelOf(stage, newChannels.mail);
    const code = codeSent(stage, 'mail');
    const other = await newChannelOf(stage, { kind: 'mail', address: 'lee@example.org' });
    if (codeSent(stage, 'mail') === code) return;
    expect((await callChannel(stage, 'POST', `${other}/verify`, { code })).json['code']).toBe('code-wrong');
  });

  it('gets three codes a day', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const id = await newChannelOf(stage, newChannels.mail);
    for (let n = 0; n < 2; n += 1) expect((await callChannel(stage, 'POST', `${id}/code`)).status).toBe(200);
    expect((await callChannel(stage, 'POST', `${id}/code`)).json['code']).toBe('too-many-requests');
    expect(senderOf(stage, 'mail').sent).toHaveLength(3);
  });
});

describe('a webhook', () => {
  it('is verified by an answer of 2xx to a test', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.webhook);
    const answer = await callChannel(stage, 'POST', `${id}/verify`, {});
    expect(answer.json).toMatchObject({ arrived: true, status: 200, channel: { state: 'on' } });
    expect(senderOf(stage, 'webhook').sent.map(({ message }) => message.kind)).toEqual(['test', 'test']);
    expect(channelEventsIn(stage)).toHaveLength(1);
  });

  it('stays unverified without one', async () => {
    const stage = await adasStage();
    senderOf(stage, 'webhook').answer = () => isRefused;
    const id = await newChannelOf(stage, newChannels.webhook);
    const answer = await callChannel(stage, 'POST', `${id}/verify`, {});
    expect(answer.json).toMatchObject({
      status: 422,
      code: 'address-not-answering',
      figures: { status: 401 },
    });
    expect((await listChannels(stage))['channels']).toMatchObject([
      { state: 'unverified', problem: 'refused' },
    ]);
    expect(channelEventsIn(stage)).toEqual([]);
  });

  it('is asked ten times an hour', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const id = await newChannelOf(stage, newChannels.webhook);
    senderOf(stage, 'webhook').answer = () => isRefused;
    for (let n = 0; n < 10; n += 1) await callChannel(stage, 'POST', `${id}/verify`, {});
    expect((await callChannel(stage, 'POST', `${id}/verify`, {})).json['code']).toBe('too-many-requests');
  });
});

describe('an unverified channel', () => {
  it('cannot be switched on or tested', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.mail);
    for (const answer of [
      await callChannel(stage, 'PATCH', id, { on: true }),
      await callChannel(stage, 'POST', `${id}/test`),
    ])
      expect([answer.status, answer.json['code']]).toEqual([409, 'channel-not-verified']);
    expect((await callChannel(stage, 'PATCH', id, { on: false })).json).toMatchObject({
      channel: { state: 'unverified' },
    });
    expect(senderOf(stage, 'mail').sent).toHaveLength(1);
  });

  it('gets the message that verifies it again, but no other', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.webhook);
    await callChannel(stage, 'POST', `${id}/code`);
    expect(senderOf(stage, 'webhook').sent.map(({ message }) => message.kind)).toEqual(['test', 'test']);
  });
});
