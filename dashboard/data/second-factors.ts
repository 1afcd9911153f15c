import type { Answer, Stop } from './failure';

/** An authenticator app that is a second factor of the account. */
export interface SecondFactor {
  readonly id: string;
  /** Empty = the owner gave none. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

/** An app that is being added: it must show that it has the key. */
export interface Enrolment {
  /** The secret key, for typing. */
  readonly key: string;
  /** `otpauth://…`, for the QR code. */
  readonly address: string;
  finish(code: string, name: string): Answer;
}

/** The second factors of the signed-in account. Loads its code at the first call. */
export interface SecondFactors {
  /** None when nobody is signed in any more. */
  list(): readonly SecondFactor[];
  /** Needs a confirmed email, and a sign-in of the last 5 minutes, else `auth/requires-recent-login`. */
  begin(account: string, issuer: string): Answer<Enrolment>;
  /** The session may end with it. */
  remove(id: string): Answer;
}

/** What proves the first step of a sign-in to the server. */
export interface FirstStepProof {
  readonly pending: string;
  readonly factor: string;
}

/** A sign-in, or the confirmation of who one is, that waits for the code of an app. The call that began it waits too. */
export interface SecondStep {
  /** The apps that may answer. */
  readonly apps: readonly SecondFactor[];
  readonly proof: FirstStepProof;
  /** Right: the call goes on. Wrong: the step still waits. */
  readonly answer: (app: string, code: string) => Answer;
  /** The second step was switched off: the first one is done again, now alone. */
  readonly repeat: () => void;
  /** The call fails with `auth/second-step-cancelled`. */
  readonly cancel: () => void;
}

/** The second step that waits now; null = none. */
export type WatchSecondStep = (onStep: (step: SecondStep | null) => void) => Stop;
