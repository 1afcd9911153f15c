import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { changeOverlayBody, overlayLiveBody, overlayTestBody } from './overlay-api';

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
