import { afterEach, describe, expect, it, vi } from 'vitest';
import { framePatience, watchFrame } from '../frames/watch-frame';
import type { ChallengeResult } from './ask-challenge';
import { frameChallenge } from './frame-challenge';

const host = 'https://busker.test';

function asked() {
  vi.useFakeTimers();
  const results: ChallengeResult[] = [];
  const place = document.createElement('div');
  document.body.append(place);
  const report = (one: ChallengeResult) => void results.push(one);
  const stop = frameChallenge(
    host,
    watchFrame,
  )({ place, title: 'A person?', language: 'de', dark: true, report });
  const frame = place.querySelector('iframe');
  if (!frame) throw new Error('No frame');
  Object.defineProperty(frame, 'contentWindow', { value: frame });
  const say = (data: unknown, origin = host, source: unknown = frame.contentWindow) =>
    dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  return { results, place, frame, stop, say };
}

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('the challenge frame', () => {
  it('is the server’s page, in the sheet’s language and theme, and has a title', () => {
    const { frame } = asked();
    expect(frame.getAttribute('src')).toBe('https://busker.test/challenge?lang=de&theme=dark');
    expect(frame.title).toBe('A person?');
  });

  it('passes answers on, and reports when one has expired', () => {
    const { results, say } = asked();
    say({ at: 'ready', height: 80 });
    say({ at: 'solved', answer: 'xyz' });
    say({ at: 'expired', answer: '' });
    expect(results).toEqual([{ at: 'solved', answer: 'xyz' }, { at: 'expired' }]);
  });

  it('gets the height that it asks for', () => {
    const { frame, say } = asked();
    say({ at: 'ready', height: 590 });
    expect(frame.style.height).toBe('590px');
  });

  it.each([
    ['another frame', { at: 'solved', answer: 'xyz' }, host, {}],
    ['another origin', { at: 'solved', answer: 'xyz' }, 'https://evil.example', undefined],
  ])('ignores messages from %s', (_who, data, origin, source) => {
    const { results, say, frame } = asked();
    say(data, origin, source === undefined ? frame.contentWindow : source);
    expect(results).toEqual([]);
  });

  it.each([
    ['solved', ''],
    ['ready', 'x'],
    [null, 'x'],
    ['solved', 7],
  ])('works with %j and %j', (at, answer) => {
    const { results, say } = asked();
    say({ at, answer });
    say('nonsense');
    say(null);
    expect(results).toEqual([]);
  });

  it('is removed once when it sends no message in time', async () => {
    const { results, place } = asked();
    await vi.advanceTimersByTimeAsync(framePatience);
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ results, frames: place.childElementCount }).toEqual({ results: [{ at: 'blocked' }], frames: 0 });
  });

  it('stays while a person solves the challenge', async () => {
    const { results, place, say } = asked();
    say({ at: 'ready', height: 80 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect({ results, frames: place.childElementCount }).toEqual({ results: [], frames: 1 });
  });

  it('is removed at once when the provider fails in it, or the page’s policy blocks it', async () => {
    const failed = asked();
    failed.say({ at: 'failed' });
    expect(failed.results).toEqual([{ at: 'blocked' }]);
    const kept = asked();
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), {
        effectiveDirective: 'frame-src',
        blockedURI: host,
        disposition: 'enforce',
      }),
    );
    await Promise.resolve();
    await Promise.resolve();
    expect(kept.results).toEqual([{ at: 'blocked' }]);
  });

  it('reports nothing after it was removed', async () => {
    const { results, stop, say } = asked();
    stop();
    await vi.advanceTimersByTimeAsync(framePatience);
    say({ at: 'solved', answer: 'late' });
    expect(results).toEqual([]);
  });
});
