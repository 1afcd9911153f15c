import type { FieldProblems, ProblemCode, Result } from '@busker/core/base/result';

/**
 * The error codes of Firebase Authentication without prefix, and this app's own: `link-not-opened` and `second-step-…`. Any other code becomes
 * `internal-error`.
 */
export const authCodes = [
  'account-exists-with-different-credential',
  'cancelled-popup-request',
  'code-expired',
  'credential-already-in-use',
  'email-already-in-use',
  'email-change-needs-verification',
  'expired-action-code',
  'internal-error',
  'invalid-action-code',
  'invalid-credential',
  'invalid-email',
  'invalid-multi-factor-session',
  'invalid-phone-number',
  'invalid-verification-code',
  'invalid-verification-id',
  'link-not-opened',
  'maximum-second-factor-count-exceeded',
  'missing-email',
  'missing-password',
  'network-request-failed',
  'no-such-provider',
  'operation-not-allowed',
  'password-does-not-meet-requirements',
  'popup-blocked',
  'popup-closed-by-user',
  'provider-already-linked',
  'quota-exceeded',
  'requires-recent-login',
  'second-step-cancelled',
  'second-step-unknown',
  'timeout',
  'too-many-requests',
  'unauthorized-domain',
  'unsupported-first-factor',
  'user-cancelled',
  'user-disabled',
  'user-mismatch',
  'user-token-expired',
  'weak-password',
  'web-storage-unsupported',
] as const;

/** Every Firestore status except `ok`, and three that only occur in a browser. */
export const storeCodes = [
  'cancelled',
  'unknown',
  'invalid-argument',
  'deadline-exceeded',
  'not-found',
  'already-exists',
  'permission-denied',
  'unauthenticated',
  'resource-exhausted',
  'failed-precondition',
  'aborted',
  'out-of-range',
  'unimplemented',
  'internal',
  'unavailable',
  'data-loss',
  'client-terminated',
  'connection-failed',
  'unreadable',
] as const;

/** The error codes of Cloud Storage without prefix. */
export const uploadCodes = [
  'canceled',
  'invalid-checksum',
  'object-not-found',
  'quota-exceeded',
  'retry-limit-exceeded',
  'server-file-wrong-size',
  'unauthenticated',
  'unauthorized',
  'unknown',
] as const;

export type AuthCode = `auth/${(typeof authCodes)[number]}`;
type StoreCode = `store/${(typeof storeCodes)[number]}`;
export type ApiCode = `api/${ProblemCode | 'unreachable' | 'timed-out' | 'unreadable'}`;
type UploadCode = `upload/${(typeof uploadCodes)[number]}`;
export type FailureCode = AuthCode | StoreCode | ApiCode | UploadCode;

/**
 * An expected failure of a call. Its sentence is the message `failure.<code>`; `fields` has the refused fields with their faults
 * (core/base/field-faults.ts).
 */
export interface Failure {
  readonly code: FailureCode;
  readonly fields?: FieldProblems;
}

const isAuthCode = (code: string): code is (typeof authCodes)[number] =>
  (authCodes as readonly string[]).includes(code);
const isStoreCode = (code: string): code is (typeof storeCodes)[number] =>
  (storeCodes as readonly string[]).includes(code);

