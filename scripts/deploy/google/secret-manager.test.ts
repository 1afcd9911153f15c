import { expect, it } from 'vitest';
import { fakeGoogle } from './fake-google';
import { secretManager } from './secret-manager';

const all = 'https://secretmanager.googleapis.com/v1/projects/busker-test/secrets';
const version = (number: number, state: string) => ({
  name: `projects/42/secrets/A/versions/${number}`,
  state,
  createTime: '2026-01-02T03:04:05.678901Z',
});

it('lists the versions that are not destroyed, newest first, and reads one', async () => {
  const google = fakeGoogle({
    [`GET ${all}/A`]: { name: 'A' },
    [`GET ${all}/A/versions?pageSize=100`]: {
      versions: [version(1, 'DESTROYED'), version(2, 'DISABLED'), version(10, 'ENABLED')],
    },
    [`GET ${all}/A/versions/10:access`]: { payload: { data: Buffer.from('value').toString('base64') } },
  });
  const secrets = secretManager(google.rest, 'busker-test');
  const createdAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  expect(await secrets.versions('A')).toEqual({
    state: 'known',
    value: [
      { number: 10, enabled: true, createdAt },
      { number: 2, enabled: false, createdAt },
    ],
  });
  expect(await secrets.read('A', 10)).toEqual({ state: 'known', value: 'value' });
  expect(await secrets.versions('B')).toEqual({ state: 'known', value: null });
});

it('adds a version, creates the secret first if it is missing, and never sends a request to destroy a version', async () => {
  const google = fakeGoogle({
    [`POST ${all}?secretId=A`]: {},
    [`POST ${all}/A:addVersion`]: version(1, 'ENABLED'),
  });
  expect(await secretManager(google.rest, 'busker-test').add('A', 'value')).toEqual({ ok: true, value: 1 });
  expect(google.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET ${all}/A`,
    `POST ${all}?secretId=A`,
    `POST ${all}/A:addVersion`,
  ]);
  expect(google.requests.at(-1)?.body).toEqual({ payload: { data: 'dmFsdWU=' } });
});
