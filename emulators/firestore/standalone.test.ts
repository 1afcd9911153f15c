import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { start } from './standalone';

const documents = 'v1/projects/demo-project/databases/(default)/documents';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'busker-standalone-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function seedFile(content: unknown): Promise<string> {
  const file = join(folder, 'seed.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function read(url: string, path: string): Promise<unknown> {
  const answer = await fetch(`${url}/${documents}/${path}`, { headers: { authorization: 'Bearer owner' } });
  return ((await answer.json()) as { fields?: unknown }).fields;
}

/** The status of a request with this `Host`, which `fetch` sets by itself. */
const statusFor = (port: number, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });

describe('the Firestore emulator alone', () => {
  it('has the documents of a seed, with plain JSON and values of the protocol', async () => {
    const born = { timestampValue: '2026-01-01T00:00:00.000000Z' };
    const ada = { name: 'Ada', age: 36, half: 0.5, tags: ['a', null], home: { far: true }, born };
    const emulator = await start({ seed: await seedFile({ 'users/ada': ada }) });
    expect(await read(emulator.url, 'users/ada')).toEqual({
      name: { stringValue: 'Ada' },
      age: { integerValue: '36' },
      half: { doubleValue: 0.5 },
      tags: { arrayValue: { values: [{ stringValue: 'a' }, { nullValue: null }] } },
      home: { mapValue: { fields: { far: { booleanValue: true } } } },
      born,
    });
    await emulator.stop();
  });

  it('keeps documents in its folder until it is reset', async () => {
    const data = join(folder, 'data');
    const first = await start({ data, seed: await seedFile({ 'users/ada': { name: 'Ada' } }) });
    await first.stop();
    const second = await start({ data });
    expect(await read(second.url, 'users/ada')).toEqual({ name: { stringValue: 'Ada' } });
    await second.stop();
    const third = await start({ data, reset: true });
    expect(await read(third.url, 'users/ada')).toBeUndefined();
    await third.stop();
  });

  it.each([
    ['no JSON', 'users: ada', /^seed names .*seed\.json, which is no JSON/],
    ['a list', [], /^seed needs an object of documents by path/],
    ['a collection', { users: {} }, /^seed has "users" in .*, which is no document with fields/],
    ['a reserved name', { 'users/ada': { __name__: 1 } }, /^seed is refused: .*__name__/],
  ])('refuses a seed with %s', async (_what, content, said) => {
    await expect(start({ seed: await seedFile(content) })).rejects.toThrow(said);
  });

  it('answers its own network once it is told to listen there, and a public name never', async () => {
    const alone = await start();
    const open = await start({ host: '0.0.0.0' });
    const asked = ['localhost', 'firestore:8080', '192.168.0.2', 'attacker.example'];
    const both = await Promise.all(
      [alone, open].map(({ port }) => Promise.all(asked.map((host) => statusFor(port, host)))),
    );
    expect(both).toEqual([
      [200, 403, 403, 403],
      [200, 200, 200, 403],
    ]);
    await alone.stop();
    await open.stop();
  });

  it('refuses an option that it does not have', async () => {
    await expect(start({ prot: 1 } as object)).rejects.toThrow(/^prot is no option/);
  });
});
