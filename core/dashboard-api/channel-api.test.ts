import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fakeChannel } from '../testing/fakes';
import {
  changeChannelBody,
  changeOverlayBody,
  channelsAnswer,
  endWatchBody,
  labelLimit,
  maxCardEvents,
  newChannelBody,
  overlayLiveBody,
  overlayTestBody,
  parseCardReport,
  quietBody,
  siteOf,
  verifyChannelBody,
  watchBody,
} from './channel-api';

describe('channel api', () => {
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
    for (const right of [
      { minimum: { usd: 500 }, on: true },
      { eventsOn: { 'tip.paid': false }, minimumOf: { usd: 0 } },
    ])
      expect(v.parse(changeChannelBody, right)).toEqual(right);
    for (const wrong of [
      { eventsOn: { 'test.ping': true } },
      { minimumOf: { usd: -1 } },
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
});

describe('watch api', () => {
  const subscription = { endpoint: 'https://push.example/p', keys: { p256dh: 'p', auth: 'a' } };

  it('a fan who waits for an answer gives a subscription and a language', () => {
    expect(v.is(watchBody, { subscription, lang: 'de' })).toBe(true);
    for (const wrong of [
      { subscription },
      { subscription, lang: '' },
      { lang: 'de' },
      { subscription, lang: 'x'.repeat(36) },
    ])
      expect([wrong, v.is(watchBody, wrong)]).toEqual([wrong, false]);
    expect(v.is(endWatchBody, { endpoint: subscription.endpoint })).toBe(true);
    expect(v.is(endWatchBody, {})).toBe(false);
  });
});

describe('overlay api', () => {
  const changes = (body: object) => v.safeParse(changeOverlayBody, body).success;
  const acts = (body: object) => v.safeParse(overlayLiveBody, body).success;

  describe('changes of the overlay', () => {
    it.each([
      {},
      { look: 'plain', place: 'top-right', language: 'ar', words: 'never', below: 'nothing' },
      { accent: '#C2255c', minimum: { usd: 500, jpy: 0 }, offlineDot: true },
      { seconds: 3, delaySeconds: 60, replayMinutes: 0, volume: 100 },
    ])('%j are taken', (body) => {
      expect(changes(body)).toBe(true);
    });

    it.each([
      { look: 'neon' },
      { place: 'left' },
      { accent: 'red' },
      { accent: '#c2255' },
      { language: 'xx' },
      { minimum: { usd: -1 } },
      { minimum: { usd: 1.5 } },
      { minimum: { xxx: 5 } },
      { seconds: 2 },
      { seconds: 16 },
      { delaySeconds: 61 },
      { replayMinutes: -1 },
      { volume: 101 },
      { offlineDot: 'yes' },
      { key: 'a'.repeat(40) },
    ])('%j are refused', (body) => {
      expect(changes(body)).toBe(false);
    });
  });

  it('what is done during a stream names a tip only where it needs one', () => {
    expect(['pause', 'resume', 'mute', 'unmute', 'skip'].every((act) => acts({ act }))).toBe(true);
    expect(['again', 'show'].map((act) => [acts({ act, tipId: 'tip1' }), acts({ act })])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect([acts({ act: 'show', tipId: '' }), acts({ act: 'show', tipId: 'a'.repeat(129) })]).toEqual([
      false,
      false,
    ]);
  });

  it('a test has one of four sizes', () => {
    expect(v.safeParse(overlayTestBody, { test: 'burst' }).success).toBe(true);
    expect(v.safeParse(overlayTestBody, { test: 'huge' }).success).toBe(false);
  });
});

describe('event api', () => {
  const view = { kind: 'view', handle: 'ada', placement: 'https://example.com/' } as const;
  const crash = { kind: 'crash' };

  describe('an event body', () => {
    it('accepts views and clicks', () => {
      const events = [view, { kind: 'click', handle: 'Ada', link: 'k3' }];
      expect(parseCardReport({ events })).toEqual({
        ok: true,
        value: { card: null, from: null, events: [view, { ...events[1], handle: 'ada' }], crashed: false },
      });
    });

    it('accepts the version of the card and a crash, which belongs to no profile', () => {
      expect(parseCardReport({ card: '0.12.3', events: [view, crash] })).toEqual({
        ok: true,
        value: { card: '0.12.3', from: null, events: [view], crashed: true },
      });
      expect(parseCardReport({ card: '0.12.3', events: [crash] })).toMatchObject({
        value: { events: [], crashed: true },
      });
    });

    it.each([
      ['social.example', 'social.example'],
      ['https://social.example/profile?id=7', null],
      [`${'a'.repeat(60)}.example`, null],
      [7, null],
    ])('reads %s as the site %s, and counts the views either way', (from, site) => {
      expect(parseCardReport({ from, events: [view] })).toMatchObject({
        value: { from: site, events: [view] },
      });
    });

    it.each([
      ['nothing', []],
      ['too many', Array.from({ length: maxCardEvents + 1 }, () => view)],
      ['another kind', [{ ...view, kind: 'tip' }]],
      ['a click on no link', [{ kind: 'click', handle: 'ada' }]],
      ['a name for the visitor', [{ ...view, visitor: 'v1' }]],
      ['no handle', [{ kind: 'view' }]],
      ['the error of a crash', [{ ...crash, message: 'x is not a function' }]],
    ])('refuses %s', (_what, events) => {
      expect(parseCardReport({ events })).toMatchObject({ ok: false, problem: { code: 'invalid-fields' } });
    });

    it.each(['0.1', '1.0.0-beta', '<script>', '', 7])('refuses %s as a version', (card) => {
      expect(parseCardReport({ card, events: [view] })).toMatchObject({ ok: false });
    });
  });

  it.each([
    ['https://Blog.Example:8443', 'blog.example'],
    ['https://münchen.example', 'xn--mnchen-3ya.example'],
    ['http://[::1]:4100', null],
    ['null', null],
    ['file://', null],
    [null, null],
  ])('counts %s as the site %s', (url, site) => {
    expect(siteOf(url)).toBe(site);
  });
});
