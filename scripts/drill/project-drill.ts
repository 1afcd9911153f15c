import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../core/base/result';
import { decodeProfile } from '../../core/documents/profile-document';
import { parseConfig } from '../../functions/config';
import type { Env } from '../../functions/http/env-reader';
import { liveDeps } from '../../functions/live-deps';
import { firebaseStore } from '../../functions/firebase/firebase-adapters';
import { allDocuments } from '../../functions/store/all-documents';
import { totalsAgree } from '../../functions/tips/looks/verify-totals';
import { defaultToken, googleRest } from '../deploy/google/google-rest';
import { installationOf } from '../deploy/installation';
import { dotEnvSettings } from '../dot-env';
import type { Finding } from '../verify/finding';
import { realDrill, type RestoredApp } from './real-drill';
import { appFault, tipsFault } from './restored-parts';
import { indexFile } from './restore-steps';

/** The number of owners whose totals are added up again. The number is large enough to find faults, and cheap. */
const someOwners = 100;
const betweenQuestions = 15_000;

async function booksFault(projectId: string, database: string): Promise<string | null> {
  const store = firebaseStore({ projectId, database });
  let seen = 0;
  for await (const { value } of allDocuments(store, 'profiles', decodeProfile)) {
    if (!(await totalsAgree({ store }, value.uid)))
      return `the totals of ${value.handle} are not the sum of the tips`;
    seen += 1;
    if (seen === someOwners) break;
  }
  return seen === 0 ? 'there is no owner' : null;
}

/** The app of this checkout on another database. It has no bell of the cloud, since it does not run there, so it starts no job. */
function appOn(env: Env): RestoredApp {
  const deps = liveDeps(parseConfig(env), () => undefined);
  return { tipsFault: () => tipsFault(deps), appFault: () => appFault(deps) };
}

/** The drill of the project that `.env` describes, with Google's application default credentials. */
export async function projectDrill(
  report: (finding: Finding) => void,
): Promise<Result<readonly Finding[], readonly string[]>> {
  const settings = await dotEnvSettings();
  const installation = installationOf(settings);
  if (!installation.ok) return fail(['The settings in .env are not complete.', ...installation.problem]);
  const { projectId, database } = installation.value;
  const env = { ...settings, ...process.env };
  const hasSecrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'BUSKER_SECRET'].every(
    (name) => (env[name] ?? '') !== '',
  );
  const indexes: unknown = JSON.parse(await readFile('rules/firestore.indexes.json', 'utf8'));
  return ok(
    await realDrill({
      google: googleRest({ projectId, token: defaultToken, fetch }),
      projectId,
      database: database.id,
      rules: await readFile('rules/firestore.rules', 'utf8'),
      indexes: v.parse(indexFile, indexes),
      now: () => Date.now(),
      pause: () => new Promise((resolve) => setTimeout(resolve, betweenQuestions)),
      booksFault: (restored) => booksFault(projectId, restored),
      appOn: hasSecrets
        ? (restored) => appOn({ ...env, GCLOUD_PROJECT: projectId, FIRESTORE_DATABASE: restored })
        : null,
      report,
    }),
  );
}
