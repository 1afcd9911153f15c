import type {
  AgentProjectState,
  MailedCode,
  PhoneCode,
  ProjectState,
} from 'firebase-tools/lib/emulator/auth/state.js';
import { purposeOf, type AuthMessage } from './auth-message';

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

export interface OutboxOptions {
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
