import * as v from 'valibot';
import { bad, judged, type Finding } from '../finding';
import type { Site } from '../site';
import { jsonOf } from './health';

const place = v.object({ host: v.string(), port: v.number() });
const config = v.object({
  firebase: v.object({ apiKey: v.string(), projectId: v.string(), storageBucket: v.string() }),
  database: v.optional(v.string(), '(default)'),
  emulators: v.nullable(v.object({ auth: v.string(), firestore: place, storage: place })),
});
const project = v.object({ authorizedDomains: v.optional(v.array(v.string()), []) });

const httpOf = ({ host, port }: v.InferOutput<typeof place>) => `http://${host}:${port}`;

/** Addresses of the services that browsers use, from the dashboard's own configuration. */
function servicesOf({ emulators }: v.InferOutput<typeof config>) {
  if (emulators === null)
    return {
      auth: 'https://identitytoolkit.googleapis.com',
      firestore: 'https://firestore.googleapis.com',
      storage: 'https://firebasestorage.googleapis.com',
    };
  return {
    auth: `${emulators.auth}/identitytoolkit.googleapis.com`,
    firestore: httpOf(emulators.firestore),
    storage: httpOf(emulators.storage),
  };
}

/** Documents and objects that anonymous visitors may not read. */
const closed = [
  'drafts/nobody',
  'accounts/nobody',
  'profiles/nobody/tips',
  'handles',
  'ledger',
  'consents',
  'heartbeats',
];

/** Checks that the sign-in service allows this host, and that the rules refuse anonymous reads. */
export async function checkServices(site: Site): Promise<readonly Finding[]> {
  const parsed = v.safeParse(config, jsonOf((await site.ask('/busker-config.json')).text));
  if (!parsed.success) return [bad('sign-in', '/busker-config.json cannot be read')];
  const { apiKey, projectId, storageBucket } = parsed.output.firebase;
  const at = servicesOf(parsed.output);
  const findings: Finding[] = [];
  const asked = await site.ask(`${at.auth}/v1/projects?key=${encodeURIComponent(apiKey)}`);
  const known = v.safeParse(project, jsonOf(asked.text));
  const domains = known.success ? known.output.authorizedDomains : [];
  const host = new URL(site.origin).hostname;
  findings.push(
    judged(
      'sign-in',
      asked.status !== 200 || !known.success
        ? `the sign-in service answered ${asked.status}`
        : domains.includes(host)
          ? null
          : `${host} is not an authorised domain`,
      `${host} is an authorised domain`,
    ),
  );
  const documents = `${at.firestore}/v1/projects/${projectId}/databases/${parsed.output.database}/documents`;
  for (const path of closed) {
    const { status } = await site.ask(`${documents}/${path}?key=${encodeURIComponent(apiKey)}`);
    findings.push(
      judged(`rules of ${path}`, status === 403 ? null : `a stranger got ${status}`, 'closed to strangers'),
    );
  }
  const upload = `${at.storage}/v0/b/${storageBucket}/o/${encodeURIComponent('uploads/nobody/picture-a')}?alt=media`;
  const { status } = await site.ask(upload);
  findings.push(
    judged('rules of uploads', status === 403 ? null : `a stranger got ${status}`, 'closed to strangers'),
  );
  return findings;
}
