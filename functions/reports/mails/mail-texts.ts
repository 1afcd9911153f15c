import { de } from './de';
import { en, type MailTexts } from './en';

/** The mails in the reader's language, or in English. */
export const mailTexts = (language: string): MailTexts => (/^de(?:-|$)/i.test(language) ? de : en);
