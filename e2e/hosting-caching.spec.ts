import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fileRows, isAsLong, missingRows, pageRows, profileRows } from '../scripts/verify/caching-table';
import { expect, test } from './fixtures';
import { startHostingEmulator } from './hosting-emulator';

const built = fileURLToPath(new URL('../dist/', import.meta.url));

// Holds host-026.
test('the built site and functions answer as in the caching table through the Firebase emulators, offline', async ({
  busker,
}) => {
  const [script] = (await readdir(`${built}dashboard/assets`)).filter((name) => name.endsWith('.js'));
  const [version = ''] = (await readdir(`${built}embed`)).filter((name) => /^\d/.test(name));
  const rows = [
    ...fileRows({ version, asset: `/assets/${script}` }),
    ...profileRows('ada'),
    ...pageRows,
    ...missingRows,
  ];
  const site = await startHostingEmulator(busker);
  try {
    const found = [];
    for (const { path, keeps } of rows) {
      const answer = await fetch(`${site.url}${path}`, { redirect: 'manual' });
      await answer.arrayBuffer();
      const kept = answer.headers.get('cache-control') ?? '';
      found.push({ path, status: answer.status, keeps: isAsLong(kept, keeps) ? keeps : kept });
    }
    expect(found).toEqual(rows);
    for (const path of ['/assets/old-1234.js', '/embed/9.9.9/x.js']) {
      const missing = await fetch(`${site.url}${path}`);
      expect([missing.status, missing.headers.get('cache-control')], path).toEqual([
        404,
        'public, max-age=0, s-maxage=10',
      ]);
    }
  } finally {
    await site.close();
  }
});
