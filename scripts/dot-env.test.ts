import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dotEnvSettings } from './dot-env';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-dot-env-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('reads values that a shell would split', async () => {
  const file = join(folder, '.env');
  await writeFile(file, 'OPERATOR_ADDRESS=1 Street; Town\nFIREBASE_WEB_CONFIG={"apiKey":"a"}\n');
  expect(await dotEnvSettings(file)).toEqual({
    OPERATOR_ADDRESS: '1 Street; Town',
    FIREBASE_WEB_CONFIG: '{"apiKey":"a"}',
  });
});

it('returns no settings when the file does not exist', async () => {
  expect(await dotEnvSettings(join(folder, 'none'))).toEqual({});
});
