import { parse } from 'tldts';
import { isLeaving } from '@busker/core/account/account-document';
import { fail, ok, problem, refusedField, type Problem, type Result } from '@busker/core/base/result';
import type { DomainAnswer } from '@busker/core/domains/domain-api';
import { collections } from '@busker/core/documents/documents';
import { ownDomainDocument, type OwnDomain } from '@busker/core/domains/domain-document';
import {
  addressOn,
  domainRecords,
  domainStep,
  endOf,
  isProved,
  isSet,
  isWithin,
  keptOf,
  newProgress,
  nothingSeen,
  type DomainTarget,
  type SeenRecords,
} from '@busker/core/domains/own-domain';
import type { JobKind } from '@busker/core/jobs/job-document';
import { offerWallets, withdrawWallets } from '../card-domains/host-domain';
import type { Deps, Owner } from '../deps';
import { mayChangeDomain } from '../limits/limit-rules';
import { domainMailTexts, letter, mailLanguage, paragraphs, type Letter } from '../mail/post-mail';
import type { JobRun } from '../queue/job-work';
import {
  each,
  NotAnswered,
  readableItems,
  sweepPages,
  type Recurring,
  type SweepResult,
} from '../queue/sweep';
import { stored, type Transaction } from '../store/store';
import type { DomainsFailure } from './domain-ports';

export type DomainDeps = Pick<
  Deps,
  'store' | 'clock' | 'config' | 'ids' | 'log' | 'dns' | 'customDomains' | 'idTokens' | 'wallets'
>;

const nowhere: DomainTarget = { cname: '', a: [], aaaa: [], apexText: null };

/** Where domains must lead now. An address may change, so it is looked up each time. Null = the name servers did not answer. */
async function targetNow({
  dns,
  customDomains,
}: Pick<DomainDeps, 'dns' | 'customDomains'>): Promise<DomainTarget | null> {
  if (customDomains === null) return nowhere;
  const addresses = await dns.addresses(customDomains.target.cname);
  return addresses && { ...customDomains.target, a: addresses.a, aaaa: addresses.aaaa };
}

/** An owner's domain as the dashboard shows it. */
export async function domainOf(deps: DomainDeps, uid: string): Promise<DomainAnswer> {
  const { store, config, customDomains } = deps;
  const offered = customDomains !== null;
  const own = await store.read(stored.ownDomain(uid));
  if (own === undefined) return { offered, domain: null };
  const target = (await targetNow(deps)) ?? { ...nowhere, ...customDomains?.target };
  const { domain: name, state, seen, checkedAt, brokenSince, permission, wallets } = own;
  return {
    offered,
    domain: {
      name,
      state,
      url: addressOn(name, config.publicOrigin),
      records: domainRecords(own, target, seen).map((record) => ({
        ...record,
        values: [...record.values],
        seen: [...record.seen],
      })),
      checkedAt,
      brokenSince,
      endsAt: endOf(own),
      permission,
      wallets: state === 'live' ? (wallets?.state ?? null) : null,
    },
  };
}

/** The registered domain of a name that an owner may have; null = everybody can have names there (`co.uk`, `github.io`), or it is the host's own. */
export function zoneOf(
  domain: string,
  { publicOrigin }: Pick<Deps['config'], 'publicOrigin'>,
): string | null {
  if (isWithin(domain, new URL(publicOrigin).hostname)) return null;
  const { domain: zone, publicSuffix } = parse(domain, { allowPrivateDomains: true });
  return zone === null || publicSuffix === domain ? null : zone;
}

/** Takes what an owner has of a domain from them. The claim of another owner stays. Call the result after the transaction's last read. */
async function givenBack(tx: Transaction, { uid, domain }: OwnDomain): Promise<() => void> {
  const claim = stored.provedDomain(domain);
  const holder = await tx.read(claim);
  const profile = await tx.read(stored.profile(uid));
  return () => {
    if (holder?.uid === uid) tx.remove(claim.path);
    if (profile !== undefined && profile.domain !== null)
      tx.write(stored.profile(uid), { ...profile, domain: null });
  };
}

