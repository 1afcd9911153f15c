import type { ModerationRole } from '../../core/profile/standing';

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
