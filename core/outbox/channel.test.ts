import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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
  pushUser,
  pushUserText,
  sendProblems,
  sentOk,
  switchedOff,
  switchedOn,
  typesFor,
  verified,
  withSwitches,
  type Channel,
} from './channel';

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

describe('push message', () => {
  const userOf = (uid: string) => pushUser(createHash('sha256').update(pushUserText(uid)).digest());

  it('names an owner by 32 hexadecimal digits', () => {
    expect(userOf('ada')).toMatch(/^[0-9a-f]{32}$/);
    expect(pushUser(new Uint8Array([0, 10, 255]))).toBe('000aff');
  });

  it('gives each owner another name, and none that shows the uid', () => {
    expect(userOf('ada')).not.toBe(userOf('kim'));
    expect(userOf('abcdef')).not.toContain('abcdef');
  });
});