/** Before the domain is free for others, the certificate service forgets it: afterwards it could be another owner's already. */
async function forgetCertificate({ customDomains }: DomainDeps, { domain, provedAt }: OwnDomain) {
  if (customDomains === null || provedAt === null) return ok(null);
  return customDomains.remove(domain);
}

/** Why this owner cannot have the domain; null = they can ask for it. */
async function refusalOf(
  from: Pick<Transaction, 'read'>,
  uid: string,
  domain: string,
): Promise<Problem | null> {
  if ((await from.read(stored.deletion(uid))) !== undefined) return problem('sign-in-required');
  if (isLeaving(await from.read(stored.leaving(uid)))) return problem('account-leaving');
  if ((await from.read(stored.profile(uid))) === undefined) return problem('profile-not-found');
  const holder = await from.read(stored.provedDomain(domain));
  return holder !== undefined && holder.uid !== uid ? refusedField('domain', 'domain-taken') : null;
}

/** Wants a domain for the owner's page. The one before is given back. The same one again changes nothing. */
export async function wantDomain(
  deps: DomainDeps & Pick<Deps, 'limits'>,
  { uid }: Pick<Owner, 'uid'>,
  domain: string,
): Promise<Result<null>> {
  const { store, clock, config, ids, customDomains } = deps;
  const zone = zoneOf(domain, config);
  if (zone === null) return fail(refusedField('domain', 'domain-shared'));
  if (customDomains === null) return fail(problem('domain-not-offered'));
  const allowed = await mayChangeDomain(deps, uid);
  if (!allowed.ok) return allowed;
  // Before anything of the domain that they have is given up.
  const early = await refusalOf(store, uid, domain);
  if (early !== null) return fail(early);
  const before = await store.read(stored.ownDomain(uid));
  if (before !== undefined && before.domain !== domain) {
    const gone = await forgetCertificate(deps, before);
    if (!gone.ok && gone.problem.kind === 'unavailable') return fail(notNow(deps, gone.problem));
  }
  const token = `${ids.fresh()}${ids.fresh()}`.slice(0, 40);
  const wanted = await store.transaction<Result<null>>(async (tx) => {
    const refusal = await refusalOf(tx, uid, domain);
    if (refusal !== null) return fail(refusal);
    const own = await tx.read(stored.ownDomain(uid));
    if (own?.domain === domain && own.state !== 'released') return ok(null);
    const giveBack = own === undefined ? null : await givenBack(tx, own);
    giveBack?.();
    tx.write(stored.ownDomain(uid), {
      v: 1,
      uid,
      domain,
      zone,
      token,
      askedAt: clock.now(),
      ...newProgress,
      seen: null,
      silentSince: null,
      checkedAt: null,
      permission: null,
      wallets: null,
    });
    return ok(null);
  });
  if (wanted.ok && before !== undefined && before.domain !== domain) await withdrawWallets(deps, before);
  return wanted;
}

function notNow({ log }: Pick<Deps, 'log'>, failure: DomainsFailure) {
  if (failure.kind === 'unavailable') log.serviceUnavailable({ service: 'domains', error: failure.error });
  return problem('service-unavailable');
}

/** The owner's page has no domain any more, and the domain is free. */
export async function giveBackDomain(deps: DomainDeps, { uid }: Pick<Owner, 'uid'>): Promise<Result<null>> {
  const before = await deps.store.read(stored.ownDomain(uid));
  if (before === undefined) return ok(null);
  const gone = await forgetCertificate(deps, before);
  if (!gone.ok && gone.problem.kind === 'unavailable') return fail(notNow(deps, gone.problem));
  await deps.store.transaction(async (tx) => {
    const own = await tx.read(stored.ownDomain(uid));
    if (own === undefined) return;
    const giveBack = await givenBack(tx, own);
    giveBack();
    tx.remove(stored.ownDomain(uid).path);
  });
  await withdrawWallets(deps, before);
  return ok(null);
}

