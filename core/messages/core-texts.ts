import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import ja from './ja.json';
import ko from './ko.json';
import nl from './nl.json';
import pl from './pl.json';
import pt from './pt.json';
import zhHans from './zh-Hans.json';
import type { MessageId, Placeholders } from './message-ids';
import { messagesOf } from './message-texts';

/** The texts that the rules of the product need: what a fan agrees to, and what an owner is told. */
const group = messagesOf<MessageId, Placeholders>({
  en,
  es,
  fr,
  de,
  pt,
  it,
  nl,
  pl,
  ja,
  ko,
  'zh-Hans': zhHans,
  ar,
});

/** What a fan reads before they agree to pay every month or year, and beside it. */
export const monthlyTexts = group('monthly');

/** The sentences of mails and notifications to owners. */
export const notifyTexts = group('notify');
export type NotifyTexts = ReturnType<typeof notifyTexts>;
