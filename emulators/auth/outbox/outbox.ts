import * as v from 'valibot';
import type { AgentProjectState, MailedCode, PhoneCode, ProjectState } from '../vendor/auth-emulator.mjs';

const mailPurposes = [
  'verify-address',
  'reset-password',
  'sign-in',
  'change-address',
  'recover-address',
  'other',
] as const;
type MailPurpose = (typeof mailPurposes)[number];

const sent = {
  /** The code in an email's link, or the session of a text message's code. */
  id: v.string(),
  to: v.string(),
  /** Epoch milliseconds. */
  sentAt: v.number(),
};

/** A message that the hosted service would send to a person. */
export const authMessage = v.variant('kind', [
  v.object({ kind: v.literal('mail'), ...sent, purpose: v.picklist(mailPurposes), link: v.string() }),
  v.object({ kind: v.literal('text'), ...sent, code: v.string() }),
]);
export type AuthMessage = v.InferOutput<typeof authMessage>;

function purposeOf(requestType: string): MailPurpose {
  switch (requestType) {
    case 'VERIFY_EMAIL':
      return 'verify-address';
    case 'PASSWORD_RESET':
      return 'reset-password';
    case 'EMAIL_SIGNIN':
      return 'sign-in';
    case 'VERIFY_AND_CHANGE_EMAIL':
      return 'change-address';
    case 'RECOVER_EMAIL':
      return 'recover-address';
    default:
      return 'other';
  }
}

const purposes: Readonly<Record<MailPurpose, string>> = {
  'verify-address': 'Confirm this email address',
  'reset-password': 'Choose a new password',
  'sign-in': 'Sign in with this link',
  'change-address': 'Confirm the new email address',
  'recover-address': 'Restore the old email address',
  other: 'Open the link',
};

/** The label of an email's link. */
export const askOf = (purpose: MailPurpose): string => purposes[purpose];

/** A mail of another local service, which the outbox shows beside the sign-in mails. */
export interface Letter {
  readonly id: string;
  readonly to: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly subject: string;
  readonly text: string;
  /** Present for mails that were sent by SMTP: their HTML, null = they have none. */
  readonly html?: string | null;
  /** Their header lines, in order. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** The storage of those mails. */
export interface LetterBox {
  list(): Promise<readonly Letter[]>;
  clear(): Promise<void>;
}

export const noLetters: LetterBox = {
  list: () => Promise.resolve([]),
  clear: () => Promise.resolve(),
};

/** A message, and whether its code is still valid. */
export interface ListedMessage {
  readonly message: AuthMessage;
  readonly state: 'open' | 'used';
}

/** The sent messages, at most `most` of them. */
export interface Outbox {
  /** The messages since the last call. */
  news(): readonly AuthMessage[];
  /** All messages, newest first. */
  list(): readonly ListedMessage[];
  /** Oldest first, for the account file. */
  kept(): readonly AuthMessage[];
  /** Removes messages from the list; without ids, all. Their codes stay valid. */
  forget(ids?: readonly string[]): void;
}

interface OutboxOptions {
  /** Messages from before the restart. */
  readonly kept: readonly AuthMessage[];
  /** The page that the links lead to; null keeps the emulator's own links, which answer JSON. */
  readonly actionUrl: string | null;
}

const most = 200;

export function openOutbox(state: AgentProjectState, { kept, actionUrl }: OutboxOptions): Outbox {
  const projects = (): readonly ProjectState[] => [state, ...state.tenantProjectForTenantId.values()];
  const seen = new Set<string>();
  let messages = [...kept];

  const link = (oobLink: string): string => {
    if (actionUrl === null) return oobLink;
    const url = new URL(actionUrl);
    url.search = new URL(oobLink).search;
    return url.href;
  };
  const mail = (code: MailedCode): AuthMessage => ({
    kind: 'mail',
    id: code.oobCode,
    // This email goes to the new address, which the account does not have yet.
    to: code.requestType === 'VERIFY_AND_CHANGE_EMAIL' ? (code.newEmail ?? code.email) : code.email,
    sentAt: Date.now(),
    purpose: purposeOf(code.requestType),
    link: link(code.oobLink),
  });
  const text = ({ sessionInfo, phoneNumber, code }: PhoneCode): AuthMessage => ({
    kind: 'text',
    id: sessionInfo,
    to: phoneNumber,
    sentAt: Date.now(),
    code,
  });
  const isNew = (id: string): boolean => !seen.has(id) && Boolean(seen.add(id));
  const arrived = (): readonly AuthMessage[] =>
    projects().flatMap(({ oobs, verificationCodes }) => [
      ...[...oobs.values()].filter(({ oobCode }) => isNew(oobCode)).map(mail),
      ...[...verificationCodes.values()].filter(({ sessionInfo }) => isNew(sessionInfo)).map(text),
    ]);
  const isOpen = ({ id }: AuthMessage): boolean =>
    projects().some(({ oobs, verificationCodes }) => oobs.has(id) || verificationCodes.has(id));

  // Codes from before the restart are not new messages.
  arrived();
  return {
    news() {
      const news = arrived();
      messages = [...messages, ...news].slice(-most);
      return news;
    },
    list: () =>
      messages.toReversed().map((message) => ({ message, state: isOpen(message) ? 'open' : 'used' })),
    kept: () => messages,
    forget(ids) {
      messages = ids ? messages.filter(({ id }) => !ids.includes(id)) : [];
    },
  };
}