/** A wrong password and an unknown user give one answer, so that nobody can find out which emails have an account. */
const hidden = new Set(['wrong-password', 'user-not-found', 'invalid-login-credentials']);
/** Most of these come only from the real service; the emulator has no policies, plans or robot checks. */
const sameAs: Readonly<Record<string, (typeof authCodes)[number]>> = {
  'user-not-found': 'invalid-credential',
  'rejected-credential': 'invalid-credential',
  'user-signed-out': 'user-token-expired',
  'invalid-user-token': 'user-token-expired',
  'captcha-check-failed': 'too-many-requests',
  'invalid-app-credential': 'too-many-requests',
  'missing-app-credential': 'too-many-requests',
  'invalid-recaptcha-token': 'too-many-requests',
  'missing-recaptcha-token': 'too-many-requests',
  // Refusals by phone carriers.
  'error-code:-39': 'too-many-requests',
  'missing-verification-id': 'invalid-verification-id',
  'invalid-new-email': 'invalid-email',
  'invalid-recipient-email': 'invalid-email',
  'missing-new-email': 'missing-email',
  'admin-restricted-operation': 'operation-not-allowed',
  'billing-not-enabled': 'operation-not-allowed',
  'unauthorized-continue-uri': 'unauthorized-domain',
  'invalid-continue-uri': 'unauthorized-domain',
  'missing-verification-code': 'invalid-verification-code',
  'missing-phone-number': 'invalid-phone-number',
  'operation-not-supported-in-this-environment': 'operation-not-allowed',
  'redirect-cancelled-by-user': 'popup-closed-by-user',
  'unverified-email': 'email-change-needs-verification',
  'multi-factor-info-not-found': 'invalid-multi-factor-session',
  'missing-multi-factor-session': 'invalid-multi-factor-session',
  'missing-multi-factor-info': 'invalid-multi-factor-session',
  'second-factor-already-in-use': 'provider-already-linked',
  'app-deleted': 'internal-error',
};

/** Where the form asks for a password alone, this failure means that it is wrong. */
export const isWrongPassword = ({ code }: Failure): boolean => code === 'auth/invalid-credential';

function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return '';
  return typeof thrown.code === 'string' ? thrown.code.replace(/^[a-z]+\//, '') : '';
}

export function authFailure(thrown: unknown): Failure {
  const code = codeOf(thrown);
  if (hidden.has(code)) return { code: 'auth/invalid-credential' };
  const known = sameAs[code] ?? code;
  return { code: isAuthCode(known) ? `auth/${known}` : 'auth/internal-error' };
}

const isUploadCode = (code: string): code is (typeof uploadCodes)[number] =>
  (uploadCodes as readonly string[]).includes(code);

export function uploadFailure(thrown: unknown): Failure {
  const code = codeOf(thrown);
  return { code: isUploadCode(code) ? `upload/${code}` : 'upload/unknown' };
}

export function storeFailure(thrown: unknown): Failure {
  const code = codeOf(thrown);
  const text = thrown instanceof Error ? thrown.message : '';
  if (/client has already been terminated/i.test(text)) return { code: 'store/client-terminated' };
  return { code: isStoreCode(code) ? `store/${code}` : 'store/unknown' };
}

/** The answer of every call to the outside: a value or an expected failure. Never rejects. */
export type Answer<T = void> = Promise<Result<T, Failure>>;

/** The value of an answer; a failure is thrown, as SWR expects it. */
export async function valueOf<T>(answer: Answer<T>): Promise<T> {
  const read = await answer;
  if (read.ok) return read.value;
  throw read.problem;
}

export type Stop = () => void;

export interface Watcher<T> {
  next(value: T): void;
  failed(failure: Failure): void;
}

/** An observable value: subscribers get the current value at once, then each change. */
export class Watched<T> {
  readonly #watchers = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const watcher of new Set(this.#watchers)) watcher(value);
  }

  watch(watcher: (value: T) => void): Stop {
    this.#watchers.add(watcher);
    watcher(this.#value);
    return () => void this.#watchers.delete(watcher);
  }
}

/** A text that this browser keeps under a name, or this tab in `sessionStorage`. Where storage is blocked nothing is kept, and null is read. */
export function keptText(key: string, storage: () => Storage = () => localStorage) {
  const tried = <T>(work: (place: Storage) => T): T | null => {
    try {
      return work(storage());
    } catch {
      return null;
    }
  };
  return {
    read: () => tried((place) => place.getItem(key)),
    readJson: () => tried((place): unknown => JSON.parse(place.getItem(key) ?? 'null')),
    keep: (text: string) => void tried((place) => place.setItem(key, text)),
    drop: () => void tried((place) => place.removeItem(key)),
  };
}

const silences: ReadonlySet<Failure['code']> = new Set([
  'api/unreachable',
  'api/timed-out',
  'api/unreadable',
  'api/internal',
  // The server has recorded the request and continues by itself.
  'api/service-unavailable',
]);

/** After these failures it is unknown whether the server did what was asked. */
export const isSilence = ({ code }: Failure): boolean => silences.has(code);

/** The code of a part did not load: a network problem, not a bug. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}
