import { expect, it } from 'vitest';
import type { LiveFunction } from '../../deploy/google/live-functions';
import { lineOf } from '../finding';
import type { Site } from '../site';
import { platformOf, siteWith } from './fake-site';
import { checkPlatform } from './platform';

const app: LiveFunction = {
  id: 'app',
  region: 'europe-west1',
  service: 'projects/p/locations/europe-west1/services/app',
  revision: 'app-00007',
  uri: 'https://app-x.a.run.app',
  active: true,
  release: 'abc',
  secrets: {},
};

const linesOf = async (site: Site) => (await checkPlatform(site)).map(lineOf);

it('finds the function in its region with all traffic, and a missing webhook endpoint', async () => {
  const site = siteWith(platformOf([app], [{ revision: 'latest', percent: 100 }]), 'europe-west1');
  expect(await linesOf(site)).toEqual([
    'ok   function: app is active in europe-west1',
    'ok   region: europe-west1',
    'ok   traffic: all at the newest revision',
    'FAIL webhook for your own account: missing: npm run deploy -- --webhooks',
  ]);
});

it('finds another region, traffic that a rollback left on an old revision, and a missing function', async () => {
  const split = [
    { revision: 'app-00006', percent: 95 },
    { revision: 'app-00007', percent: 5 },
  ];
  const lines = await linesOf(siteWith(platformOf([app], split), 'us-central1'));
  expect(lines).toContain('FAIL region: europe-west1, not us-central1');
  expect(lines).toContain('FAIL traffic: 5 % at the newest revision');
  expect(await linesOf(siteWith(platformOf([], [])))).toContain('FAIL function: there is no function app');
});

it('says which checks it could not make without credentials', async () => {
  expect(await linesOf(siteWith(null))).toEqual([
    '--   function: needs credentials: --project',
    '--   webhook endpoints: needs credentials: --project',
  ]);
});
