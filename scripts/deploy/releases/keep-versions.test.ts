import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeBucket, type FakeBucket } from '../testing/fake-bucket';
import { keepDashboards, keepVersions, sha384 } from './keep-versions';
import { filesBelow } from './release-files';

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
