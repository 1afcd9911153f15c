import { describe, expect, it } from 'vitest';
import type { Planned } from '../../ops/ops-plan';
import {
  known,
  parseIndexes,
  unanswered,
  type LiveFunction,
  type Reply,
  type StoreIndexes,
} from '../../installation/google';
import { lineOf, type Platform, type Site } from '../site';
import { platformOf, siteWith } from '../testing/fake-site';
import { checkPlatform, checkProject } from './platform';

describe('platform', () => {
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
});

describe('project', () => {
  const declared = parseIndexes(
    JSON.stringify({
      indexes: [
        {
          collectionGroup: 'tips',
          queryScope: 'COLLECTION',
          fields: [{ fieldPath: 'at', order: 'DESCENDING' }],
        },
      ],
      fieldOverrides: [{ collectionGroup: 'jobs', fieldPath: 'expiresAt', ttl: true, indexes: [] }],
    }),
  );
  const found = (ready: boolean, ttl: boolean): StoreIndexes => ({
    indexes: [
      { collection: 'tips', scope: 'COLLECTION', fields: [{ fieldPath: 'at', kind: 'DESCENDING' }], ready },
    ],
    fields: [{ collection: 'jobs', fieldPath: 'expiresAt', ttl, indexes: [] }],
  });
  const planned = (id: string, standing: Planned['standing']): Planned => ({
    resource: {
      id,
      find: { by: 'address', url: id },
      create: null,
      update: { method: 'PATCH', url: () => id },
      wanted: () => ({}),
    },
    live: null,
    standing,
  });

  const lines = async (answer: Reply<StoreIndexes>, ops: Platform['ops']) => {
    const platform = {
      ...platformOf([], []),
      indexes: { declared, read: () => Promise.resolve(answer) },
      ops,
    };
    return (await checkProject(siteWith(platform))).map(lineOf);
  };

  it('finds indexes, expiry, alerts and backups as they should be', async () => {
    const ops = () => Promise.resolve([planned('alert tick', { kind: 'same' })]);
    expect(await lines(known(found(true, true)), ops)).toEqual([
      'ok   indexes: 1 are ready',
      'ok   expiry of documents: 1 policies are active',
      'ok   alerts and backups: 1 are as ops/ describes them',
    ]);
  });

  it('finds an index that is being built, documents that never expire, and a missing alert', async () => {
    const ops = () =>
      Promise.resolve([
        planned('alert tick', { kind: 'missing' }),
        planned('bucket', { kind: 'unknown', why: 'status 403' }),
      ]);
    expect(await lines(known(found(false, false)), ops)).toEqual([
      'FAIL indexes: not ready: tips (collection) on at descending',
      'FAIL expiry of documents: not active: time to live of jobs.expiresAt',
      'FAIL alert tick: missing; mend it with npm run ops -- apply',
      'FAIL bucket: status 403',
    ]);
  });

  it('says what it could not check', async () => {
    expect(await lines(unanswered('status 403'), null)).toEqual([
      'FAIL indexes: status 403',
      '--   alerts and backups: needs the complete settings in .env',
    ]);
    expect((await checkProject(siteWith(null))).map(lineOf)).toEqual([
      '--   indexes, expiry and alerts: needs credentials: --project',
    ]);
  });
});
