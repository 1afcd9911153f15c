import { fail, ok } from '@busker/core/base/result';
import type { PublicProfile } from '@busker/core/profile/profile';
import type { Answer, ProfileSource } from '../data/backend';
import { ask, record } from '../server/http-answer';
import { readProfile } from './read-profile';

/** Makes one value per key and keeps it. */
export function onePer<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}

type Reading = Promise<Answer<PublicProfile>>;
type Waiting = (answer: Answer<PublicProfile>) => void;

/** The server's limit for one request (core/dashboard-api/owner-api.ts). */
const atOnce = 50;

/**
 * Profiles of one Busker server. A single handle is requested at its own address, with the address and credentials mode of the snippet's preload
 * hint (`<link rel="preload" as="fetch" crossorigin>`); otherwise the browser would fetch it twice. Handles without a hint that are requested in
 * the same turn share one request.
 */
export function httpProfiles(host: string): ProfileSource {
  const readings = new Map<string, Reading>();
  const waiting = new Map<string, Waiting>();
  const addressOf = (handle: string) => `${host}/v1/profiles/${encodeURIComponent(handle)}`;

  const askAll = async (handles: readonly string[]): Promise<void> => {
    const list = handles.map(encodeURIComponent).join();
    const answer = await ask(`${host}/v1/profiles?handles=${list}`, {}, (body) =>
      record(record(body)['profiles']),
    );
    for (const handle of handles) {
      const profile = answer.ok && readProfile(answer.value[handle]);
      settle(handle, profile ? ok(profile) : answer.ok ? fail(missing) : answer);
    }
  };
  const settle = (handle: string, answer: Answer<PublicProfile>): void => {
    waiting.get(handle)?.(answer);
    waiting.delete(handle);
  };
  const flush = (): void => {
    const handles = [...waiting.keys()].sort();
    const unhinted = handles.filter((handle) => !isPreloaded(addressOf(handle)));
    const together = unhinted[1] ? unhinted : [];
    for (const handle of handles) {
      if (!together.includes(handle))
        void ask(addressOf(handle), {}, readProfile).then((answer) => settle(handle, answer));
    }
    for (let from = 0; from < together.length; from += atOnce)
      void askAll(together.slice(from, from + atOnce));
  };

  const read = (handle: string): Reading =>
    new Promise((resolve) => {
      if (waiting.size === 0) queueMicrotask(flush);
      waiting.set(handle, resolve);
    });

  return {
    read: (handle, fresh = false) => {
      const known = readings.get(handle);
      if (known && !fresh) return known;
      const reading = fresh ? ask(addressOf(handle), { cache: 'no-cache' }, readProfile) : read(handle);
      readings.set(handle, reading);
      // A failed request is not kept: the next card or `refresh()` tries again.
      void reading.then((answer) => {
        if (!answer.ok && readings.get(handle) === reading) readings.delete(handle);
      });
      return reading;
    },
  };
}

const missing = {
  kind: 'refused',
  code: 'profile-not-found',
  detail: 'No such profile.',
} as const;

const isPreloaded = (address: string): boolean =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].some(({ href }) => href === address);

const fetchFile = (url: string, init: RequestInit): Promise<Answer<PublicProfile>> =>
  ask(url, init, readProfile);
const once = onePer((url) => fetchFile(url, {}));

/** Reads a profile from the page's own JSON file (`src`), without a Busker server. Once per page unless `fresh`. */
export function readFile(src: string, fresh: boolean): Promise<Answer<PublicProfile>> {
  const url = new URL(src, document.baseURI).href;
  return fresh ? fetchFile(url, { cache: 'no-cache' }) : once(url);
}
