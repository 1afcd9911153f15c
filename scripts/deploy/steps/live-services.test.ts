import { describe, expect, it } from 'vitest';
import { ok } from '../../../core/base/result';
import { readIndexes } from '../../installation/google';
import { lineOf } from '../../installation/installation';
import { fakeGoogle, fakeInstallation } from '../testing/fake-google';
import { readReleasedRules, rulesStep } from './publish-steps';

describe('live services', () => {
  const rules = 'https://firebaserules.googleapis.com/v1';

  it('reads the live rules, including those of a named database, and finds differences', async () => {
    const google = fakeGoogle({
      [`GET ${rules}/projects/busker-test/releases/cloud.firestore/restored`]: {
        rulesetName: 'projects/busker-test/rulesets/1',
      },
      [`GET ${rules}/projects/busker-test/rulesets/1`]: {
        source: { files: [{ name: 'a', content: 'x\ny' }] },
      },
    });
    const wanted = fakeInstallation({ database: { id: 'restored', location: 'eur3' } });
    const step = rulesStep({
      ours: { firestore: 'x\nz', storage: 's' },
      read: () => readReleasedRules(google.rest, wanted),
      deploy: () => Promise.resolve(ok(null)),
    });
    expect((await step.ask()).map(lineOf)).toEqual([
      'to do: rules of Firestore: 1 lines added, 1 removed',
      'to do: rules of Storage, which were never released',
    ]);
  });

  it("reads indexes and fields, without the document's name that the service adds", async () => {
    const groups =
      'https://firestore.googleapis.com/v1/projects/busker-test/databases/(default)/collectionGroups/-';
    const parent = 'projects/busker-test/databases/(default)/collectionGroups';
    const filter = encodeURIComponent('indexConfig.usesAncestorConfig:false OR ttlConfig:*');
    const google = fakeGoogle({
      [`GET ${groups}/indexes?pageSize=300`]: {
        indexes: [
          {
            name: `${parent}/tips/indexes/1`,
            queryScope: 'COLLECTION_GROUP',
            state: 'CREATING',
            fields: [
              { fieldPath: 'livemode', order: 'ASCENDING' },
              { fieldPath: '__name__', order: 'ASCENDING' },
            ],
          },
        ],
      },
      [`GET ${groups}/fields?pageSize=300&filter=${filter}`]: {
        fields: [
          { name: `${parent}/limits/fields/expiresAt`, indexConfig: {}, ttlConfig: { state: 'ACTIVE' } },
        ],
      },
    });
    expect(await readIndexes(google.rest, 'busker-test', '(default)')).toEqual({
      state: 'known',
      value: {
        indexes: [
          {
            collection: 'tips',
            scope: 'COLLECTION_GROUP',
            fields: [{ fieldPath: 'livemode', kind: 'ASCENDING' }],
            ready: false,
          },
        ],
        fields: [{ collection: 'limits', fieldPath: 'expiresAt', ttl: true, indexes: [] }],
      },
    });
  });
});
