import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryVersions } from './carry-versions.mjs';

const sha384 = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const origin = 'https://busker.example';
const hashes = (files) => Object.fromEntries(Object.entries(files).map(([f, t]) => [f, sha384(t)]));
const manifest = (version, files, others) =>
  JSON.stringify({
    version,
    ...(others === undefined ? {} : { files: hashes(others) }),
    integrity: hashes(files),
  });

let folder = '';
let live = {};
const get = async (url) => {
  const body = live[url.replace(`${origin}/embed/`, '')];
  return body === undefined ? new Response('', { status: 404 }) : new Response(body);
};
const carry = (more = {}) => carryVersions({ origin, folder, version: '0.3.0', get, ...more });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-carry-'));
  await mkdir(join(folder, '0.3.0'));
  await writeFile(join(folder, '0.3.0/manifest.json'), manifest('0.3.0', { 'busker.js': 'new' }));
  await writeFile(join(folder, 'versions.json'), JSON.stringify({ current: '0.3.0', versions: ['0.3.0'] }));
  live = {
    'versions.json': JSON.stringify({ versions: ['0.1.0', '0.2.0'] }),
    '0.1.0/manifest.json': manifest('0.1.0', { 'busker.js': 'one' }),
    '0.1.0/busker.js': 'one',
    '0.2.0/manifest.json': manifest('0.2.0', { 'busker.js': 'two', 'sheet-1.js': 'sheet' }),
    '0.2.0/busker.js': 'two',
    '0.2.0/sheet-1.js': 'sheet',
  };
});
afterEach(() => rm(folder, { recursive: true }));

describe('a deploy', () => {
  // Holds web-052, tag-068.
  it('keeps every earlier version reachable, file by file', async () => {
    expect(await carry()).toEqual({ ok: true, versions: ['0.1.0', '0.2.0', '0.3.0'] });
    expect(await readFile(join(folder, '0.2.0/sheet-1.js'), 'utf8')).toBe('sheet');
    expect(JSON.parse(await readFile(join(folder, 'versions.json'), 'utf8'))).toEqual({
      current: '0.3.0',
      versions: ['0.1.0', '0.2.0', '0.3.0'],
    });
  });

  it('keeps the icons of an earlier version, with their hashes when its manifest has them', async () => {
    await mkdir(join(folder, '0.3.0/icons'));
    for (const name of ['github', 'new'])
      await writeFile(join(folder, `0.3.0/icons/${name}.svg`), 'drawn anew');
    live['0.1.0/icons/github.svg'] = 'first drawing';
    live['0.2.0/manifest.json'] = manifest(
      '0.2.0',
      { 'busker.js': 'two' },
      { 'icons/x.svg': 'second drawing' },
    );
    live['0.2.0/icons/x.svg'] = 'second drawing';
    expect(await carry()).toMatchObject({ ok: true });
    expect(await readFile(join(folder, '0.1.0/icons/github.svg'), 'utf8')).toBe('first drawing');
    expect(await readFile(join(folder, '0.2.0/icons/x.svg'), 'utf8')).toBe('second drawing');
    await expect(readFile(join(folder, '0.1.0/icons/new.svg'))).rejects.toThrow('ENOENT');
  });

  it.each([
    [
      'an icon of an earlier version was altered',
      () => {
        live['0.2.0/manifest.json'] = manifest('0.2.0', { 'busker.js': 'two' }, { 'icons/x.svg': 'x' });
        live['0.2.0/icons/x.svg'] = 'y';
      },
      '0.2.0/icons/x.svg is missing or altered',
    ],
    [
      'a file of an earlier version is missing',
      () => delete live['0.1.0/busker.js'],
      '0.1.0/busker.js is missing',
    ],
    [
      'a file was altered',
      () => (live['0.2.0/sheet-1.js'] = 'evil'),
      '0.2.0/sheet-1.js is missing or altered',
    ],
    [
      'a list of files is missing',
      () => delete live['0.2.0/manifest.json'],
      'files of version 0.2.0 is missing',
    ],
    ['the live site cannot be read', () => delete live['versions.json'], 'add --first'],
  ])('is refused when %s', async (_name, harm, sentence) => {
    harm();
    expect(await carry()).toEqual({ ok: false, problem: expect.stringContaining(sentence) });
  });

  it('is refused when the same version is live with other files', async () => {
    live['versions.json'] = JSON.stringify({ versions: ['0.3.0'] });
    live['0.3.0/manifest.json'] = manifest('0.3.0', { 'busker.js': 'old' });
    expect(await carry()).toEqual({ ok: false, problem: expect.stringContaining('raise the version') });
  });

  it('of the first version ever needs nothing to carry', async () => {
    live = {};
    expect(await carry({ first: true })).toEqual({ ok: true, versions: ['0.3.0'] });
  });
});