/** The same when the account is deleted. Throws while the certificate service does not answer: the deletion is tried again. */
export async function removeDomain(deps: DomainDeps, uid: string): Promise<void> {
  const gone = await giveBackDomain(deps, { uid });
  if (!gone.ok) throw new NotAnswered(new Error('The domain cannot be given back now'));
}

interface Certificate {
  readonly isActive: boolean;
  readonly permission: string | null;
}

/** Asks for the certificate of a domain that is proved, and whether it is there. */
async function certificateOf(
  { customDomains, log }: DomainDeps,
  domain: string,
): Promise<Certificate | null> {
  if (customDomains === null) return null;
  const added = await customDomains.add(domain);
  const found = added.ok ? await customDomains.certificate(domain) : added;
  if (found.ok) return { isActive: found.value === 'active', permission: null };
  if (found.problem.kind === 'not-allowed') return { isActive: false, permission: found.problem.permission };
  if (found.problem.kind === 'refused') return { isActive: false, permission: null };
  log.serviceUnavailable({ service: 'domains', error: found.problem.error });
  return null;
}

/** At most this many times in a check: the first step proves the domain, the second one looks at its certificate. */
const mostSteps = 2;

/** Looks the records up and takes the next step. True = the domain is in another state now. */
export async function checkDomain(deps: DomainDeps, uid: string): Promise<boolean> {
  let changed = false;
  for (let step = 0; step < mostSteps; step += 1) {
    const end = await takeStep(deps, uid);
    changed ||= end !== 'same';
    if (end !== 'proved') break;
  }
  return changed;
}

async function takeStep(deps: DomainDeps, uid: string): Promise<'same' | 'changed' | 'proved'> {
  const { store, clock, dns } = deps;
  const own = await store.read(stored.ownDomain(uid));
  if (own === undefined || own.state === 'released' || deps.customDomains === null) return 'same';
  const [target, answer] = await Promise.all([targetNow(deps), dns.records(own.domain)]);
  // Nothing is known without an answer: neither that a record is right nor that it is gone.
  if (target === null) return 'same';
  const seen = answer ?? (await withoutAnswer(deps, own));
  if (seen === null) return 'same';
  const records = domainRecords(own, target, seen);
  const isReady = own.provedAt !== null && isSet(records);
  const certificate = isReady ? await certificateOf(deps, own.domain) : { isActive: false, permission: null };
  // While the certificate service is away, a page that is live stays live.
  const hasCertificate = certificate?.isActive ?? own.state === 'live';
  const now = clock.now();
  // A letter is about a record that has been gone for a day: most checks need no look for the owner's address.
  const mails = own.brokenSince === null ? null : await domainLetters(deps, own);
  const after = await store.transaction(async (tx): Promise<OwnDomain | null> => {
    const current = await tx.read(stored.ownDomain(uid));
    if (current === undefined || current.token !== own.token || current.state === 'released') return null;
    const claim = stored.provedDomain(own.domain);
    const holder = await tx.read(claim);
    const profile = await tx.read(stored.profile(uid));
    const isTaken = holder !== undefined && holder.uid !== uid;
    const { progress, letter: days } = domainStep(current, { records, hasCertificate, isTaken }, now);
    if (progress.state === 'released' && holder?.uid === uid) tx.remove(claim.path);
    else if (!isTaken && holder === undefined && isProved(records))
      tx.write(claim, { v: 1, domain: own.domain, uid, provedAt: now });
    const domain = progress.state === 'live' ? own.domain : null;
    if (profile !== undefined && profile.domain !== domain)
      tx.write(stored.profile(uid), { ...profile, domain });
    const written = {
      ...current,
      ...progress,
      seen: keptOf(own, target, seen),
      silentSince: answer === null ? current.silentSince : null,
      checkedAt: now,
      permission: certificate?.permission ?? null,
      // A domain that is well again is registered again, which validates it.
      wallets: progress.state === 'live' ? current.wallets : current.wallets && { ...current.wallets, at: 0 },
    };
    tx.write(stored.ownDomain(uid), written);
    if (days !== null) mails?.[days].write(tx);
    return written;
  });
  if (after === null) return 'same';
  if (after.state === 'released') {
    // Afterwards it may be another owner's, but nobody can have proved it within this moment: its record is gone.
    await forgetCertificate(deps, own);
    await withdrawWallets(deps, own);
    return 'changed';
  }
  if (after.state === 'live') await keepWallets(deps, after);
  if (own.provedAt === null && after.provedAt !== null) return 'proved';
  return after.state === own.state ? 'same' : 'changed';
}

