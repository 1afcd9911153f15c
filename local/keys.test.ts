import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pushKeyOf } from '../functions/push/push-config';
import { readKeys } from './keys';

const keysPath = async () => join(await mkdtemp(join(tmpdir(), 'busker-keys-')), 'keys.json');

it('keeps the keys of the first start', async () => {
  const path = await keysPath();
  const first = await readKeys(path);
  expect(pushKeyOf(first.vapidPrivateKey)).not.toBeNull();
  expect(await readKeys(path)).toEqual(first);
});

it('adds a key for push to a folder of an earlier release, and keeps it', async () => {
  const path = await keysPath();
  const { vapidPrivateKey: _missing, ...earlier } = await readKeys(path);
  await writeFile(path, JSON.stringify(earlier));
  const read = await readKeys(path);
  expect(read).toMatchObject(earlier);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(read);
});
