import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBucket } from './fake-bucket';
import { keepDashboards } from './keep-dashboards';

let site = '';
let bucket: ReturnType<typeof fakeBucket>;
let copy: ReturnType<typeof fakeBucket>;
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'busker-dashboard-'));
  bucket = fakeBucket();
  copy = fakeBucket();
});
afterEach(() => rm(site, { recursive: true, force: true }));

async function deploy(number: number) {
  await rm(join(site, 'assets'), { recursive: true, force: true });
  await mkdir(join(site, 'assets'), { recursive: true });
  await writeFile(join(site, 'assets', 'same-1.js'), 'the same in all');
  await writeFile(join(site, 'assets', `main-${number}.js`), `dashboard ${number}`);
  await writeFile(join(site, 'index.html'), `page ${number}`);
  return keepDashboards({ kept: bucket.files, copy: copy.files, site, now: Date.UTC(2026, 0, number) });
}

// Holds host-023.
it('an open tab of each of the last five dashboards finds its chunks', async () => {
  for (let number = 1; number <= 6; number += 1) expect(await deploy(number)).toMatchObject({ ok: true });
  const mains = ['main-2.js', 'main-3.js', 'main-4.js', 'main-5.js', 'main-6.js'];
  expect((await readdir(join(site, 'assets'))).toSorted()).toEqual([...mains, 'same-1.js']);
});

it('copies the first page and the chunks of each kept dashboard to this machine', async () => {
  for (let number = 1; number <= 6; number += 1) await deploy(number);
  const [oldest = ''] = [...copy.objects.keys()]
    .filter((path) => path.endsWith('.html'))
    .toSorted()
    .slice(-4);
  expect(copy.objects.get(oldest)?.toString()).toBe('page 2');
  expect(copy.objects.get('assets/main-2.js')?.toString()).toBe('dashboard 2');
  expect([...bucket.objects.keys()].filter((path) => path.endsWith('.html'))).toHaveLength(6);
});

it('a second deploy of the same dashboard adds nothing and serves the same files', async () => {
  for (const number of [1, 2]) await deploy(number);
  const before = new Map(bucket.objects);
  expect(await deploy(2)).toEqual({ ok: true, value: 2 });
  expect(bucket.objects).toEqual(before);
  expect((await readdir(join(site, 'assets'))).toSorted()).toEqual(['main-1.js', 'main-2.js', 'same-1.js']);
});

it('stops when a chunk of an earlier dashboard was changed', async () => {
  await deploy(1);
  bucket.objects.set('assets/main-1.js', Buffer.from('evil'));
  expect(await deploy(2)).toEqual({ ok: false, problem: expect.stringContaining('assets/main-1.js') });
});
