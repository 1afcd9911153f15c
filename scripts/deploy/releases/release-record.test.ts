import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, afterEach, beforeEach, expect, it } from 'vitest';
import { documentKinds } from '../../../functions/testing/document-kinds';
import { root } from '../../record/root';
import { fakeBucket } from '../testing/fake-bucket';
import { sha384 } from './keep-versions';
import { applyChannels, documentVersions, raisedSince } from './release-record';

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
  const core = `${root}core`;

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
