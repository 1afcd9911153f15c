import { fault } from '../base/field-faults';
import { fail, ok, type Result } from '../base/result';
import { readUrl } from '../text/safe-url';

/** RFC 1035, 2.3.4, as text. */
const maxLength = 253;

/** Letters, marks and digits of any script. IDNA also takes the full stops of East Asian keyboards (RFC 3490, 3.1). */
const written = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;
const ascii = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that no name server of the world knows (RFC 6761, RFC 6762, RFC 7686, ICANN's `.internal`). */
const notPublic = /(?:^|\.)(?:localhost|local|internal|invalid|onion|arpa|home)$/;

/**
 * The domain that an owner typed, in lower case and in ASCII (UTS 46, by `URL`), or why it cannot be one. The address of its first page is taken too, because
 * people paste that. A port, a path, an IP address or a name of one word is none.
 */
export function readDomain(typed: string): Result<string, string> {
  const host = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '');
  if (host === '') return fail(fault('domain-missing'));
  if (host.length > maxLength) return fail(fault('domain-too-long'));
  const domain = written.test(host) ? (readUrl(`http://${host}`)?.hostname ?? '') : '';
  if (domain.length > maxLength) return fail(fault('domain-too-long'));
  return ascii.test(domain) && !notPublic.test(domain) ? ok(domain) : fail(fault('domain-shape'));
}

/** Whether `domain` is `other` or below it. */
export const isWithin = (domain: string, other: string): boolean =>
  domain === other || domain.endsWith(`.${other}`);

/** The address of the page on a domain, with the scheme and port of the installation: only a test or one machine has another one than https. */
export function addressOn(domain: string, publicOrigin: string): string {
  const { protocol, port } = new URL(publicOrigin);
  return `${protocol}//${domain}${port === '' ? '' : `:${port}`}/`;
}

/** An address as people read and type it: `busker.example/@ada`, `ada.example`. */
export const addressInLetters = (page: string): string => page.replace(/^https?:\/\/|\/$/g, '');

/** The name of the record that proves whose the domain is. */
export const proofName = (domain: string): string => `_busker.${domain}`;
const proofStart = 'busker=';
export const proofText = (token: string): string => `${proofStart}${token}`;

/** Where the domains of owners must lead. */
export interface DomainTarget {
  readonly cname: string;
  readonly a: readonly string[];
  readonly aaaa: readonly string[];
  /** A further text that the hosting service asks for at a domain that cannot have a CNAME; null = none. */
  readonly apexText: string | null;
}

/** What a name server answers. Empty = it has no such record. Names are without the last dot. */
export interface SeenRecords {
  readonly cname: string | null;
  readonly a: readonly string[];
  readonly aaaa: readonly string[];
  /** At the domain itself. */
  readonly text: readonly string[];
  /** At `proofName`. */
  readonly proof: readonly string[];
}

export const recordTypes = ['CNAME', 'A', 'AAAA', 'TXT'] as const;
export const recordChecks = ['right', 'missing', 'wrong'] as const;
export type RecordCheck = (typeof recordChecks)[number];

/** One record as it should be, and as it is. */
export interface DomainRecord {
  readonly type: (typeof recordTypes)[number];
  readonly name: string;
  /** The name below the registered domain, as most registrars ask for it; `@` = the registered domain itself. */
  readonly label: string;
  /** Empty: there should be no such record. */
  readonly values: readonly string[];
  readonly check: RecordCheck;
  /** What stands there instead. Empty unless it is wrong. */
  readonly seen: readonly string[];
}

/** The domain of an owner, and what proves that it is theirs. */
export interface ClaimedDomain {
  readonly domain: string;
  /** The registered domain: `example.co.uk` of `links.example.co.uk`. */
  readonly zone: string;
  readonly token: string;
}

export const nothingSeen: SeenRecords = { cname: null, a: [], aaaa: [], text: [], proof: [] };
const areIn = (some: readonly string[], all: readonly string[]) => some.every((each) => all.includes(each));

const checkOf = (isRight: boolean, seen: readonly string[]): Pick<DomainRecord, 'check' | 'seen'> =>
  isRight ? { check: 'right', seen: [] } : { check: seen.length === 0 ? 'missing' : 'wrong', seen };

/**
 * The records that an owner has to set, each compared with what was seen; null = nothing was looked up yet. The registered domain cannot have a CNAME
 * beside its other records (RFC 1034, 3.6.2), so it has addresses. Some registrars answer addresses in place of a CNAME: the same ones are right too.
 */
