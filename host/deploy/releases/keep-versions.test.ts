import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '@busker/functions/app';
import { documentKinds } from '@busker/functions/testing/document-contract';
import { InMemoryEarlierFiles, inMemoryDeps } from '@busker/functions/testing/in-memory-deps';
import { startHostingMatcher } from '../../firebase/testing/from-firebase-tools';
import { known } from '../../installation/google';
import { runRollback } from '../rollback/run-rollback';
import { type FakeBucket, fakeBucket } from '../testing/fake-google';
import { FakeProject, deployIn, mainOf } from '../testing/fake-project';
import { keepDashboards, keepVersions, sha384 } from './keep-versions';
import { filesBelow } from './release-files';
import { applyChannels, documentVersions, raisedSince } from './release-record';

describe('keep versions', () => {
  type Files = Readonly<Record<string, string>>;
  const hashes = (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, sha384(Buffer.from(text))]));
  const manifest = (scripts: Files, others?: Files) =>
    JSON.stringify({
      integrity: hashes(scripts),
      ...(others === undefined ? {} : { files: hashes(others) }),
    });

  let folder = '';
  let bucket: FakeBucket;
  let live: Record<string, string>;
  /** What the last deploy asked the live site for. */
  let asked: string[];

  async function put(path: string, text: string) {
    await mkdir(dirname(join(folder, 'embed', path)), { recursive: true });
    await writeFile(join(folder, 'embed', path), text);
  }

  /** A fresh build of a version with one script and its icons, in the folders of a deploy. */
  async function build(version: string, script = `script of ${version}`, icons = 2) {
    await rm(join(folder, 'embed'), { recursive: true, force: true });
    const others = Object.fromEntries(
      Array.from({ length: icons }, (_, index) => [`icons/${index}.svg`, `icon ${index} of ${version}`]),
    );
    await put(`${version}/busker.js`, script);
    for (const [path, text] of Object.entries(others)) await put(`${version}/${path}`, text);
    await put(`${version}/manifest.json`, manifest({ 'busker.js': script }, others));
    await put('versions.json', JSON.stringify({ current: version, versions: [version] }));
  }

  const keep = (version: string, more: { first?: boolean } = {}) => {
    asked = [];
    return keepVersions({
      kept: bucket.files,
      live: {
        origin: 'https://busker.example',
        fetch: (input) => {
          const url = input instanceof Request ? input.url : input.toString();
          asked.push(url.replace('https://busker.example/embed/', ''));
          const text = live[url.replace('https://busker.example/embed/', '')];
          return Promise.resolve(new Response(text ?? '', { status: text === undefined ? 404 : 200 }));
        },
      },
      folder: join(folder, 'embed'),
      version,
      first: false,
      ...more,
    });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-keep-'));
    bucket = fakeBucket();
    live = {};
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  describe('the bucket of releases', () => {
    // Holds web-052, tag-068, host-021.
    it('keeps every file of every version, including icons, through three deploys, and puts none beside the new one', async () => {
      for (const [version, icons] of [
        ['0.1.0', 159],
        ['0.2.0', 3],
        ['0.3.0', 3],
      ] as const) {
        await build(version, `script of ${version}`, icons);
        expect(await keep(version, { first: true })).toMatchObject({ ok: true });
      }
      const kept = [...bucket.objects.keys()].filter((path) => path.startsWith('embed/0.1.0/'));
      expect(kept).toHaveLength(161);
      expect(bucket.objects.get('embed/0.1.0/icons/158.svg')?.toString()).toBe('icon 158 of 0.1.0');
      expect(bucket.objects.get('embed/0.2.0/busker.js')?.toString()).toBe('script of 0.2.0');
      const files = await filesBelow(join(folder, 'embed'));
      expect([...new Set(files.map((path) => path.split('/')[0]))]).toEqual(['0.3.0', 'versions.json']);
      expect(JSON.parse(await readFile(join(folder, 'embed/versions.json'), 'utf8'))).toEqual({
        current: '0.3.0',
        versions: ['0.1.0', '0.2.0', '0.3.0'],
      });
    });

    it('changes nothing when the same build is deployed again', async () => {
      await build('0.1.0');
      await keep('0.1.0', { first: true });
      const before = new Map(bucket.objects);
      expect(await keep('0.1.0')).toEqual({ ok: true, value: ['0.1.0'] });
      expect(bucket.objects).toEqual(before);
    });

    // Holds host-022.
    it('stops when a published version was built again with other bytes', async () => {
      await build('0.2.0');
      await keep('0.2.0', { first: true });
      await build('0.2.0', 'changed script');
      expect(await keep('0.2.0')).toEqual({
        ok: false,
        problem: expect.stringContaining('raise the version'),
      });
    });

    // Holds host-008.
    it('continues a version whose upload was interrupted', async () => {
      await build('0.1.0');
      await bucket.files.create('embed/0.1.0/busker.js', Buffer.from('script of 0.1.0'));
      expect(await keep('0.1.0', { first: true })).toEqual({ ok: true, value: ['0.1.0'] });
    });

    it.each([
      ['altered', (path: string) => bucket.objects.set(path, Buffer.from('evil'))],
      ['missing', (path: string) => bucket.objects.delete(path)],
    ])('stops when a file of an earlier version is %s', async (_what, harm) => {
      await build('0.1.0');
      await keep('0.1.0', { first: true });
      harm('embed/0.1.0/icons/1.svg');
      await build('0.2.0');
      expect(await keep('0.2.0')).toEqual({
        ok: false,
        problem: 'embed/0.1.0/icons/1.svg is missing or altered in the bucket of releases.',
      });
    });
  });

  describe('the first deploy with a bucket', () => {
    const publish = (version: string, scripts: Files, others?: Files) => {
      live[`${version}/manifest.json`] = manifest(scripts, others);
      for (const [path, text] of Object.entries({ ...scripts, ...others })) live[`${version}/${path}`] = text;
    };

    // Holds host-162.
    it('moves the versions of the live site into the bucket once, with icons that its manifest does not list', async () => {
      live['versions.json'] = JSON.stringify({ versions: ['0.1.0'] });
      publish('0.1.0', { 'busker.js': 'one' });
      live['0.1.0/icons/0.svg'] = 'first drawing';
      await build('0.2.0');
      expect(await keep('0.2.0')).toEqual({ ok: true, value: ['0.1.0', '0.2.0'] });
      expect(bucket.objects.get('embed/0.1.0/icons/0.svg')?.toString()).toBe('first drawing');
      expect(bucket.objects.has('embed/0.1.0/icons/1.svg')).toBe(false);
      const again = await keep('0.2.0');
      expect(again).toEqual({ ok: true, value: ['0.1.0', '0.2.0'] });
      expect(asked.filter((path) => path !== 'versions.json')).toEqual([]);
    });

    it('stops when a live file was changed, when a list is missing, and when nothing can be read', async () => {
      await build('0.2.0');
      expect(await keep('0.2.0')).toEqual({ ok: false, problem: expect.stringContaining('add --first') });
      live['versions.json'] = JSON.stringify({ versions: ['0.1.0'] });
      expect(await keep('0.2.0')).toEqual({
        ok: false,
        problem: expect.stringContaining('files of version 0.1.0 is missing'),
      });
      publish('0.1.0', { 'busker.js': 'one' });
      live['0.1.0/busker.js'] = 'evil';
      expect(await keep('0.2.0')).toEqual({
        ok: false,
        problem: expect.stringContaining('0.1.0/busker.js is missing or altered'),
      });
      expect(bucket.objects.size).toBe(0);
    });
  });
});

