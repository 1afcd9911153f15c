import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { differences, fileText, type Json, type Recorded } from './compare';
import { addStoredDocuments } from './documents';
import type { Record } from './records';

const recorded = new URL('recorded/', import.meta.url);

const fileOf = (name: string, value: Recorded): URL =>
  new URL(`${name}.${typeof value === 'string' ? 'txt' : 'json'}`, recorded);

/** What a record was when it was last accepted; undefined when it never was. */
async function readRecorded(name: string, now: Recorded): Promise<Recorded | undefined> {
  const text = await readFile(fileOf(name, now), 'utf8').catch(() => undefined);
  if (text === undefined || typeof now === 'string') return text;
  return JSON.parse(text) as Json;
}

const most = 40;

/** How what is made now differs from the record, as a text for the person who changed it; null = it does not. */
export async function changesOf({ name, says, make, compare = differences }: Record): Promise<string | null> {
  const now = await make();
  const before = await readRecorded(name, now);
  const changes = before === undefined ? ['it was never recorded'] : compare(before, now);
  if (changes.length === 0) return null;
  const left = changes.length - most;
  return [
    `The record "${name}" has changed: ${says}.`,
    ...changes.slice(0, most).map((change) => `  ${change}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    `If this is meant, accept it and look at the diff: npm run record -- --write ${name}`,
  ].join('\n');
}

/** Writes what is made now as the record. */
export async function acceptRecord({ name, make }: Record): Promise<void> {
  if (name === 'documents') await addStoredDocuments();
  const now = await make();
  await mkdir(recorded, { recursive: true });
  await writeFile(fileOf(name, now), fileText(now));
}
