import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { known } from '../../installation/google';
import { fakeBucket } from '../testing/fake-bucket';
import { folderFiles } from './release-files';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-releases-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ['a folder', () => folderFiles(folder)],
  ['a bucket', () => fakeBucket().files],
])('release files in %s', (_name, open) => {
  it('never replaces a file after it was first written', async () => {
    const files = open();
    expect(await files.read('embed/1.0.0/a.js')).toEqual(known(null));
    expect(await files.create('embed/1.0.0/a.js', Buffer.from('one'))).toEqual({
      ok: true,
      value: 'created',
    });
    expect(await files.create('embed/1.0.0/a.js', Buffer.from('two'))).toEqual({ ok: true, value: 'exists' });
    expect(await files.read('embed/1.0.0/a.js')).toEqual(known(Buffer.from('one')));
    await files.create('releases/2.json', Buffer.from('{}'));
    await files.create('releases/1.json', Buffer.from('{}'));
    expect(await files.list('releases/')).toEqual(known(['releases/1.json', 'releases/2.json']));
    expect(await files.list('nothing/')).toEqual(known([]));
  });
});
