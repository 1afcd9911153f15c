import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeChannel, fakeChannels, noon } from '../testing/fakes';
import { channelSecretDocument, channelsDocument, paceDocument } from '../outbox-documents/channels-document';
import {
  channelEnds,
  chosenTypes,
  defaultTypes,
  endedBy,
  eventTypes,
  failedToSend,
  isListening,
  isNotice,
  neverAnswers,
  sendProblems,
  sentOk,
  switchedOff,
  switchedOn,
  typesFor,
  verified,
  withSwitches,
  type Channel,
} from './channel';
import { noPace, type Batch } from './outbox-event';
import {
  afterQuiet,
  claimMs,
  claimedBatch,
  digestAt,
  failedBatch,
  isDue,
  longestRetryAfter,
  longestWait,
  minutesIn,
  nextMidnight,
  nextMinute,
  nextBackoff,
  nextTryAt,
  noBatch,
  paceOf,
  sentBatch,
  batchWith,
  wakeAt,
  webhookDelays,
  withBatch,
} from './pace';

describe('channel', () => {
  describe('event types', () => {
    it('a channel that others can see begins with paid tips alone', () => {
      expect(typesFor('public')).toEqual(['tip.paid']);
      expect(typesFor('private')).toContain('tip.disputed');
    });

    it('tells what is about channels from what an owner chooses', () => {
      expect(eventTypes.filter(isNotice)).toEqual([
        'channel.added',
        'channel.failing',
        'channel.disabled',
        'test.ping',
      ]);
      expect(chosenTypes.some(isNotice)).toBe(false);
    });

    it('switches what is named on and off, and leaves the others', () => {
      const events = ['tip.paid', 'link.dead'] as const;
      expect(withSwitches(events)).toEqual(events);
      expect(withSwitches(events, { 'tip.paid': true, 'link.dead': false, 'tip.held': true })).toEqual([
        'tip.paid',
        'tip.held',
      ]);
    });
  });

  describe('channel states', () => {
    const at = Date.UTC(2026, 10, 20);
    const day = 24 * 60 * 60_000;

    const fresh: Channel = {
      kind: 'webhook',
      label: 'My server',
      state: 'unverified',
      end: null,
      problem: null,
      events: defaultTypes,
      minimum: {},
      mode: 'each',
      audience: 'private',
      words: true,
      hint: 'hooks.example.com',
      createdAt: at,
      lastOkAt: null,
      failures: 0,
      failingSince: null,
    };
    const working: Channel = { ...fresh, state: 'on' };

    describe('a channel', () => {
      it('gets messages once it is verified', () => {
        expect(verified(fresh)).toEqual(working);
      });

      it('is switched off by its owner, and on again', () => {
        const off = switchedOff(working);
        expect(off).toEqual({ ...working, state: 'off', end: 'owner' });
        expect(switchedOn(off)).toEqual(working);
      });

      it('forgets its failures when it is switched on', () => {
        const failing = failedToSend(working, 'timed-out', at);
        expect(switchedOn(endedBy(failing, 'refused', 'not-allowed'))).toEqual(working);
      });

      it('fails at the first message that does not arrive, and works again after one that does', () => {
        const failing = failedToSend(failedToSend(working, 'unreachable', at), 'timed-out', at + 5);
        expect(failing).toMatchObject({
          state: 'failing',
          problem: 'timed-out',
          failures: 2,
          failingSince: at,
        });
        expect(sentOk(failing, at + 9)).toEqual({ ...working, lastOkAt: at + 9 });
      });

      it('stays off when a message that was on its way arrives or fails', () => {
        const off = switchedOff(working);
        expect(sentOk(off, at)).toMatchObject({ state: 'off', end: 'owner', lastOkAt: at });
        expect(failedToSend(off, 'unreachable', at)).toMatchObject({ state: 'off', end: 'owner' });
      });

      it('keeps what ended it first', () => {
        const gone = endedBy(working, 'off', 'gone');
        expect(endedBy(gone, 'refused', 'address-refused')).toBe(gone);
      });

      it('ends when nothing arrived for five days and twenty messages failed, not before both', () => {
        const failed = (times: number, then: number): Channel => {
          let channel = working;
          for (let n = 1; n < times; n += 1) channel = failedToSend(channel, 'server-error', at);
          return failedToSend(channel, 'server-error', then);
        };
        const { days, failures } = neverAnswers;
        expect(failed(failures, at + days * day)).toMatchObject({ state: 'off', end: 'never-answers' });
        expect(failed(failures - 1, at + days * day).state).toBe('failing');
        expect(failed(failures, at + days * day - 1).state).toBe('failing');
      });
    });

    const changes = fc.oneof(
      fc.constant(switchedOn),
      fc.constant(switchedOff),
      fc.nat(20 * day).map((ms) => (channel: Channel) => sentOk(channel, at + ms)),
      fc.tuple(fc.constantFrom(...sendProblems), fc.nat(20 * day)).map(
        ([problem, ms]) =>
          (channel: Channel) =>
            failedToSend(channel, problem, at + ms),
      ),
      fc.tuple(fc.constantFrom('off', 'refused'), fc.constantFrom(...channelEnds)).map(
        ([state, end]) =>
          (channel: Channel) =>
            endedBy(channel, state, end),
      ),
    );
    const histories = fc.array(changes, { maxLength: 60 });
    const after = (channel: Channel, history: readonly ((channel: Channel) => Channel)[]): Channel =>
      history.reduce((now, change) => change(now), channel);

    describe('a channel of any history', () => {
      it('leaves a channel unverified that nobody confirmed', () => {
        fc.assert(fc.property(histories, (history) => after(fresh, history).state === 'unverified'));
      });

      it('has an end exactly when it is off or refused, and a time of failing exactly when it fails', () => {
        fc.assert(
          fc.property(histories, (history) => {
            const channel = after(working, history);
            expect(channel.end === null).toBe(isListening(channel));
            expect(channel.failingSince === null).toBe(channel.failures === 0);
            expect(channel.problem === null).toBe(channel.failures === 0);
            expect(channel.state === 'failing' ? channel.failures : 1).toBeGreaterThan(0);
          }),
        );
      });

      it('looks as if nothing had failed when it is switched on', () => {
        fc.assert(
          fc.property(histories, (history) => {
            const on = switchedOn(after(working, history));
            expect(on).toEqual({ ...working, lastOkAt: on.lastOkAt });
          }),
        );
      });
    });
  });
});