async function keepWallets(deps: DomainDeps, own: OwnDomain): Promise<void> {
  const wallets = await offerWallets(deps, own);
  if (wallets === own.wallets) return;
  await deps.store.transaction(async (tx) => {
    const current = await tx.read(stored.ownDomain(own.uid));
    if (current?.token === own.token && current.state === 'live')
      tx.write(stored.ownDomain(own.uid), { ...current, wallets });
  });
}

/** Milliseconds. A domain whose name servers have not answered for so long counts as one without records: nobody can reach its page either. */
const silenceKept = 7 * 24 * 60 * 60_000;

/** What is concluded from name servers that do not answer, while those of this host's own name do; null = nothing yet. */
async function withoutAnswer(
  { store, clock }: DomainDeps,
  { uid, token, provedAt, silentSince }: OwnDomain,
): Promise<SeenRecords | null> {
  const now = clock.now();
  if (silentSince !== null) return now - silentSince >= silenceKept ? nothingSeen : null;
  if (provedAt === null) return null;
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.ownDomain(uid));
    if (current?.token === token && current.state !== 'released')
      tx.write(stored.ownDomain(uid), { ...current, silentSince: now });
  });
  return null;
}

/** The letters that a check may send; null = the owner has no confirmed address, or this host sends none. */
async function domainLetters(
  deps: DomainDeps,
  { uid, domain }: OwnDomain,
): Promise<Readonly<Record<1 | 7 | 14, Letter>> | null> {
  const { config, idTokens, store } = deps;
  if (config.mails === 'print') return null;
  const contact = await idTokens.contact(uid);
  if (contact?.email == null || !contact.emailVerified) return null;
  const { email } = contact;
  const preferences = await store.read(stored.preferences(uid));
  const texts = domainMailTexts(mailLanguage(preferences?.language ?? 'auto'));
  const screen = `${config.publicOrigin}/settings/domain`;
  const broken = (text: string) =>
    letter(deps, email, {
      subject: texts.broken.subject({ domain }),
      text: paragraphs(text, texts.broken.todo, screen),
    });
  return {
    1: broken(texts.broken.day({ domain })),
    7: broken(texts.broken.week({ domain })),
    14: letter(deps, email, {
      subject: texts.released.subject({ domain }),
      text: paragraphs(texts.released.text({ domain }), screen),
    }),
  };
}

const pageSize = 100;
/** Milliseconds after which nobody looks any more for the records of a domain that was never proved. */
const patience = 30 * 24 * 60 * 60_000;

/** Hourly: looks at every domain. One that was never proved is given up after a month; its owner can still check it. */
async function followDomains(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  return sweepPages(deps, run, {
    sweep: 'follow-domains',
    nextPage: async (after) => {
      const found = await deps.store.find(
        { from: collections.ownDomains, limit: pageSize, after },
        ownDomainDocument.decode,
      );
      return {
        items: readableItems(deps, 'follow-domains', found),
        at: found.length < pageSize ? null : (found.at(-1)?.path ?? null),
      };
    },
    work: ({ uid, provedAt, askedAt }) =>
      provedAt === null && deps.clock.now() - askedAt > patience
        ? Promise.resolve(false)
        : checkDomain(deps, uid),
  });
}

export const domainSweeps = { 'follow-domains': each('hourly', followDomains) } satisfies Partial<
  Record<JobKind, Recurring>
>;
