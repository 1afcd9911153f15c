import type { KeyRefusal, PaymentsFailure } from './stripe/payments';

// The shapes of the credentials of channels: whoever has one of these addresses or tokens can write in an owner's name. Each pattern begins with fixed
// characters or at the start of a run, so a text is read once, however it is made.

const cut = '[cut]';

/** Nothing of an address follows one of these characters. */
const ends = /[\s"'<>()`{}|]/;

/** Addresses from the two slashes on. */
const addresses = /:\/\/[^\s"'<>()`{}|]+/g;

/** These hosts take messages from everybody who knows the path. */
const secretHosts =
  /(?:^|\.)(?:discord(?:app)?\.com|hooks\.slack\.com|api\.telegram\.org|fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com|hooks\.zapier\.com|make\.com|ifttt\.com|nabu\.casa)$/i;

/** A part of a path that nobody chose: long, of letters and digits. Push services and webhooks put their secrets there. */
const isRandom = (part: string): boolean =>
  part.length >= 20 && /^[\w.:~%=+-]+$/.test(part) && /\d/.test(part) && /[a-z]/i.test(part);

const isSecretPath = (host: string, path: string): boolean =>
  path.length > 1 && (secretHosts.test(host) || path.split(/[/?&=#]/).some(isRandom));

/** User name and password are cut, and a path with a secret. `://` begins it. */
function withoutAddress(found: string): string {
  const rest = found.slice(3);
  const slash = rest.search(/[/?#]/);
  const authority = slash === -1 ? rest : rest.slice(0, slash);
  const path = slash === -1 ? '' : rest.slice(slash);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const user = host.length === authority.length ? '' : `${cut}@`;
  // `file:///…` has no host, and its path is one of the source.
  const isSecret = host !== '' && isSecretPath(host.replace(/:\d+$/, ''), path);
  return `://${user}${host}${isSecret ? `/${cut}` : path}`;
}

/** Telegram's token, and the secret paths where an error names no host. */
const tokens =
  /(?<!\d)\d{6,}:[\w-]{30,}|\/api\/webhooks\/\d+\/[\w-]+|\/services\/T\w+\/B\w+\/\w+|\/off\/[\w-]+\.[\w-]{16,}/g;

/** Cuts the credentials of channels out of a text, however they stand in it. */
const withoutCredentials = (text: string): string =>
  text.replaceAll(addresses, withoutAddress).replaceAll(tokens, cut);

/** The start of a text. A word that the limit cuts in two is left out, because a secret that is not whole may not be recognised. */
function startOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit;
  while (end > 0 && !ends.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end) + (end < limit ? cut : '');
}

/**
 * One function for every log line of the server. No function takes a secret, an address, an email address or a message, so none can be logged by
 * accident. One JSON object per line, in Cloud Logging's format.
 */
export interface Log {
  requestDone(line: {
    readonly requestId: string;
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  requestFailed(line: { readonly requestId: string; readonly route: string; readonly error: unknown }): void;
  serviceUnavailable(line: {
    readonly service: 'store' | 'stripe' | 'domains';
    readonly error: unknown;
  }): void;
  paymentRefused(line: {
    readonly tipId: string;
    readonly code: string;
    readonly stripeRequestId: string | null;
  }): void;
  /** Stripe refused to create or continue an owner's account. `permission`: what the server's own key lacks; null = the key is not the reason. */
  connectingRefused(line: {
    readonly code: string;
    readonly stripeRequestId: string | null;
    readonly permission: string | null;
  }): void;
  /** Stripe refused the server's own key: the key was replaced, or lacks a permission. Only the host can fix it. */
  keyRefused(line: {
    readonly why: 'invalid' | 'permission';
    readonly code: string;
    readonly stripeRequestId: string | null;
    readonly permission: string | null;
  }): void;
  /** So many accounts are gone at Stripe that no owner is marked as disconnected. A person should check the key. */
  accountsGone(line: { readonly gone: number; readonly looked: number }): void;
  /** Stripe's object does not belong to the tip that its metadata names: a person should check it. */
  tipMismatch(line: { readonly tipId: string; readonly what: string }): void;
  tipSynced(line: {
    readonly tipId: string;
    readonly cause: string;
    readonly from: string;
    readonly to: string;
  }): void;
  monthlySynced(line: {
    readonly monthlyId: string;
    readonly cause: string;
    readonly from: string;
    readonly to: string;
  }): void;
  /** Stripe and the store differed, and the sweep corrected it or could not. */
  sweepFound(line: { readonly sweep: string; readonly what: string; readonly tipId: string | null }): void;
  /** A card differed from its sources, and was made anew. `parts`: the fields that differed. */
  cardDiffers(line: { readonly handle: string; readonly parts: string }): void;
  /** How many items could not be checked; none = the sweep did not start. */
  sweepFailed(line: { readonly sweep: string; readonly missed: number; readonly error: unknown }): void;
  sweepDone(line: {
    readonly sweep: string;
    readonly checked: number;
    readonly changed: number;
    readonly missed: number;
  }): void;
  /** A slice of a job failed. It is tried again. */
  jobFailed(line: { readonly job: string; readonly attempts: number; readonly error: unknown }): void;
  /** A slice of a job ended, in a process that runs its jobs by its own timers. */
  jobEnded(line: { readonly job: string; readonly end: string; readonly ms: number }): void;
  /** The server process listens, or has ended. `left`: requests and jobs that did not end in time. */
  serverReady(line: { readonly port: number; readonly metricsPort: number | null }): void;
  serverEnded(line: { readonly ms: number; readonly left: number }): void;
  /** The server process could not store the files of its release: after the next update, pages and tabs of this one miss them. Only the host can fix it. */
  releaseNotStored(line: { readonly error: unknown }): void;
  /** A job failed so often that it is not tried again: a person must find the reason. */
  jobDead(line: { readonly job: string; readonly code: string }): void;
  /** Cloud Tasks did not take a task. The job waits for the next `tick`. */
  ringLost(line: { readonly job: string; readonly error: unknown }): void;
  /** Cloud Tasks did not take a task of the outbox. The sweep of the next minutes does its work. */
  outboxRingLost(line: { readonly ring: string; readonly error: unknown }): void;
  /** An event or a delivery cannot be read, or nobody plans it: a person must look. `waiting`: how many wait; `seconds`: the wait of the oldest one. */
  outboxStuck(line: { readonly what: string; readonly waiting: number; readonly seconds: number }): void;
  /** A stored tip, or another document of an export, cannot be read. What was being done went on without it: a person must look. */
  tipUnreadable(line: { readonly path: string }): void;
  /** The installation has sent its mails of the day (MAIL_DAILY_CAP). Further ones wait until the day is over. */
  mailCapReached(line: { readonly cap: number }): void;
  /** A fault of ours while a message was sent. It is tried again. */
  sendingFailed(line: { readonly kind: string; readonly channelId: string; readonly error: unknown }): void;
  /** Jobs wait far longer than they should: the queue stands still or is too slow. `hours` is the wait of the oldest one. */
  jobsLate(line: { readonly due: number; readonly hours: number }): void;
  /** Somebody reported content. `urgent`: a life or a child may be in danger, or an authority ordered something. */
  reportReceived(line: { readonly reportId: string; readonly kind: string; readonly urgent: boolean }): void;
  /** Reports have waited for more than a day, or objections for more than a week. `hours` is the wait of the oldest one. */
  decisionLate(line: {
    readonly what: 'report' | 'objection';
    readonly waiting: number;
    readonly hours: number;
  }): void;
  /** An owner objected to a restriction. */
  appealReceived(line: { readonly appealId: string }): void;
  /** The store did not answer for so long, or refused a batch so often, that counted views and clicks had to be dropped. */
  viewsLost(line: { readonly events: number }): void;
  /** Somebody tests stolen cards, or floods a profile. */
  abuse(line: { readonly what: string; readonly tipId: string | null }): void;
  /** A moderator or an admin acted, or tried to. The audit entry has the person and the reason. */
  adminAct(line: {
    readonly role: string;
    readonly verb: string;
    readonly subject: string;
    readonly outcome: 'done' | 'refused';
    readonly auditId: string;
  }): void;
  /** A push service refused our signature: the VAPID key, the clock or the public origin is wrong. Only the host can fix it. */
  pushRefused(line: { readonly channelId: string; readonly status: number }): void;
  /** The mail server refuses mails of this installation by its policy (RFC 3463, 5.7.x). Only the host can fix it. */
  mailRefused(line: { readonly status: number; readonly enhanced: string }): void;
  webhookRefused(line: { readonly reason: string }): void;
  /** Signed by Stripe, but not about one of our objects. */
  webhookIgnored(line: {
    readonly eventId: string;
    readonly type: string;
    readonly reason: 'metadata';
  }): void;
  webhookFailed(line: { readonly eventId: string; readonly type: string; readonly error: unknown }): void;
}

type Severity = 'INFO' | 'WARNING' | 'ERROR';
export type LogSink = (line: string) => void;

/** The loggable part of a caught error: kind, message and stack; never the request or the response that it carries. */
function described(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: error.name,
    reason: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
  };
}

/** Every secret consists of these characters. One class without alternatives reads the text once, however long it is. */
const words = /[\p{L}\p{N}_.+@-]+/gu;

/** A key, a webhook secret, a client secret, or a token (ntfy, Matrix and its sign-in service), recognised by its prefix. */
const secretParts = /(?<![a-z0-9])(?:[sr]k_(?:live|test)_|whsec_|eyJ|tk_|syt_|mat_|mct_)|_secret_/i;

const isMailAddress = (word: string): boolean => {
  const at = word.indexOf('@');
  return at > 0 && word.includes('.', at);
};

/** A longer text does not help, and it may quote the client's input. */
const maxLoggedCharacters = 8000;

/** SDK errors quote their input. What contains a key, a client secret, a token, an email address or the credentials of a channel is cut out. */
export function withoutSecrets(text: string): string {
  return withoutCredentials(startOf(text, maxLoggedCharacters)).replaceAll(words, (word) =>
    secretParts.test(word) || isMailAddress(word) ? '[cut]' : word,
  );
}

export function createLog(write: LogSink): Log {
  const say = (severity: Severity, message: string, fields: Record<string, unknown>) =>
    write(JSON.stringify({ severity, message, ...fields }));
  return {
    requestDone: (line) => say('INFO', 'request', line),
    requestFailed: ({ error, ...line }) => say('ERROR', 'request failed', { ...line, ...described(error) }),
    serviceUnavailable: ({ service, error }) =>
      say('WARNING', 'service unavailable', { service, ...described(error) }),
    paymentRefused: (line) => say('WARNING', 'payment refused', line),
    connectingRefused: (line) => say('WARNING', 'connecting refused', line),
    keyRefused: (line) => say('ERROR', 'Stripe key refused', line),
    accountsGone: (line) => say('ERROR', 'too many accounts gone', line),
    tipMismatch: (line) => say('ERROR', 'tip mismatch', line),
    tipSynced: (line) => say('INFO', 'tip synced', line),
    monthlySynced: (line) => say('INFO', 'monthly tip synced', line),
    cardDiffers: (line) => say('ERROR', 'card differs', line),
    sweepFound: (line) => say('WARNING', 'sweep found', line),
    sweepFailed: ({ error, ...line }) => say('ERROR', 'sweep failed', { ...line, ...described(error) }),
    sweepDone: (line) => say('INFO', 'sweep done', line),
    jobFailed: ({ error, ...line }) => say('WARNING', 'job failed', { ...line, ...described(error) }),
    jobEnded: (line) => say('INFO', 'job ended', line),
    serverReady: (line) => say('INFO', 'server ready', line),
    serverEnded: (line) => say(line.left > 0 ? 'WARNING' : 'INFO', 'server ended', line),
    releaseNotStored: ({ error }) => say('WARNING', 'release not stored', described(error)),
    jobDead: (line) => say('ERROR', 'job dead', line),
    ringLost: ({ error, ...line }) => say('WARNING', 'ring lost', { ...line, ...described(error) }),
    outboxRingLost: ({ error, ...line }) =>
      say('WARNING', 'outbox ring lost', { ...line, ...described(error) }),
    tipUnreadable: (line) => say('ERROR', 'tip unreadable', line),
    outboxStuck: (line) => say('ERROR', 'outbox stuck', line),
    mailCapReached: (line) => say('ERROR', 'mail cap reached', line),
    sendingFailed: ({ error, ...line }) => say('ERROR', 'sending failed', { ...line, ...described(error) }),
    jobsLate: (line) => say('ERROR', 'jobs late', line),
    reportReceived: (line) => say(line.urgent ? 'WARNING' : 'INFO', 'report received', line),
    decisionLate: (line) => say('WARNING', 'decision late', line),
    appealReceived: (line) => say('INFO', 'appeal received', line),
    viewsLost: (line) => say('ERROR', 'views lost', line),
    abuse: (line) => say('WARNING', 'abuse', line),
    adminAct: (line) => say('INFO', 'admin act', line),
    pushRefused: (line) => say('ERROR', 'push refused', line),
    mailRefused: (line) => say('ERROR', 'mail refused', line),
    webhookRefused: (line) => say('WARNING', 'webhook refused', line),
    webhookIgnored: (line) => say('WARNING', 'webhook ignored', line),
    webhookFailed: ({ error, ...line }) => say('ERROR', 'webhook failed', { ...line, ...described(error) }),
  };
}

/** This line triggers an alert: owners and fans cannot do anything about a refused key. */
export function logKeyRefusal(
  log: Pick<Log, 'keyRefused'>,
  { why, code, requestId, permission }: KeyRefusal,
): void {
  log.keyRefused({ why, code, stripeRequestId: requestId, permission });
}

/** Why a call to Stripe failed: Stripe does not answer, or it refuses the server's own key. */
export function logUnavailable(
  log: Pick<Log, 'keyRefused' | 'serviceUnavailable'>,
  { error, key }: Extract<PaymentsFailure, { readonly kind: 'unavailable' }>,
): void {
  if (key === undefined) log.serviceUnavailable({ service: 'stripe', error });
  else logKeyRefusal(log, key);
}