describe('pace', () => {
  const minute = 60_000;
  /** 13:00 in Berlin. */
  const now = Date.UTC(2026, 10, 22, 12);
  const mail = fakeChannel();
  const settings = fakeChannels({ mail });
  const notified = { more: false, notice: false, tip: false };
  const batch = (given: Partial<Batch>): Batch => ({ ...noBatch, ...given });

  describe('the next message of a channel', () => {
    it('is due at once, and ten minutes after the one before by mail', () => {
      expect(batchWith(noBatch, mail, settings, now, 'usual').nextAt).toBe(now);
      const recent = batch({ lastAt: now - 4 * minute });
      expect(batchWith(recent, mail, settings, now, 'usual').nextAt).toBe(now + 6 * minute);
      const push = fakeChannel({ kind: 'push' });
      expect(batchWith(batch({ lastAt: now }), push, settings, now, 'usual').nextAt).toBe(now + minute);
    });

    it('covers later events when it is due already', () => {
      expect(batchWith(batch({ nextAt: now + 1 }), mail, settings, now + minute, 'usual').nextAt).toBe(
        now + 1,
      );
    });

    it('is not tried earlier because of another event, when the receiver failed or asked for a pause', () => {
      const failed = failedBatch(claimedBatch(batch({ nextAt: now }), now), now, 7 * minute);
      expect(batchWith(failed, mail, settings, now + 1, 'usual')).toEqual(failed);
      expect(batchWith(failed, mail, settings, now + 1, 'urgent')).toEqual(failed);
      const claimed = claimedBatch(failed, now + 7 * minute);
      expect(batchWith(claimed, mail, settings, now + 8 * minute, 'usual').nextAt).toBe(now + 8 * minute);
    });

    it('waits for the evening when the owner chose a digest, and for the end of quiet hours', () => {
      const daily = fakeChannel({ mode: 'daily' });
      expect(batchWith(noBatch, daily, settings, now, 'usual').nextAt).toBe(Date.UTC(2026, 10, 22, 17));
      const weekly = fakeChannel({ mode: 'weekly' });
      expect(batchWith(noBatch, weekly, settings, now, 'usual').nextAt).toBe(Date.UTC(2026, 10, 23, 17));
      const quiet = fakeChannels({ mail }, { quiet: { from: 12 * 60, to: 15 * 60 } });
      expect(batchWith(noBatch, mail, quiet, now, 'usual').nextAt).toBe(Date.UTC(2026, 10, 22, 14));
      expect(batchWith(noBatch, mail, quiet, now, 'urgent').nextAt).toBe(now);
      expect(batchWith(noBatch, daily, settings, now, 'urgent').nextAt).toBe(now);
    });

    it('waits for the next day when the day has had its fifty mails', () => {
      const full = batch({ lastAt: now - 20 * minute, sentToday: 50, day: '2026-11-22' });
      expect(batchWith(full, mail, settings, now, 'usual').nextAt).toBe(Date.UTC(2026, 10, 22, 23));
      expect(batchWith({ ...full, day: '2026-11-21' }, mail, settings, now, 'usual').nextAt).toBe(now);
    });

    it('does not wait for a time that a wrong clock wrote', () => {
      expect(batchWith(batch({ lastAt: now + 60 * minute }), mail, settings, now, 'usual').nextAt).toBe(now);
      expect(isDue(batch({ nextAt: now + 400 * 24 * 60 * minute }), now)).toBe(true);
      expect(isDue(claimedBatch(batch({}), now + 60 * minute), now)).toBe(true);
    });
  });

  describe("an owner's first paid tip on a channel", () => {
    /** The mail "You can receive tips" has just arrived. */
    const stateNotified = sentBatch(claimedBatch(batch({ nextAt: now }), now), mail, settings, now, notified);

    it('is due at once after a mail about something else, and the second one after the gap', () => {
      expect(batchWith(stateNotified, mail, settings, now + minute, 'usual').nextAt).toBe(now + 10 * minute);
      const first = batchWith(stateNotified, mail, settings, now + minute, 'tip');
      expect(first.nextAt).toBe(now + minute);
      const arrived = sentBatch(claimedBatch(first, now + minute), mail, settings, now + minute, {
        ...notified,
        tip: true,
      });
      expect(batchWith(arrived, mail, settings, now + 2 * minute, 'tip').nextAt).toBe(now + 11 * minute);
    });

    it('comes before a message that waits for the gap', () => {
      const waiting = batchWith(stateNotified, mail, settings, now + minute, 'usual');
      expect(batchWith(waiting, mail, settings, now + 2 * minute, 'tip').nextAt).toBe(now + 2 * minute);
    });

    it('is due at once when it was paid while the mail before it was on its way', () => {
      const claimed = claimedBatch(batch({ nextAt: now }), now);
      const joined = batchWith(claimed, mail, settings, now + 1, 'tip');
      expect(sentBatch(joined, mail, settings, now + 2, notified).nextAt).toBe(now + 1);
      const covered = sentBatch(joined, mail, settings, now + 2, { ...notified, tip: true });
      expect(covered.nextAt).toBe(now + 2 + 10 * minute);
      const left = { ...joined, nextAt: null };
      expect(sentBatch(left, mail, settings, now + 2, { ...notified, more: true }).nextAt).toBe(now + 2);
    });

    it('waits for the end of quiet hours, for the next day after fifty mails, and for the digest', () => {
      const quiet = fakeChannels({ mail }, { quiet: { from: 12 * 60, to: 15 * 60 } });
      expect(batchWith(stateNotified, mail, quiet, now, 'tip').nextAt).toBe(Date.UTC(2026, 10, 22, 14));
      const full = { ...stateNotified, sentToday: 50 };
      expect(batchWith(full, mail, settings, now, 'tip').nextAt).toBe(Date.UTC(2026, 10, 22, 23));
      const daily = fakeChannel({ mode: 'daily' });
      expect(batchWith(stateNotified, daily, settings, now, 'tip').nextAt).toBe(Date.UTC(2026, 10, 22, 17));
    });

    it('is still the next one when the first was taken back before anybody was told', () => {
      const due = batchWith(stateNotified, mail, settings, now, 'tip');
      const takenBack = sentBatch(claimedBatch(due, now), mail, settings, now, notified);
      expect(takenBack).toMatchObject({ nextAt: null, firstTip: 'none' });
      expect(batchWith(takenBack, mail, settings, now + minute, 'usual').nextAt).toBe(now + 10 * minute);
      expect(batchWith(takenBack, mail, settings, now + minute, 'tip').nextAt).toBe(now + minute);
    });
  });

  describe('a claim', () => {
    it('keeps others away for ninety seconds, and is free after that', () => {
      const claimed = claimedBatch(batch({ nextAt: now }), now);
      expect(claimed).toMatchObject({ nextAt: null, claimedAt: now, attempt: 1 });
      expect(isDue(claimed, now + claimMs - 1)).toBe(false);
      expect(wakeAt(claimed, now)).toBe(now + claimMs);
      expect(isDue(claimed, now + claimMs)).toBe(true);
    });

    it('ends with the next message when more became due or was left', () => {
      const claimed = claimedBatch(batch({ nextAt: now }), now);
      const done = sentBatch(claimed, mail, settings, now, notified);
      expect(done).toEqual({
        nextAt: null,
        lastAt: now,
        claimedAt: null,
        attempt: 0,
        sentToday: 1,
        day: '2026-11-22',
        firstTip: 'none',
      });
      expect(isDue(done, now)).toBe(false);
      expect(sentBatch(claimed, mail, settings, now, { ...notified, more: true }).nextAt).toBe(
        now + 10 * minute,
      );
      const joined = { ...claimed, nextAt: now };
      expect(sentBatch(joined, mail, settings, now, notified).nextAt).toBe(now + 10 * minute);
      expect(sentBatch({ ...done, claimedAt: now }, mail, settings, now, notified).sentToday).toBe(2);
    });

    it('begins no gap with a message about channels: the next tip is told at once', () => {
      const claimed = claimedBatch(batch({ nextAt: now }), now);
      const done = sentBatch(claimed, mail, settings, now, { ...notified, notice: true });
      expect(done).toMatchObject({ lastAt: null, claimedAt: null, sentToday: 1 });
      expect(batchWith(done, mail, settings, now + 1, 'usual').nextAt).toBe(now + 1);
      const joined = { ...claimed, nextAt: now + 2 };
      expect(sentBatch(joined, mail, settings, now, { ...notified, notice: true }).nextAt).toBe(now + 2);
    });

    it('ends with another try after 1, 5, 15 and 60 minutes, or later if the receiver asks for it', () => {
      const waits = [1, 2, 3, 4, 9].map(
        (attempt) => (failedBatch(batch({ attempt }), now, null).nextAt ?? 0) - now,
      );
      expect(waits).toEqual([1, 5, 15, 60, 60].map((minutes) => minutes * minute));
      expect(failedBatch(batch({ attempt: 1 }), now, 7 * minute).nextAt).toBe(now + 7 * minute);
      expect(failedBatch(batch({ attempt: 3 }), now, 7 * minute).nextAt).toBe(now + 15 * minute);
    });

    // Holds out-035.
    it('that failed keeps its wait when more becomes due, and what becomes due meanwhile joins the next try', () => {
      const failed = failedBatch(claimedBatch(batch({ lastAt: now - 60 * minute }), now), now, 20 * minute);
      expect(batchWith(failed, mail, settings, now + minute, 'usual')).toEqual(failed);
      expect(batchWith(failed, mail, settings, now + minute, 'urgent')).toEqual(failed);
      const claimed = claimedBatch(failed, now + 20 * minute);
      const joined = batchWith(claimed, mail, settings, now + 20 * minute, 'usual');
      expect(joined.nextAt).toBe(now + 20 * minute);
    });
  });

  it('an owner is due when the first of their channels is', () => {
    const both = withBatch(
      withBatch(noPace, 'a', batch({ nextAt: now + 5 }), now),
      'b',
      batch({ nextAt: now + 3 }),
      now,
    );
    expect(both.nextAt).toBe(now + 3);
    expect(withBatch(both, 'b', null, now).nextAt).toBe(now + 5);
    expect(withBatch(withBatch(both, 'b', null, now), 'a', null, now)).toEqual(noPace);
  });

  it('a group on Telegram is told less often than a private chat, and a digest lists more', () => {
    expect(paceOf(fakeChannel({ kind: 'telegram', audience: 'public' })).gapMs).toBe(10_000);
    expect(paceOf(fakeChannel({ kind: 'telegram' })).gapMs).toBe(5000);
    expect(paceOf(fakeChannel({ mode: 'daily' })).listed).toBe(50);
    expect(paceOf(fakeChannel({ kind: 'webhook' })).listed).toBe(10);
  });
});

