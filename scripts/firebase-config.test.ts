import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as v from 'valibot';
import { screens } from '../core/web/route-headers';
import { firebaseConfig } from './firebase-config';

const file = new URL('../firebase.json', import.meta.url);

it('firebase.json is the table of headers and rewrites (npm run deploy -- --write-config makes it anew)', async () => {
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(firebaseConfig());
});

it('names rules and indexes that exist', async () => {
  const schema = v.object({
    firestore: v.object({ rules: v.string(), indexes: v.string() }),
    storage: v.object({ rules: v.string() }),
  });
  const { firestore, storage } = v.parse(schema, JSON.parse(await readFile(file, 'utf8')));
  for (const path of [firestore.rules, firestore.indexes, storage.rules])
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
});

it('rewrites every screen of the dashboard, and nothing else, to its page', async () => {
  const routes = await readFile(new URL('../dashboard/routes.tsx', import.meta.url), 'utf8');
  const first = [...routes.matchAll(/<Route path="\/([\w-]+)/g)].map(([, name = '']) => name);
  expect(first.length).toBeGreaterThan(9);
  expect([...new Set(first)].toSorted()).toEqual(screens);
});
