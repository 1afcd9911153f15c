import * as v from 'valibot';
import type { Installation } from '../installation';
import type { GoogleRest } from './google-rest';
import { known, mapped, type Reply } from './reply';

/** The text of the live rules; null = no rules were ever released. */
export interface ReleasedRules {
  readonly firestore: Reply<string | null>;
  readonly storage: Reply<string | null>;
}

const released = v.object({ rulesetName: v.string() });
const ruleset = v.object({ source: v.object({ files: v.array(v.object({ content: v.string() })) }) });

async function readRelease(google: GoogleRest, project: string, name: string): Promise<Reply<string | null>> {
  const api = 'https://firebaserules.googleapis.com/v1';
  const release = await google.read(`${api}/${project}/releases/${name}`, released);
  if (release.state === 'unknown') return release;
  if (release.value === null) return known(null);
  const rules = await google.read(`${api}/${release.value.rulesetName}`, ruleset);
  return mapped(rules, (value) => value?.source.files.map(({ content }) => content).join('\n') ?? null);
}

/** Firebase Rules (firebase.google.com/docs/reference/rules/rest). */
export async function readReleasedRules(
  google: GoogleRest,
  { projectId, database, bucket }: Pick<Installation, 'projectId' | 'database' | 'bucket'>,
): Promise<ReleasedRules> {
  const project = `projects/${projectId}`;
  const store = database.id === '(default)' ? 'cloud.firestore' : `cloud.firestore/${database.id}`;
  const [firestore, storage] = await Promise.all([
    readRelease(google, project, store),
    readRelease(google, project, `firebase.storage/${bucket}`),
  ]);
  return { firestore, storage };
}
