import type { PublicProfile } from '@busker/core/profile/profile';
import type { Result } from '@busker/core/base/result';
import type {
  TipAmountRequest,
  TipByPayment,
  TipByPaymentRequest,
  TipCreated,
  TipRequest,
  TipSession,
  TipStatus,
} from '@busker/core/fan-api/tip-api';

/**
 * Why a call failed. `refused`: the server answered with a problem (`code` is from core/base/problem-codes, or newer than this build).
 * `unreachable`: no answer came, so the call may or may not have arrived.
 */
export type CallProblem =
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly detail: string;
    }
  | { readonly kind: 'unreachable' };

export type Answer<T> = Result<T, CallProblem>;

/** Reads profiles. Each handle is requested once per page unless `fresh`. */
export interface ProfileSource {
  readonly read: (handle: string, fresh?: boolean) => Promise<Answer<PublicProfile>>;
}

/** A tip at the server: its id, and the token that lets this fan read, change and undo it. Kept in memory only. */
export interface TipKey {
  readonly tipId: string;
  readonly tipToken: string;
}

/** The texts of a tip that the fan can still change, and what others see of them. */
export interface TipText {
  readonly name: string | null;
  readonly message: string | null;
  readonly anonymous: boolean;
  readonly privateMessage: boolean;
  readonly hideAmount: boolean;
}

/** A tip's status, without what is read only where it is shown (sheet/thanks-screen.tsx), in a part that is loaded later. */
export interface SeenTip extends Omit<TipStatus, 'presented' | 'refundFailure'> {
  readonly presented?: unknown;
  readonly refundFailure?: unknown;
}

/** Everything that the sheet needs from the server. */
export interface TipBackend {
  /** `place`: another site's frame offers no ways to pay that leave the page. `language`: of the words for monthly tips. */
  readonly startSession: (
    handle: string,
    place: 'in-page' | 'in-frame',
    language: string,
  ) => Promise<Answer<TipSession>>;
  /** The tip of a fan whom a bank has sent back. */
  readonly byPayment: (payment: TipByPaymentRequest) => Promise<Answer<TipByPayment>>;
  readonly createTip: (request: TipRequest) => Promise<Answer<TipCreated>>;
  readonly changeAmount: (tip: TipKey, request: TipAmountRequest) => Promise<Answer<TipCreated>>;
  readonly editTip: (tip: TipKey, text: TipText) => Promise<Answer<SeenTip>>;
  readonly readTip: (tip: TipKey) => Promise<Answer<SeenTip>>;
  /** Ends a payment that is not made yet. The status says whether it was. */
  readonly endTip: (tip: TipKey) => Promise<Answer<SeenTip>>;
  readonly undoTip: (tip: TipKey) => Promise<Answer<SeenTip>>;
}