describe('quiet hours', () => {
  const night = { from: 22 * 60, to: 8 * 60 };
  const berlin = 'Europe/Berlin';
  const at = (iso: string) => Date.parse(iso);
  const after = (iso: string, quiet: typeof night | null = night) =>
    new Date(afterQuiet(at(iso), quiet, berlin)).toISOString();

  it('a time outside quiet hours stays', () => {
    expect(after('2026-11-22T12:00:00Z')).toBe('2026-11-22T12:00:00.000Z');
    expect(after('2026-11-22T12:00:00Z', null)).toBe('2026-11-22T12:00:00.000Z');
    expect(after('2026-11-22T12:00:00Z', { from: 300, to: 300 })).toBe('2026-11-22T12:00:00.000Z');
  });

  it('a time within quiet hours becomes their end, before and after midnight', () => {
    expect(after('2026-11-22T22:30:00Z')).toBe('2026-11-23T07:00:00.000Z');
    expect(after('2026-11-23T03:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
    expect(after('2026-11-22T12:00:00Z', { from: 12 * 60, to: 14 * 60 })).toBe('2026-11-22T13:00:00.000Z');
    expect(after('2026-11-22T13:00:00Z', { from: 12 * 60, to: 14 * 60 })).toBe('2026-11-22T13:00:00.000Z');
  });

  it('quiet hours end at eight by the clock in the night in which clocks change', () => {
    expect(after('2027-03-28T00:59:00Z')).toBe('2027-03-28T06:00:00.000Z');
    expect(after('2027-10-31T00:59:00Z')).toBe('2027-10-31T07:00:00.000Z');
  });
});

describe('wall clock', () => {
  const berlin = 'Europe/Berlin';
  const zones = ['UTC', berlin, 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe'];
  const time = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });

  describe('the clock of a zone', () => {
    it('shows the minute of the day', () => {
      expect(minutesIn(berlin)(Date.UTC(2026, 10, 22, 20, 15))).toBe(21 * 60 + 15);
      expect(minutesIn('Asia/Kolkata')(Date.UTC(2026, 10, 22, 18, 30))).toBe(0);
    });

    it('next shows a minute within a day and a change of the clock, and shows it then', () => {
      fc.assert(
        fc.property(
          time,
          fc.integer({ min: 0, max: 1439 }),
          fc.constantFrom(...zones),
          (after, minute, zone) => {
            const at = nextMinute(minute, after, zone);
            expect(at).toBeGreaterThanOrEqual(after);
            expect(at - after).toBeLessThanOrEqual(26 * 60 * 60_000);
            const off = Math.abs(minutesIn(zone)(at) - minute);
            // A clock may skip an hour, and then never shows this minute on that day.
            expect(Math.min(off, 1440 - off)).toBeLessThanOrEqual(60);
          },
        ),
      );
    });

    it('shows eight in the morning on both days on which clocks change', () => {
      for (const day of [Date.UTC(2027, 2, 28), Date.UTC(2027, 9, 31)])
        expect(minutesIn(berlin)(nextMinute(8 * 60, day, berlin))).toBe(8 * 60);
    });
  });

  describe('a digest', () => {
    it('is due at six in the evening, and the next day after that', () => {
      const noon = Date.UTC(2026, 10, 22, 12);
      expect(new Date(digestAt('daily', noon, berlin)).toISOString()).toBe('2026-11-22T17:00:00.000Z');
      expect(new Date(digestAt('daily', Date.UTC(2026, 10, 22, 17, 1), berlin)).toISOString()).toBe(
        '2026-11-23T17:00:00.000Z',
      );
    });

    it('is due on Monday evening when it is weekly', () => {
      // 2026-11-22 is a Sunday.
      expect(new Date(digestAt('weekly', Date.UTC(2026, 10, 22, 12), berlin)).toISOString()).toBe(
        '2026-11-23T17:00:00.000Z',
      );
      expect(new Date(digestAt('weekly', Date.UTC(2026, 10, 23, 17, 30), berlin)).toISOString()).toBe(
        '2026-11-30T17:00:00.000Z',
      );
    });
  });

  it('the next day begins at midnight of the zone', () => {
    expect(new Date(nextMidnight(Date.UTC(2026, 10, 22, 23), berlin)).toISOString()).toBe(
      '2026-11-23T23:00:00.000Z',
    );
    expect(new Date(nextMidnight(Date.UTC(2026, 10, 22, 12), berlin)).toISOString()).toBe(
      '2026-11-22T23:00:00.000Z',
    );
  });

  describe('webhook schedule', () => {
    const now = 1_800_000_000_000;
    const hour = 60 * 60_000;
    const middle = 0.5;
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

    describe('the tries of a webhook', () => {
      it('are ten in 76 hours', () => {
        const delays: number[] = [];
        for (let at: number | null = now, attempt = 0; at !== null; attempt += 1) {
          const next = nextTryAt(attempt, at, middle, null);
          if (next !== null) delays.push(next - at);
          at = next;
        }
        const s = 1000;
        expect(delays.map((ms) => ms / s)).toEqual([
          0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
        ]);
        const all = delays.reduce((sum, ms) => sum + ms, 0);
        expect(Math.round(all / hour)).toBe(76);
      });

      it('are spread by a fifth, and never further ahead than the longest wait', () => {
        fc.assert(
          fc.property(fc.nat(webhookDelays.length - 1), random, fc.option(fc.nat()), (attempt, by, asked) => {
            const delay = webhookDelays[attempt] ?? 0;
            const wait = (nextTryAt(attempt, now, by, null) ?? 0) - now;
            expect(wait).toBeGreaterThanOrEqual(Math.floor(delay * 0.8));
            expect(wait).toBeLessThanOrEqual(Math.ceil(delay * 1.2));
            const waitAsked = (nextTryAt(attempt, now, by, asked) ?? 0) - now;
            expect(waitAsked).toBe(Math.max(wait, Math.min(asked ?? 0, longestRetryAfter)));
            expect(waitAsked).toBeLessThanOrEqual(longestWait);
          }),
        );
        expect(nextTryAt(1, now, 0, null)).toBe(now + 4000);
        expect(nextTryAt(1, now, 0.999_999, null)).toBe(now + 6000);
      });

      it.each([
        [1, 7200_000, 7200_000],
        [1, 48 * hour, 24 * hour],
        [4, 1000, 2 * hour],
        [1, null, 5000],
      ])('after %i tries and a Retry-After of %j ms wait %i ms', (attempt, asked, wait) => {
        expect(nextTryAt(attempt, now, middle, asked)).toBe(now + wait);
      });

      it('end after the tenth, whatever the receiver asks for', () => {
        expect(nextTryAt(9, now, middle, null)).not.toBeNull();
        expect(nextTryAt(10, now, middle, null)).toBeNull();
        expect(nextTryAt(10, now, middle, hour)).toBeNull();
        expect(nextTryAt(11, now, middle, null)).toBeNull();
      });
    });

    describe('the rest of an endpoint', () => {
      it('doubles from 30 seconds to 5 minutes', () => {
        const waits: number[] = [];
        let backoff = nextBackoff(undefined, now, null);
        for (let each = 0; each < 6; each += 1) {
          waits.push((backoff.until - now) / 1000);
          backoff = nextBackoff(backoff, now, null);
        }
        expect(waits).toEqual([30, 60, 120, 240, 300, 300]);
      });

      it('is as long as the endpoint asks for, up to a day', () => {
        expect(nextBackoff(undefined, now, 2 * hour)).toEqual({ until: now + 2 * hour, step: 0 });
        expect(nextBackoff(undefined, now, 48 * hour)).toEqual({ until: now + 24 * hour, step: 0 });
        expect(nextBackoff(undefined, now, 1)).toEqual({ until: now + 30_000, step: 0 });
      });

      it('stays at five minutes after any number of backoffs', () => {
        expect(nextBackoff({ until: now, step: 5000 }, now, null)).toEqual({
          until: now + 300_000,
          step: 5001,
        });
      });
    });
  });
});

describe('channels document', () => {
  it('leaves out a channel of a newer release, and keeps the others', () => {
    const stored = channelsDocument.encode(fakeChannels({ known: fakeChannel() }));
    const channels = { ...(stored['channels'] as object), newer: { kind: 'pigeon' } };
    const read = channelsDocument.decode({ ...stored, channels });
    expect(read.ok && Object.keys(read.value.channels)).toEqual(['known']);
  });
});

describe('channel secret document', () => {
  const earlier = {
    v: 1,
    uid: 'ada-uid',
    credentials: { kind: 'telegram', botToken: '12:ab', chatId: '7' },
    offToken: 'off',
    code: { digest: 'd', expiresAt: new Date(noon), tries: 1 },
  };

  // Holds out-098.
  it('reads what an earlier release stored in plain text', () => {
    const value = { ...earlier, v: 2, form: 'plain', code: { ...earlier.code, expiresAt: noon } };
    expect(channelSecretDocument.decode(earlier)).toEqual({ ok: true, value });
  });

  it('names the field of a plain document that cannot be read, and never takes it for a sealed one', () => {
    const { offToken: _gone, ...rest } = earlier;
    const forged = { ...rest, form: 'sealed', sealed: 's', offDigest: 'd' };
    for (const broken of [rest, forged])
      expect(channelSecretDocument.decode(broken)).toMatchObject({
        ok: false,
        problem: { fields: { offToken: expect.any(String) } },
      });
  });
});

describe('pace document', () => {
  const earlier = { nextAt: null, lastAt: null, claimedAt: null, attempt: 0, sentToday: 0, day: '' };

  it('a turn of an earlier release has told a paid tip when it sent anything, else none', () => {
    const batches = { sent: { ...earlier, lastAt: new Date(noon) }, silent: earlier };
    const read = paceDocument.decode({ v: 1, nextAt: null, turns: batches, rests: {} });
    expect(read).toMatchObject({
      ok: true,
      value: {
        turns: { sent: { lastAt: noon, firstTip: 'told' }, silent: { lastAt: null, firstTip: 'none' } },
      },
    });
  });
});
