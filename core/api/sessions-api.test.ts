import * as v from 'valibot';
import { expect, it } from 'vitest';
import { sessionBody, sessionsAnswer } from './sessions-api';

const device = '0f9b1c2d-3e4f-4a5b-8c6d-000000000001';

it('a device has a UUID, which ignores case', () => {
  expect(v.parse(sessionBody, { device: device.toUpperCase() })).toEqual({ device });
  for (const wrong of [{}, { device: '' }, { device: '..' }, { device, browser: 'chrome' }])
    expect([wrong, v.is(sessionBody, wrong)]).toEqual([wrong, false]);
});

it('a class of a newer server is read as "other"', () => {
  const session = { id: device, browser: 'ladybird', system: 'haiku', signedInAt: 1, lastSeenAt: 2 };
  expect(v.parse(sessionsAnswer, { sessions: [session] }).sessions).toEqual([
    { ...session, browser: 'other', system: 'other' },
  ]);
});
