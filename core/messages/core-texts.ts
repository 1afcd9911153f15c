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

/** The texts that the rules of the product need: what a fan agrees to, and what an owner is notified of. */
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
