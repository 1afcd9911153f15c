import { describe, expect, it } from 'vitest';
import { newPushKey } from '../push/push-config';
import { InMemoryPost } from '../testing/in-memory-post';
import { makeWatchPush } from './watch-push';

describe('make watch push', () => {
  const key = newPushKey();
  const to = {
    endpoint: 'https://push.example.net/1',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    vapidKey: key.publicKey,
    lang: 'en',
  } as const;
  const notice = {
    tipId: 'tip1',
    title: 'Ada answered you',
    body: 'Open your tip to read the answer.',
    navigate: 'https://busker.test/t/tip1?cs=x',
    language: 'en',
  } as const;

  function sending(status = 201) {
    const posted = new InMemoryPost();
    posted.answer = () => ({ ok: true, status, headers: {}, text: '', ms: 1 });
    const parts = { clock: { now: () => 0 }, publicOrigin: 'https://busker.test', keys: [key] };
    return { posted, push: makeWatchPush({ ...parts, post: posted.post }) };
  }

  it('sends one encrypted message that waits four weeks for the device, of the same length for every name', async () => {
    const { posted, push } = sending();
    expect((await push.send(to, notice)).kind).toBe('sent');
    await push.send(to, { ...notice, title: 'Ada Lovelace of the long name answered you' });
    const [first, second] = posted.requests;
    expect(first).toMatchObject({ url: to.endpoint, headers: { ttl: '2419200', urgency: 'normal' } });
    expect(String(first?.body)).not.toContain('Ada');
    expect(second?.body.length).toBe(first?.body.length);
    expect(second?.headers['topic']).toBe(first?.headers['topic']);
  });

  it('gives a subscription up when the browser ended it, or when the host removed its key', async () => {
    expect(await sending(410).push.send(to, notice)).toMatchObject({ kind: 'ended', end: 'gone' });
    const { posted, push } = sending();
    const other = { ...to, vapidKey: newPushKey().publicKey };
    expect(await push.send(other, notice)).toMatchObject({ kind: 'ended', end: 'not-allowed' });
    expect(posted.requests).toEqual([]);
  });
});
