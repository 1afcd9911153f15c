import { expect, it } from 'vitest';
import { fakeTold, fakeToldEvent, fakeToldTip } from '../../../core/testing/told-events';
import { fakeAddressee } from './fake-addressee';
import { mostPayloadBytes, pushPayload } from './push-payload';
import { pushTelling } from './push-telling';

const origin = 'https://busker.test';
const shown = (message: Parameters<typeof pushTelling>[1], language = 'en') => {
  const telling = pushTelling({ ...fakeAddressee(), language }, message, origin);
  const text = pushPayload(telling, {
    uid: 'ada',
    id: message.id,
    publicOrigin: origin,
    most: mostPayloadBytes,
  });
  return (JSON.parse(text) as { readonly notification: Readonly<Record<string, string>> }).notification;
};

it('tells one tip with its message, and leads to it', () => {
  expect(shown(fakeTold([fakeToldEvent()]))).toMatchObject({
    title: 'Kim sent you $5.00',
    body: expect.stringContaining('“Lovely!”'),
    navigate: `${origin}/tips?tip=tip1`,
    tag: 'tips',
  });
});

it('tells many tips as their sum and names at most eight', () => {
  const events = Array.from({ length: 30 }, (_, index) =>
    fakeToldEvent({ id: `e${index}`, tip: fakeToldTip({ tipId: `t${index}`, message: null }) }),
  );
  const { title, body, navigate } = shown(fakeTold(events));
  expect(title).toContain('$150.00');
  expect(body?.match(/Kim sent you/g)).toHaveLength(8);
  expect(navigate).toBe(`${origin}/tips`);
});

it('marks a test tip', () => {
  const tip = fakeToldTip({ livemode: false });
  expect(shown(fakeTold([fakeToldEvent({ livemode: false, tip })])).title).toBe('TEST: Kim sent you $5.00');
});

it.each(['en', 'de', 'ar'])('tells a test in the language of the owner: %s', (language) => {
  const notification = shown({ kind: 'test', id: 'm1' }, language);
  expect(notification).toMatchObject({ lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' });
  expect(notification['title']).not.toBe('');
  expect(notification['body']).not.toBe('');
  expect(notification['navigate']).toBe(`${origin}/notifications`);
});

it('sends no code to a device', () => {
  expect(JSON.stringify(shown({ kind: 'code', id: 'm1', code: '123456' }))).not.toContain('123456');
});
