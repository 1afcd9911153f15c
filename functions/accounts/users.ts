import type { ModerationRole } from '@busker/core/moderation/standing';

/** A user of the sign-in service, as far as a host needs to know them. */
export interface KnownUser {
  readonly uid: string;
  readonly email: string | null;
  /** Whether they have shown that the address is theirs. Without that nothing is sent to it: it may be a stranger's. */
  readonly emailVerified: boolean;
  /** The right of a moderator or an admin; null = an owner like all others. */
  readonly role: ModerationRole | null;
}

/** The port to the users of the sign-in service. */
export interface Users {
  /** Undefined = nobody has this uid or email address. */
  find(by: { readonly uid: string } | { readonly email: string }): Promise<KnownUser | undefined>;
  /** Gives a user a right, or takes it away (null). */
  setRole(uid: string, role: ModerationRole | null): Promise<void>;
}

/** How an owner signs in, as the sign-in service knows it. */
export interface SignIn {
  /** Null = the owner has no email address, or has not confirmed it. */
  readonly verifiedEmail: string | null;
  /** `password`, `phone`, `google.com` … */
  readonly methods: readonly string[];
  /** The ids of their authenticator apps. */
  readonly factors: readonly string[];
  /** Sign-ins from before this time were ended. Epoch milliseconds; null = none was. */
  readonly validSince: number | null;
}

/** `over`: the sign-in took too long, or is not one of this factor. */
export type FirstStep = 'passed' | 'over';

/** The port to the methods and second factors of the sign-in service. */
export interface SignIns {
  /** Undefined = no such user. */
  find(uid: string): Promise<SignIn | undefined>;
  /** Whether `pending` proves that its holder has passed the first step of a sign-in which now waits for this factor. */
  firstStep(pending: string, factor: string): Promise<FirstStep>;
  /** Removes every second factor of the user. */
  removeFactors(uid: string): Promise<void>;
}
