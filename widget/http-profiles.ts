import type { Answer, ProfileSource } from './backend';
import type { PublicProfile } from '../core/public-profile';
import { ask } from './http-answer';
import { readProfile } from './read-profile';

type Reading = Promise<Answer<PublicProfile>>;

/**
 * Profiles of one Busker server. The address and the credentials mode of a single read equal those of the snippet's preload hint
 * (`<link rel="preload" as="fetch" crossorigin>`), else the browser would fetch twice.
 */
export function httpProfiles(host: string): ProfileSource {
  const readings = new Map<string, Reading>();
  return {
    read: (handle, { fresh = false } = {}) => {
      const known = readings.get(handle);
      if (known && !fresh) return known;
      const reading = ask(
        `${host}/v1/profiles/${encodeURIComponent(handle)}`,
        fresh ? { cache: 'no-cache' } : {},
        readProfile,
      );
      readings.set(handle, reading);
      // A failed reading is not kept: the next card, or `refresh()`, asks again.
      void reading.then((answer) => {
        if (!answer.ok && readings.get(handle) === reading) readings.delete(handle);
      });
      return reading;
    },
  };
}