describe('keep dashboards', () => {
  let site = '';
  let bucket: ReturnType<typeof fakeBucket>;
  beforeEach(async () => {
    site = await mkdtemp(join(tmpdir(), 'busker-dashboard-'));
    bucket = fakeBucket();
  });
  afterEach(() => rm(site, { recursive: true, force: true }));

  const mainOf = (number: number) => `assets/main-1234567${number}.js`;
  async function deploy(number: number, name = mainOf(number)) {
    await rm(join(site, 'assets'), { recursive: true, force: true });
    await mkdir(join(site, 'assets'), { recursive: true });
    await writeFile(join(site, 'assets/same-12345678.js'), 'the same in all');
    await writeFile(join(site, name), `dashboard ${number}`);
    await writeFile(join(site, 'index.html'), `page ${number}`);
    return keepDashboards({ kept: bucket.files, site, now: Date.UTC(2026, 0, number) });
  }

  // Holds host-023.
  it('the chunks of the last five dashboards and more stay in the bucket, with their first pages, and Hosting gets its own alone', async () => {
    for (let number = 1; number <= 6; number += 1)
      expect(await deploy(number)).toEqual({ ok: true, value: Math.min(5, number) });
    for (let number = 1; number <= 6; number += 1)
      expect(bucket.objects.get(mainOf(number))?.toString()).toBe(`dashboard ${number}`);
    expect((await readdir(join(site, 'assets'))).toSorted()).toEqual([
      'main-12345676.js',
      'same-12345678.js',
    ]);
    expect([...bucket.objects.keys()].filter((path) => path.endsWith('.html'))).toHaveLength(6);
  });

  // Holds host-160.
  it('a second deploy of the same dashboard uploads nothing', async () => {
    for (const number of [1, 2]) await deploy(number);
    const before = new Map(bucket.objects);
    expect(await deploy(2)).toEqual({ ok: true, value: 2 });
    expect(bucket.objects).toEqual(before);
  });

  it('goes on with a dashboard whose upload was interrupted', async () => {
    await bucket.files.create(mainOf(1), Buffer.from('dashboard 1'));
    expect(await deploy(1)).toEqual({ ok: true, value: 1 });
    expect(bucket.objects.has('assets/same-12345678.js')).toBe(true);
  });

  it.each([
    ['changed', () => bucket.objects.set(mainOf(1), Buffer.from('evil'))],
    ['lost', () => bucket.objects.delete(mainOf(1))],
  ])('stops when a chunk of an earlier dashboard was %s', async (_, harm) => {
    await deploy(1);
    harm();
    expect(await deploy(2)).toEqual({ ok: false, problem: expect.stringContaining(mainOf(1)) });
  });

  it('stops, and uploads nothing, when the functions would not serve a file by its name', async () => {
    expect(await deploy(1, 'assets/picture-12345678.gif')).toEqual({
      ok: false,
      problem: expect.stringContaining('would not serve assets/picture-12345678.gif'),
    });
    expect(bucket.objects.size).toBe(0);
  });
});

