import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../functions/app';
import { InMemoryEarlierFiles } from '../../../functions/testing/in-memory-earlier-files';
import { inMemoryDeps } from '../../../functions/testing/in-memory-deps';
import { startHostingMatcher } from '../../hosting-matcher';
import { deployIn, FakeProject, mainOf } from '../testing/fake-project';
import { runRollback } from '../rollback/run-rollback';
import { sha384 } from './keep-versions';
import { filesBelow } from './release-files';

// What becomes of the files of earlier releases at a deploy: the deploy in memory, then Hosting's own matching with the files of dist/hosting, and the
// server behind it with the bucket that the deploy wrote.

let fake: FakeProject;
beforeEach(async () => {
  fake = await FakeProject.make();
});
afterEach(() => fake.close());

const deploy = (words = '') => deployIn(fake, words);

/** The bucket and the live site as a deploy of 0.1.0 left them before the functions served earlier files. */
function deployedBefore(): void {
  const files = {
    'embed/0.1.0/busker.js': '0.1.0',
    'embed/0.1.0/icons/amazon.svg': '<svg/>',
    'embed/0.1.0/manifest.json': JSON.stringify({
      integrity: { 'busker.js': sha384(Buffer.from('0.1.0')) },
      files: { 'icons/amazon.svg': sha384(Buffer.from('<svg/>')) },
    }),
    'assets/old-main-Fa9yc3EG.js': 'old dashboard',
    'dashboards/20261101T120000Z-abcdefgh1234.html': 'old page',
    'dashboards/20261101T120000Z-abcdefgh1234.json': JSON.stringify({
      v: 1,
      assets: { 'assets/old-main-Fa9yc3EG.js': sha384(Buffer.from('old dashboard')) },
    }),
    'channels/0.1.0.js': 'entry of 0.1.0',
    'promotions/20261101T120000Z-0.1.0.txt': '0.1.0',
  };
  for (const [name, text] of Object.entries(files)) {
    fake.bucket.objects.set(name, Buffer.from(text));
    fake.live.set(name, text);
  }
  fake.live.set('embed/versions.json', JSON.stringify({ current: '0.1.0', versions: ['0.1.0'] }));
  fake.functions.deploy(['app', 'followtips'], 'of before', {});
  fake.hosting.deploy('busker of before');
}

/** The site after a deploy: the files that Hosting got, and the functions for everything else. */
async function ask(path: string) {
  const { hosting } = JSON.parse(await readFile(`${fake.root}firebase.deploy.json`, 'utf8'));
  const app = createApp({ ...inMemoryDeps(), earlierFiles: new InMemoryEarlierFiles(fake.bucket.objects) });
  const site = await startHostingMatcher(hosting, await filesBelow(`${fake.root}dist/hosting`), app);
  try {
    const { status, by, headers } = await site.answer(path);
    return { status, by, keeps: headers.get('cache-control') };
  } finally {
    await site.close();
  }
}

const year = 'public, max-age=31536000, immutable';

describe('a release after this one', () => {
  // Holds host-159.
  it('gives Hosting its own files alone, and the functions serve those of an installation from before', async () => {
    deployedBefore();
    const before = new Map(fake.bucket.objects);
    await fake.build('0.2.0');
    expect(await deploy()).toMatchObject({ code: 0 });
    for (const [name, bytes] of before) expect(fake.bucket.objects.get(name)).toEqual(bytes);
    expect((await filesBelow(`${fake.root}dist/hosting`)).filter((path) => /\d/.test(path))).toEqual([
      `assets/${mainOf('0.2.0')}`,
      'embed/0.2.0/busker.js',
      'embed/0.2.0/manifest.json',
      'embed/v1.js',
    ]);
    const own = 'embed/0.2.0/busker.js';
    expect(await ask(`/${own}`)).toEqual({ status: 200, by: own, keeps: year });
    for (const [path, text] of [
      ['/embed/0.1.0/busker.js', '0.1.0'],
      ['/embed/0.1.0/icons/amazon.svg', '<svg/>'],
      ['/assets/old-main-Fa9yc3EG.js', 'old dashboard'],
    ] as const)
      expect(await ask(path), path).toEqual({ status: 200, by: text, keeps: year });
    expect(await ask('/dashboards/20261101T120000Z-abcdefgh1234.html')).toMatchObject({ status: 404 });
  });

  // Holds host-162.
  it('takes the versions that only Hosting has into the bucket before it releases new files, and only once', async () => {
    deployedBefore();
    fake.bucket.objects.clear();
    await fake.build('0.2.0');
    expect(await deploy()).toMatchObject({ code: 0 });
    expect(await ask('/embed/0.1.0/icons/amazon.svg')).toEqual({ status: 200, by: '<svg/>', keeps: year });
    fake.live.clear();
    const objects = new Map(fake.bucket.objects);
    expect(await deploy()).toMatchObject({ code: 0, commands: [] });
    expect(fake.bucket.objects).toEqual(objects);
  });

  // Holds host-160.
  it.each(['functions', 'hosting'])(
    'that is killed at %s has stored its files, leaves the site as it was, and uploads nothing again',
    async (step) => {
      deployedBefore();
      await fake.build('0.2.0');
      fake.breaks = step;
      expect((await deploy()).code).toBe(1);
      expect(await fake.hosting.releases()).toMatchObject({ value: [{ message: 'busker of before' }] });
      const stored = new Map(fake.bucket.objects);
      expect([...stored.keys()]).toEqual(
        expect.arrayContaining(['embed/0.1.0/busker.js', 'embed/0.2.0/busker.js']),
      );
      expect((await deploy()).code).toBe(0);
      const added = [...fake.bucket.objects.keys()].filter((name) => !stored.has(name));
      expect(added).toEqual([expect.stringMatching(/^releases\//)]);
    },
  );

  it('after a rollback its pinned version and its open tabs still find their files', async () => {
    await deploy('--first');
    await fake.build('0.2.0');
    await deploy();
    expect(await runRollback([], fake.machine(), fake.services)).toBe(0);
    await fake.build('0.1.0');
    expect(await deploy('--plan')).toMatchObject({ code: 0 });
    expect(await ask('/embed/0.2.0/busker.js')).toEqual({ status: 200, by: '0.2.0', keeps: year });
    expect(await ask(`/assets/${mainOf('0.2.0')}`)).toEqual({ status: 200, by: '0.2.0', keeps: year });
  });
});
