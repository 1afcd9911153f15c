import * as v from 'valibot';
import { expect, it } from 'vitest';
import { endWatchBody, watchBody } from './watch-api';

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
