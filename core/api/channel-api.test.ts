import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fakeChannel } from '../testing/outbox-fakes';
import {
  changeChannelBody,
  channelsAnswer,
  labelLimit,
  newChannelBody,
  quietBody,
  verifyChannelBody,
} from './channel-api';

describe('a new channel', () => {
  it('has what its kind needs, and nothing else', () => {
    expect(v.parse(newChannelBody, { kind: 'webhook', url: ' https://a.example/in ' })).toEqual({
      kind: 'webhook',
      url: 'https://a.example/in',
    });
    expect(v.parse(newChannelBody, { kind: 'ntfy' })).toMatchObject({
      server: 'https://ntfy.sh',
      token: null,
    });
    for (const wrong of [
      { kind: 'pigeon' },
      { kind: 'webhook' },
      { kind: 'webhook', url: 'https://a.example', secret: 'x' },
      { kind: 'mail' },
      { kind: 'push', subscription: { endpoint: 'https://a.example' } },
      { kind: 'telegram', botToken: '' },
    ])
      expect([wrong, v.is(newChannelBody, wrong)]).toEqual([wrong, false]);
  });

  it('has a clean label of at most sixty characters', () => {
    const labelled = (label: string) => v.safeParse(newChannelBody, { kind: 'mail', address: null, label });
    expect(labelled('  My \n mail ').output).toMatchObject({ label: 'My mail' });
    for (const wrong of ['', ' ', 'x'.repeat(labelLimit + 1), 'x'.repeat(10_000)])
      expect(labelled(wrong).success).toBe(false);
    expect(labelled('🎻'.repeat(labelLimit)).success).toBe(true);
  });
});

it('a change names only what changes, in whole minor units', () => {
  expect(v.parse(changeChannelBody, { minimum: { usd: 500 }, on: true })).toEqual({
    minimum: { usd: 500 },
    on: true,
  });
  for (const wrong of [
    { minimum: { usd: 0.5 } },
    { minimum: { xxx: 1 } },
    { events: ['test.ping'] },
    { state: 'on' },
  ])
    expect([wrong, v.is(changeChannelBody, wrong)]).toEqual([wrong, false]);
});

it('a code may be written with spaces, or left out', () => {
  expect(v.parse(verifyChannelBody, { code: ' 123 456 ' })).toEqual({ code: '123456' });
  expect(v.parse(verifyChannelBody, {})).toEqual({ code: '' });
});

it('quiet hours are minutes of a day in a known zone', () => {
  const quiet = { zone: 'Europe/Berlin', language: 'de', quiet: { from: 1320, to: 480 } };
  expect(v.is(quietBody, quiet)).toBe(true);
  expect(v.is(quietBody, { ...quiet, zone: 'Mars/Olympus' })).toBe(false);
  expect(v.is(quietBody, { ...quiet, quiet: { from: 1440, to: 0 } })).toBe(false);
});

it('the channels of an owner can be read, also when the server offers a kind that is not known here', () => {
  const { failureToldAt: _told, ...channel } = fakeChannel();
  const answer = {
    offered: ['mail', 'pigeon'],
    vapidKey: null,
    zone: 'UTC',
    language: 'en',
    quiet: null,
    channels: [{ channelId: 'c1', ...channel }],
  };
  expect(v.parse(channelsAnswer, answer)).toMatchObject({
    offered: ['mail'],
    channels: [{ channelId: 'c1' }],
  });
});
