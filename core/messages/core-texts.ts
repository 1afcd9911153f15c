import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import zhHans from './zh-Hans.json' with { type: 'json' };
import type { MessageId, Placeholders } from './message-ids';
import { messagesOf } from './message-texts';

/** What the rules of the product say (what a fan agrees to, what an owner is notified of), and the pages that the server writes. */
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

/** The texts beside the agreement to pay every month or year. */
export const monthlyTexts = group('monthly');

/** The sentences of mails and notifications to owners. */
export const notifyTexts = group('notify');
export type NotifyTexts = ReturnType<typeof notifyTexts>;

/** The goal and the supporters of an owner, on the pages that the server writes. */
export const wallTexts = group('wall');

/** The links of every page’s footer and the legal pages. */
export const legalTexts = group('legal');

/** An owner’s page, the tip form, and what several pages say. */
export const pageTexts = group('page');

/** A fan’s receipt, and forms that were refused. */
export const receiptTexts = group('receipt');
export type ReceiptTexts = ReturnType<typeof receiptTexts>;

/** A fan’s monthly tip, on the receipt of its first payment. */
export const manageTexts = group('monthlyTip');
export type ManageTexts = ReturnType<typeof manageTexts>;

/** `/@{handle}/monthly`: to stop without the link of the receipt. */
export const stopPageTexts = group('stopMonthly');

/** The second form of that page. */
export const withdrawPageTexts = group('withdraw');

/** The page that switches off the mails of a channel. */
export const offTexts = group('mailOff');
export type OffTexts = ReturnType<typeof offTexts>;

/** The report form and the page of a report. */
export const reportTexts = group('report');
