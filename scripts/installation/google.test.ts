import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fakeGoogle } from '../deploy/testing/fake-google';
import { credentialsFault } from './google';

describe('google rest', () => {
  const named = v.object({ name: v.string() });

  describe("Google's REST APIs", () => {
    it('sends the token and the project, and reads the answer', async () => {
      const google = fakeGoogle({ 'GET https://x.googleapis.com/v1/a': { name: 'a' } });
      expect(await google.rest.read('https://x.googleapis.com/v1/a', named)).toEqual({
        state: 'known',
        value: { name: 'a' },
      });
      const headers = google.requests[0]?.headers;
      expect(headers?.get('authorization')).toBe('Bearer fake-token');
      expect(headers?.get('x-goog-user-project')).toBe('busker-test');
    });

    it('distinguishes a missing resource from one that the caller may not read', async () => {
      const google = fakeGoogle({
        'GET https://x.googleapis.com/v1/secret': {
          status: 403,
          error: { message: 'Permission denied.\nMore.' },
        },
        'GET https://x.googleapis.com/v1/odd': { other: 1 },
      });
      expect(await google.rest.read('https://x.googleapis.com/v1/none', named)).toEqual({
        state: 'known',
        value: null,
      });
      expect(await google.rest.read('https://x.googleapis.com/v1/secret', named)).toEqual({
        state: 'unknown',
        why: 'status 403: Permission denied.',
      });
      expect(await google.rest.read('https://x.googleapis.com/v1/odd', named)).toMatchObject({
        state: 'unknown',
      });
    });

    it('reads every page of a list', async () => {
      const url = 'https://x.googleapis.com/v1/list?pageSize=2';
      const google = fakeGoogle({
        [`GET ${url}`]: { items: [{ name: 'a' }, { name: 'b' }], nextPageToken: 'p/2' },
        [`GET ${url}&pageToken=p%2F2`]: { items: [{ name: 'c' }] },
      });
      expect(await google.rest.readAll(url, 'items', named)).toEqual({
        state: 'known',
        value: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      });
    });

    it('says why there is no answer when there are no credentials', async () => {
      const google = fakeGoogle({}, () =>
        Promise.reject(new Error('Could not load the default credentials.')),
      );
      expect(await google.rest.read('https://x.googleapis.com/v1/a', named)).toEqual({
        state: 'unknown',
        why: 'Could not load the default credentials.',
      });
      expect(google.requests).toEqual([]);
    });

    it('names the command that signs in when the library only gives an address', () => {
      const fault = credentialsFault(new Error('Could not load the default credentials. Browse to …'));
      expect(fault).toContain('gcloud auth application-default login');
      expect(credentialsFault(new Error('invalid_grant\nmore'))).toBe('invalid_grant');
    });
  });
});