it('the bucket of releases never replaces a file after it was first written', async () => {
  const { files } = fakeBucket();
  expect(await files.read('embed/1.0.0/a.js')).toEqual(known(null));
  expect(await files.create('embed/1.0.0/a.js', Buffer.from('one'))).toEqual({ ok: true, value: 'created' });
  expect(await files.create('embed/1.0.0/a.js', Buffer.from('two'))).toEqual({ ok: true, value: 'exists' });
  expect(await files.read('embed/1.0.0/a.js')).toEqual(known(Buffer.from('one')));
  await files.create('releases/2.json', Buffer.from('{}'));
  await files.create('releases/1.json', Buffer.from('{}'));
  expect(await files.list('releases/')).toEqual(known(['releases/1.json', 'releases/2.json']));
  expect(await files.list('nothing/')).toEqual(known([]));
});

describe('channels', () => {
  let folder = '';
  let bucket: ReturnType<typeof fakeBucket>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-channels-'));
    bucket = fakeBucket();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function deploy(version: string, day: number, early = false) {
    for (const name of ['v1.js', 'next.js']) await writeFile(join(folder, name), `entry of ${version}`);
    await writeFile(join(folder, 'versions.json'), JSON.stringify({ current: version, v1: 'its hash' }));
    const now = Date.UTC(2026, 0, day);
    return applyChannels({ kept: bucket.files, folder, version, early, now });
  }
  const served = (name: string) => readFile(join(folder, name), 'utf8');

  it('an early deploy changes /embed/next.js and leaves /embed/v1.js, until a deploy moves it', async () => {
    expect(await deploy('0.1.0', 1)).toEqual({ ok: true, value: '0.1.0' });
    expect(await deploy('0.2.0', 2, true)).toEqual({ ok: true, value: '0.1.0' });
    expect([await served('v1.js'), await served('next.js')]).toEqual(['entry of 0.1.0', 'entry of 0.2.0']);
    expect(JSON.parse(await served('versions.json'))).toEqual({
      current: '0.2.0',
      v1: sha384(Buffer.from('entry of 0.1.0')),
    });
    expect(await deploy('0.2.0', 3)).toEqual({ ok: true, value: '0.2.0' });
    expect(await served('v1.js')).toBe('entry of 0.2.0');
  });

  it('a second deploy of the same build adds no record', async () => {
    await deploy('0.1.0', 1);
    const before = new Map(bucket.objects);
    await deploy('0.1.0', 2);
    expect(bucket.objects).toEqual(before);
  });

  it('an early deploy stops when the entry file of the current version is missing', async () => {
    await deploy('0.1.0', 1);
    bucket.objects.delete('channels/0.1.0.js');
    expect(await deploy('0.2.0', 2, true)).toEqual({
      ok: false,
      problem: expect.stringContaining('missing'),
    });
  });
});

describe('the versions of stored documents', () => {
  const core = join(import.meta.dirname, '../../../core');

  // Holds host-020.
  it('are known of every document that core reads, wherever it lies', async () => {
    const kebab = (name: string) => name.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    const kinds = [...(await documentKinds()).keys()].map(kebab);
    expect(Object.keys(await documentVersions(core)).toSorted()).toEqual(kinds.toSorted());
  });

  // Holds host-020.
  it('a raised version is noticed in a file of any name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'busker-versions-'));
    await mkdir(join(folder, 'tip'));
    await writeFile(
      join(folder, 'tip/tip.ts'),
      "const tip = {\n  kind: 'tip',\n  version: 2,\n  schema,\n};",
    );
    const raised = await documentVersions(folder);
    await writeFile(join(folder, 'again.ts'), "const again = { kind: 'tip', version: 1 };");
    await expect(documentVersions(folder)).rejects.toThrow('Two documents are of the kind tip');
    await rm(folder, { recursive: true });
    expect(raised).toEqual({ tip: 2 });
    expect(raisedSince(await documentVersions(core), raised)).toEqual(['tip']);
  });
});

describe('a release after this one', () => {
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
