import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { CustomDomains, DomainsFailure } from '../domains/domain-ports';

const address = 'https://firebasehosting.googleapis.com';

/** The permission that adds, reads and removes the domains of a site (firebase.google.com/docs/projects/iam/permissions#hosting). */
export const hostingPermission = 'firebasehosting.sites.update';

/** Milliseconds until a request ends without an answer. */
const patience = 15_000;

/** The parts of a CustomDomain that matter here (firebase.google.com/docs/reference/hosting/rest/v1beta1/projects.sites.customDomains). */
const customDomain = v.object({
  hostState: v.optional(v.string(), ''),
  /** Set after a deletion: the service keeps it for 30 days. */
  deleteTime: v.optional(v.string()),
  cert: v.optional(v.object({ state: v.optional(v.string(), '') })),
});
const refusal = v.object({
  error: v.object({ status: v.optional(v.string(), ''), message: v.optional(v.string(), '') }),
});

/** States in which the certificate covers the domain. */
const covered = new Set(['CERT_ACTIVE', 'CERT_EXPIRING_SOON']);

interface HostingOptions {
  readonly project: string;
  /** The id of a site that has nothing but a rewrite of every address to the function. */
  readonly site: string;
  readonly token: () => Promise<string>;
  readonly fetch?: typeof fetch;
}

/** The domains of a site of Firebase Hosting, which gets and renews their certificates. */
export function hostingDomains({ project, site, token, fetch: send = fetch }: HostingOptions): CustomDomains {
  const all = `${address}/v1beta1/projects/${project}/sites/${site}/customDomains`;
  const one = (domain: string) => `${all}/${encodeURIComponent(domain)}`;

  /** The answer's status and body; every refusal but those of `expected` is a failure. */
  async function ask(
    url: string,
    method: string,
    expected: readonly number[],
  ): Promise<Result<{ readonly status: number; readonly body: unknown }, DomainsFailure>> {
    try {
      const headers = { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/json' };
      const body = method === 'POST' ? { body: '{}' } : {};
      const answer = await send(url, { method, headers, ...body, signal: AbortSignal.timeout(patience) });
      const { status } = answer;
      const json: unknown = await answer.json().catch(() => null);
      if (answer.ok || expected.includes(status)) return ok({ status, body: json });
      return fail(failureOf(status, json));
    } catch (error) {
      return fail({ kind: 'unavailable', error });
    }
  }

  async function read(domain: string) {
    const answer = await ask(one(domain), 'GET', [404]);
    if (!answer.ok) return answer;
    const found = answer.value.status === 404 ? null : v.safeParse(customDomain, answer.value.body);
    if (found === null) return ok(null);
    if (found.success) return ok(found.output);
    return fail<DomainsFailure>({
      kind: 'unavailable',
      error: new Error('Hosting answered in another form'),
    });
  }

  return {
    // The records that Hosting's console shows for a new domain.
    target: { cname: `${site}.web.app`, apexText: `hosting-site=${site}` },
    async add(domain) {
      const before = await read(domain);
      if (!before.ok) return before;
      if (before.value?.deleteTime === undefined && before.value !== null) return ok(null);
      const made =
        before.value === null
          ? await ask(`${all}?customDomainId=${encodeURIComponent(domain)}`, 'POST', [409])
          : await ask(`${one(domain)}:undelete`, 'POST', []);
      return made.ok ? ok(null) : made;
    },
    async certificate(domain) {
      const found = await read(domain);
      if (!found.ok) return found;
      if (found.value === null || found.value.deleteTime !== undefined) return ok('none');
      const { hostState, cert } = found.value;
      return ok(hostState === 'HOST_ACTIVE' && covered.has(cert?.state ?? '') ? 'active' : 'coming');
    },
    async remove(domain) {
      const gone = await ask(one(domain), 'DELETE', [404]);
      return gone.ok ? ok(null) : gone;
    },
  };
}

function failureOf(status: number, body: unknown): DomainsFailure {
  if (status === 401 || status === 403) return { kind: 'not-allowed', permission: hostingPermission };
  if (status === 400 || status === 409) return { kind: 'refused' };
  const read = v.safeParse(refusal, body);
  const said = read.success ? `${read.output.error.status} ${read.output.error.message}` : '';
  return { kind: 'unavailable', error: new Error(`Hosting answered ${status} ${said}`.trim()) };
}