export function domainRecords(
  { domain, zone, token }: ClaimedDomain,
  target: DomainTarget,
  looked: SeenRecords | null,
): readonly DomainRecord[] {
  const seen = looked ?? nothingSeen;
  const row = (type: DomainRecord['type'], name: string, values: readonly string[]) => ({
    type,
    name,
    label: name === zone ? '@' : name.slice(0, -zone.length - 1),
    values,
  });
  const addresses = [...seen.a, ...seen.aaaa];
  const isThere = areIn(seen.a, target.a) && areIn(seen.aaaa, target.aaaa) && addresses.length > 0;
  const wanted = proofText(token);
  const proof = {
    ...row('TXT', proofName(domain), [wanted]),
    ...checkOf(
      seen.proof.includes(wanted),
      seen.proof.filter((text) => text.startsWith(proofStart)),
    ),
  };
  if (domain !== zone) {
    const led = seen.cname === null ? addresses : [seen.cname];
    const cname = {
      ...row('CNAME', domain, [target.cname]),
      ...checkOf(seen.cname === target.cname || isThere, led),
    };
    return [cname, proof];
  }
  const a = {
    ...row('A', domain, target.a),
    ...checkOf(seen.a.length > 0 && areIn(seen.a, target.a), seen.a),
  };
  // Nobody needs the newer kind of address, but a wrong one leads some visitors elsewhere.
  const aaaa = {
    ...row('AAAA', domain, target.aaaa),
    ...checkOf(areIn(seen.aaaa, target.aaaa), seen.aaaa),
  };
  const { apexText } = target;
  const texts = apexText === null ? [] : [apexText];
  const further = texts.map((text) => ({
    ...row('TXT', domain, [text]),
    ...checkOf(seen.text.includes(text), []),
  }));
  return [a, ...(target.aaaa.length + seen.aaaa.length === 0 ? [] : [aaaa]), ...further, proof];
}

const mostKept = 10;
const longestKept = 255;

/**
 * What of an answer is stored: a name server may send kilobytes. Only texts that are looked for, and few of each. Records that decide come first: the wanted
 * one of texts, of which one is enough, and the wrong one of addresses, of which all have to be right.
 */
export function keptOf(
  { token }: Pick<ClaimedDomain, 'token'>,
  target: DomainTarget,
  { cname, a, aaaa, text, proof }: SeenRecords,
): SeenRecords {
  const few = (all: readonly string[], decides: (each: string) => boolean) =>
    [...all.filter(decides), ...all.filter((each) => !decides(each))]
      .slice(0, mostKept)
      .map((each) => each.slice(0, longestKept));
  const wanted = proofText(token);
  return {
    cname: cname?.slice(0, longestKept) ?? null,
    a: few(a, (each) => !target.a.includes(each)),
    aaaa: few(aaaa, (each) => !target.aaaa.includes(each)),
    text: text.filter((each) => each === target.apexText).slice(0, 1),
    proof: few(
      proof.filter((each) => each.startsWith(proofStart)),
      (each) => each === wanted,
    ),
  };
}

const isProof = ({ type, name }: DomainRecord) => type === 'TXT' && name.startsWith('_busker.');

/** The records that lead here, and the one that proves whose the domain is, each taken together. */
function verdictOf(records: readonly DomainRecord[]) {
  const of = (some: readonly DomainRecord[]): RecordCheck => {
    if (some.some(({ check }) => check === 'wrong')) return 'wrong';
    return some.some(({ check }) => check === 'missing') ? 'missing' : 'right';
  };
  return { leads: of(records.filter((each) => !isProof(each))), proof: of(records.filter(isProof)) };
}

/** Whether the record is there that proves whose the domain is. */
export const isProved = (records: readonly DomainRecord[]): boolean => verdictOf(records).proof === 'right';

/** Whether every record is right. */
export const isSet = (records: readonly DomainRecord[]): boolean =>
  records.every(({ check }) => check === 'right');

/**
 * `waiting`: no record, or not all of them. `wrong`: one leads elsewhere. `proving`: the domain leads here, and only the proof is missing. `taken`: another
 * owner has proved that it is theirs. `certificate`: all is right, and the certificate is coming. `broken`: it was live, and a record is gone or wrong.
 * `released`: that went on for two weeks, a week of them after the last warning, and the domain is free again.
 */
export const domainStates = [
  'waiting',
  'wrong',
  'proving',
  'taken',
  'certificate',
  'live',
  'broken',
  'released',
] as const;
export type DomainState = (typeof domainStates)[number];

