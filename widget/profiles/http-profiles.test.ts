import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpProfiles } from './http-profiles';
import { sampleProfile } from '../testing/sample-profile';

const host = 'https://busker.example';
const asked: string[] = [];
let answer: (url: URL) => Response | Promise<Response> = () => Response.json({});

const profileOf = (handle: string) => sampleProfile({ handle });
const good = (url: URL): Response => {
  const handles = url.searchParams.get('handles')?.split(',');
  if (!handles) return Response.json(profileOf(url.pathname.split('/').at(-1) ?? ''));
  const known = handles.filter((handle) => handle !== 'nobody');
  return Response.json({ profiles: Object.fromEntries(known.map((handle) => [handle, profileOf(handle)])) });
};

beforeEach(() => {
  asked.length = 0;
  answer = good;
  vi.stubGlobal('fetch', (input: string) => {
    asked.push(input.replace(host, ''));
    return Promise.resolve(answer(new URL(input)));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

function preload(handle: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', href: `${host}/v1/profiles/${handle}` });
  document.head.append(link);
}

describe('profiles of a server', () => {
  it('are requested once per page and handle', async () => {
    const { read } = httpProfiles(host);
    const [one, two] = await Promise.all([read('ada'), read('ada')]);
    await read('ada');
    expect(asked).toEqual(['/v1/profiles/ada']);
    expect(one).toBe(two);
    expect(one).toMatchObject({ ok: true, value: { handle: 'ada' } });
  });

  // Holds tag-035.
  it('are one request for several handles of one turn, sorted', async () => {
    const { read } = httpProfiles(host);
    const answers = await Promise.all(['grace', 'ada', 'charles'].map((handle) => read(handle)));
    expect(asked).toEqual(['/v1/profiles?handles=ada,charles,grace']);
    expect(answers.map((one) => one.ok && one.value.handle)).toEqual(['grace', 'ada', 'charles']);
  });

  // Holds tag-007.
  it('are requested at their own address when the page has a hint for it', async () => {
    preload('ada');
    const { read } = httpProfiles(host);
    await Promise.all(['ada', 'grace', 'charles'].map((handle) => read(handle)));
    expect(asked.toSorted()).toEqual(['/v1/profiles/ada', '/v1/profiles?handles=charles,grace']);
  });

  it('are two requests when there are more handles than the limit', async () => {
    const { read } = httpProfiles(host);
    const handles = Array.from({ length: 60 }, (_, at) => `fan${at}`);
    const answers = await Promise.all(handles.map((handle) => read(handle)));
    expect(asked).toHaveLength(2);
    expect(answers.every((one) => one.ok)).toBe(true);
  });

  it('report the missing one and return the others', async () => {
    const { read } = httpProfiles(host);
    const [ada, nobody] = await Promise.all([read('ada'), read('nobody')]);
    expect(ada?.ok).toBe(true);
    expect(nobody).toMatchObject({ ok: false, problem: { kind: 'refused', code: 'profile-not-found' } });
  });

  it.each([
    ['no network', () => Promise.reject(new Error('offline'))],
    ['a captive portal', () => new Response('<html>Sign in to the Wi-Fi</html>')],
    ['something else that is JSON', () => Response.json({ hello: 1 })],
  ])('are requested again after %s', async (_name, broken) => {
    answer = broken;
    const { read } = httpProfiles(host);
    expect(await read('ada')).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    answer = good;
    expect((await read('ada')).ok).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('are requested again when `fresh`, and later cards get the new answer', async () => {
    const { read } = httpProfiles(host);
    await read('ada');
    answer = () => Response.json(sampleProfile({ handle: 'ada', name: 'Ada King' }));
    expect(await read('ada', true)).toMatchObject({ value: { name: 'Ada King' } });
    expect(await read('ada')).toMatchObject({ value: { name: 'Ada King' } });
    expect(asked).toHaveLength(2);
  });
});
