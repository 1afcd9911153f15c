import { messagesOf } from '../../core/messages/message-texts';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import type { MessageId, Placeholders } from './messages/message-ids';

/** The mails that a law asks for, or that protect an account, are in these languages alone: a wrong word costs somebody a right. */
export type MailLanguage = 'en' | 'de';

/** The language of a mail for a reader: English for all whose language is not German. */
export const mailLanguage = (language: string): MailLanguage => (/^de(?:-|$)/i.test(language) ? 'de' : 'en');

const group = messagesOf<MessageId, Placeholders, MailLanguage>({ en, de });

/** Mails about reports, decisions and objections. */
export const reportMailTexts = group('report');

/** Mails about changes of how an owner signs in. */
export const securityMailTexts = group('security');

/** The paragraphs of a mail. */
export const paragraphs = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join('\n\n');