/** Apple Pay and Google Pay on a domain that is live: registered at Stripe, refused there, or Stripe has not answered yet. */
export const walletStates = ['registered', 'refused', 'waiting'] as const;

export const domainWarnings = [0, 1, 7] as const;

/** How far a domain has come. Times in epoch milliseconds. */
export interface DomainProgress {
  readonly state: DomainState;
  /** Since when it is this owner's alone; null = it was not proved. */
  readonly provedAt: number | null;
  /** When the page was first there; null = never. */
  readonly liveAt: number | null;
  /** Since when a record that was right is not; null = all is well. */
  readonly brokenSince: number | null;
  /** Which warning the owner was last sent, by its days. */
  readonly warned: (typeof domainWarnings)[number];
  /** When; null = never since all was well. */
  readonly warnedAt: number | null;
}

export const newProgress: DomainProgress = {
  state: 'waiting',
  provedAt: null,
  liveAt: null,
  brokenSince: null,
  warned: 0,
  warnedAt: null,
};

const day = 24 * 60 * 60_000;
/** Milliseconds. A domain whose record is gone for so long is free again, if its owner was warned. */
export const keptWithoutRecord = 14 * day;
/** Milliseconds that an owner has after the last warning, however late it was sent: a server that is off sends none. */
const keptAfterWarning = 7 * day;

type Warned = Pick<DomainProgress, 'warned' | 'warnedAt'>;

const freeAt = (brokenSince: number, { warned, warnedAt }: Warned): number =>
  Math.max(brokenSince + keptWithoutRecord, warned === 7 ? (warnedAt ?? 0) + keptAfterWarning : 0);

/** When a domain is free again if its record stays as it is; null = all is well. */
export const endOf = ({
  brokenSince,
  ...warning
}: Warned & Pick<DomainProgress, 'brokenSince'>): number | null =>
  brokenSince === null ? null : freeAt(brokenSince, warning);

/** What a look at the records and at the certificate found. */
export interface DomainLook {
  readonly records: readonly DomainRecord[];
  readonly hasCertificate: boolean;
  /** Another owner has proved the domain. */
  readonly isTaken: boolean;
}

export interface DomainStep {
  readonly progress: DomainProgress;
  /** The days after which the owner now gets a letter; 14 = the domain is taken back. */
  readonly letter: 1 | 7 | 14 | null;
}

const still = (progress: DomainProgress): DomainStep => ({ progress, letter: null });

/** The next state. A look without an answer of the name server is none: nothing is concluded from it. */
export function domainStep(before: DomainProgress, look: DomainLook, now: number): DomainStep {
  if (before.state === 'released') return still(before);
  if (look.isTaken) return still({ ...newProgress, state: 'taken' });
  const { leads, proof } = verdictOf(look.records);
  const provedAt = proof === 'right' ? (before.provedAt ?? now) : before.provedAt;
  if (isSet(look.records)) {
    const { state, liveAt } = look.hasCertificate
      ? ({ state: 'live', liveAt: before.liveAt ?? now } as const)
      : ({ state: 'certificate', liveAt: before.liveAt } as const);
    return still({ ...newProgress, provedAt, state, liveAt });
  }
  const isLost = before.liveAt !== null || (provedAt !== null && proof !== 'right');
  if (isLost) return lost({ ...before, provedAt }, leads, now);
  const isWrong = leads === 'wrong' || proof === 'wrong';
  const open = leads === 'right' ? 'proving' : 'waiting';
  return still({ ...newProgress, state: isWrong ? 'wrong' : open, provedAt });
}

/** A record that was right is gone or wrong. */
function lost(before: DomainProgress, leads: RecordCheck, now: number): DomainStep {
  const brokenSince = before.brokenSince ?? now;
  const gone = now - brokenSince;
  // Of a warning that an earlier release sent, the day was not stored: it counts from now.
  const warnedAt = before.warned === 0 ? null : (before.warnedAt ?? now);
  if (before.warned === 7 && now >= freeAt(brokenSince, { warned: 7, warnedAt }))
    return { progress: { ...newProgress, state: 'released' }, letter: 14 };
  const never = leads === 'right' ? 'proving' : 'waiting';
  const progress = {
    ...before,
    state: before.liveAt === null ? never : 'broken',
    brokenSince,
    warnedAt,
  } as const;
  const due = gone >= 7 * day ? 7 : 1;
  const isDue = gone >= day && due > before.warned;
  return isDue ? { progress: { ...progress, warned: due, warnedAt: now }, letter: due } : still(progress);
}
