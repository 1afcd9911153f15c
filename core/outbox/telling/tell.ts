import { languageOf, directionOf } from '../../base/language-tags';
import type { Audience } from '../channel';
import type { ToldEvent } from '../told-event';
import { accountSentence } from './account-sentence';
import { listedEvents } from './listed-events';
import type { Sentence } from './sentence';
import { tellMoreTips, tellSums } from './told-sums';
import type { Telling, ToldLine } from './telling';
import type { ToldMessage } from './told-message';
import { isTipFact, tipSentence, type TipView } from './tip-sentence';
import { isUrgentFact } from './urgent-fact';
import { wordingFor, type Wording } from './wording';

/** For whom a message is written. `language`: a BCP 47 tag. `zone`: an IANA time zone. `origin`: of the dashboard, without a slash at the end. */
export interface TellingReader {
  readonly language: string;
  readonly zone: string;
  readonly origin: string;
  readonly audience: Audience;
  /** At most so many events are listed, urgent ones first; the summary counts the others. All when left out. */
  readonly most?: number;
}

/** A message in the reader's language. What it may hold of a fan was decided when its tips were projected (`toldTip`). */
export function tell(message: ToldMessage, reader: TellingReader): Telling {
  const wording = wordingFor(reader);
  const { listed, unlistedTips, unlistedOthers } = listedEvents(message, reader.most);
  const alone = isAlone(message);
  const view = { audience: reader.audience, alone };
  const lines = listed.map((event) => toldLine(event, view, reader.origin, wording));
  const [first] = lines;
  const summary = alone && first ? [] : summaryOf({ message, listed, unlistedTips, unlistedOthers }, wording);
  const test = isTest(message);
  const title = alone && first ? first.text : marked(titleOf(message, lines, wording), test);
  return {
    language: languageOf(reader.language),
    direction: directionOf(reader.language),
    title,
    lines,
    summary,
    test,
  };
}

const isAlone = ({ events, unlisted, takenBack }: ToldMessage) =>
  events.length === 1 && unlisted === 0 && takenBack === 0;

const isTestEvent = ({ fact, livemode }: ToldEvent) => isTipFact(fact) && !livemode;

/** Every tip that is told was a test. */
function isTest({ events }: ToldMessage): boolean {
  const tips = events.filter(({ fact }) => isTipFact(fact));
  return tips.length > 0 && tips.every(isTestEvent);
}

/** The word is the same in every language. A title that has it already keeps it once. */
const marked = (text: string, test: boolean) => (test && !text.startsWith('TEST') ? `TEST: ${text}` : text);

function toldLine(event: ToldEvent, view: TipView, origin: string, wording: Wording): ToldLine {
  const { fact, tip } = event;
  const { text, note, path }: Sentence = isTipFact(fact)
    ? tipSentence(fact, tip, view, wording)
    : accountSentence(fact, wording);
  const tellsWords = fact.type === 'tip.paid' || fact.type === 'tip.updated';
  return {
    text: isTestEvent(event) ? `TEST: ${text}` : text,
    quote: tellsWords ? (tip?.message ?? null) : null,
    note,
    url: `${origin}${path}`,
    at: event.at,
    urgent: isUrgentFact(fact),
  };
}

/** How much is urgent, and the tips with their sums; a single urgent thing without tips by its own sentence; or else how much there is. */
function titleOf(message: ToldMessage, lines: readonly ToldLine[], wording: Wording): string {
  const urgent = message.events.filter(({ fact }) => isUrgentFact(fact)).length;
  const newest = Math.max(message.since, ...message.events.map(({ at }) => at));
  const sums = tellSums(message.sums, wording);
  if (urgent > 0 && sums !== null)
    return wording.say('tipsAndUrgent', { ...sums, urgent: wording.count('needYou', urgent) });
  if (urgent > 0)
    return (
      (urgent === 1 ? lines.find((line) => line.urgent)?.text : null) ?? wording.count('needYou', urgent)
    );
  if (sums !== null)
    return wording.say('tipsSince', { ...sums, time: wording.timeSeenFrom(message.since, newest) });
  if (message.events.length > 0) return wording.count('updates', message.events.length);
  return wording.count('takenBack', message.takenBack);
}

interface Summed {
  readonly message: ToldMessage;
  readonly listed: readonly ToldEvent[];
  readonly unlistedTips: number;
  readonly unlistedOthers: number;
}

function summaryOf(
  { message, listed, unlistedTips, unlistedOthers }: Summed,
  wording: Wording,
): readonly string[] {
  const summary: string[] = [];
  if (unlistedTips > 0) summary.push(tellMoreTips(unlistedTips, message.sums, listed, wording));
  if (unlistedOthers > 0) summary.push(wording.count('moreUpdates', unlistedOthers));
  // A message of nothing else has it as its title.
  if (message.takenBack > 0 && (tellSums(message.sums, wording) !== null || message.events.length > 0))
    summary.push(wording.count('takenBack', message.takenBack));
  return summary;
}
