import type { PublicProfile } from '../../core/profile/public-profile';
import type { Result } from '../../core/base/result';
import type { TipAmountRequest, TipCreated, TipRequest, TipSession, TipStatus } from '../../core/api/tip-api';

/**
 * Why a call did not do its work. `refused`: the server answered with a problem (`code` from core/base/problem-codes, or one that this
 * build does not know yet). `unreachable`: no answer came, so whether the call arrived is not known.
 */
export type CallProblem =
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly detail: string;
    }
  | { readonly kind: 'unreachable' };

export type Answer<T> = Result<T, CallProblem>;

/** Where the card gets a profile. One handle is asked once per page unless `fresh`. */
export interface ProfileSource {
  readonly read: (handle: string, fresh?: boolean) => Promise<Answer<PublicProfile>>;
}

/** A tip that the server knows: its id and the token that lets this fan read, change and undo it. Kept in memory only. */
export interface TipKey {
  readonly tipId: string;
  readonly tipToken: string;
}

/** The fan's words of a tip that can still be edited or erased. */
export interface TipText {
  readonly name: string | null;
  readonly message: string | null;
}

/** What the sheet needs from the server (design: HTTP API). */
export interface TipBackend {
  readonly startSession: (handle: string) => Promise<Answer<TipSession>>;
  readonly createTip: (request: TipRequest) => Promise<Answer<TipCreated>>;
  readonly changeAmount: (tip: TipKey, request: TipAmountRequest) => Promise<Answer<TipCreated>>;
  readonly editTip: (tip: TipKey, text: TipText) => Promise<Answer<TipStatus>>;
  readonly readTip: (tip: TipKey) => Promise<Answer<TipStatus>>;
  readonly undoTip: (tip: TipKey) => Promise<Answer<TipStatus>>;
}
