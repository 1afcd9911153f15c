import { expect, it } from 'vitest';
import { parseIndexes } from '../../deploy/steps/judge-indexes';
import { known, unanswered, type Reply } from '../../deploy/google/reply';
import type { StoreIndexes } from '../../deploy/google/store-indexes';
import type { Planned } from '../../ops/ops-plan';
import { lineOf } from '../finding';
import type { Platform } from '../site';
import { platformOf, siteWith } from './fake-site';
import { checkProject } from './project';

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
  const platform = { ...platformOf([], []), indexes: { declared, read: () => Promise.resolve(answer) }, ops };
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
