/** @jsxImportSource hono/jsx */
/* oxlint-disable jsx-a11y/anchor-has-content, jsx-a11y/anchor-is-valid, jsx-a11y/control-has-associated-label, jsx-a11y/heading-has-content, jsx-a11y/label-has-associated-control -- the page's script fills what is empty and hidden here */
import type { Child } from 'hono/jsx';
import type { MonthlyView } from '@busker/core/fan-api/monthly-api';
import { directionOf, isolated, type ShippedLanguage } from '@busker/core/locale/language-tags';
import type { ProblemCode } from '@busker/core/base/problem-codes';
import { unreachable } from '@busker/core/base/result';
import { monthlyTexts, manageTexts, receiptTexts, stopPageTexts } from '@busker/core/messages/core-texts';
import { formatBothSums, type FanSum } from '@busker/core/money/fan-money';
import { currencies, formatMoney } from '@busker/core/money/money';
import type { AmountConsent, Monthly } from '@busker/core/monthly/monthly';
import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { cardBrand } from '@busker/core/tip/tip';
import type { Reader } from '../http/routes';

/** The script's message by problem code, with the path of the call before it where it matters: what has only been noted is carried out later. */
export function manageRefusals(language: ShippedLanguage): Readonly<Record<string, string>> {
  const { away, elsewhereNoted, over, wordsChanged, tooLate, often, notBack } = manageTexts(language);
  const byCode: Partial<Record<ProblemCode, string>> = {
    'monthly-ended': over,
    'words-changed': wordsChanged,
    'nothing-due': over,
    'withdraw-over': tooLate,
    'refund-unavailable': notBack,
    'too-many-requests': often,
  };
  return {
    ...byCode,
    '/stop service-unavailable': away,
    '/withdraw service-unavailable': away,
    '/stop monthly-elsewhere': elsewhereNoted,
    '/withdraw monthly-elsewhere': elsewhereNoted,
  };
}

type Changing = Pick<Monthly, 'currency' | 'nextChargeAt'>;

/** What a fan reads beside the field of another amount. */
export function changeWords({ currency, nextChargeAt }: Changing, { language, locale }: Reader) {
  const texts = manageTexts(language);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const day = nextChargeAt === null ? '–' : isolated(days.format(nextChargeAt), directionOf(language));
  return { label: texts.newAmount({ currency: currency.toUpperCase() }), from: texts.changeFrom({ day }) };
}

/** What is stored when the fan agrees to another amount, in minor units of one period. `at` in epoch milliseconds. */
export function consentToAmount(
  changing: Changing,
  amount: number,
  reader: Reader,
  at: number,
): AmountConsent {
  const { label, from } = changeWords(changing, reader);
  const money = formatMoney({ minorUnits: amount, currency: changing.currency }, reader.locale);
  return { amount, words: `${label}: ${money}. ${from}`, wordsVersion, language: reader.language, at };
}

export const stopPageAddress = (handle: string, language: ShippedLanguage): string =>
  `/@${handle}/monthly?lang=${language}`;

/** A monthly tip on the fan's page, as texts. Null actions are not offered. */
export interface MonthlyPart {
  readonly heading: string;
  readonly sentence: string;
  /** How to stop later; '' = there is nothing to stop. */
  readonly lastly: string;
  /** The same where the fan has not the key: with the page that needs none. */
  /** When the first payment was made (epoch milliseconds). */
  readonly begunAt: number | null;
  readonly keyless: { readonly text: string; readonly label: string; readonly href: string } | null;
  /** Label and value of each line. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly actions: {
    /** The sentence before the second press. */
    readonly stop: string | null;
    readonly withdraw: string | null;
    readonly keep: string | null;
    /** The label of the button that leads to Stripe, and what to know before. */
    readonly confirm: string | null;
    readonly confirmNote: string | null;
    readonly card: string | null;
    /** Another amount, in major units: what the fan types and sees. */
    readonly change: {
      readonly label: string;
      readonly from: string;
      /** The version of these words, which the fan's request names. */
      readonly wordsVersion: number;
      readonly value: string;
      readonly min: string;
      readonly max: string;
      readonly step: string;
      /** Digits between major and minor unit. */
      readonly exponent: number;
    } | null;
    /** A link to Stripe, where this server can do nothing more. */
    readonly login: { readonly label: string; readonly href: string } | null;
  };
}

export function monthlyPart(view: MonthlyView, { language, locale }: Reader): MonthlyPart {
  const texts = manageTexts(language);
  const words = wordsIn(view, locale, language);
  const runs = ['active', 'paused', 'needs-action', 'overdue'].includes(view.state) && !view.elsewhere;
  const back = view.payments.find(({ state }) => state === 'paid' || state === 'partially_refunded');
  const isFree = view.asked === null;
  const isDue = view.state === 'needs-action' || view.state === 'overdue';
  return {
    heading: (view.every === 'month' ? texts.headingMonth : texts.headingYear)(words),
    sentence: sentenceOf(view, words, texts),
    lastly: runs ? texts.lastly : '',
    begunAt: view.payments.at(-1)?.at ?? null,
    keyless: runs
      ? {
          text: monthlyTexts(language).stop,
          label: stopPageTexts(language).title,
          href: stopPageAddress(view.owner.handle, language),
        }
      : null,
    rows: rowsOf(view, words, language),
    actions: {
      stop: runs && isFree ? texts.stopSure : null,
      withdraw:
        view.withdrawUntil !== null && back !== undefined && isFree && !view.elsewhere
          ? texts.withdrawSure({ amount: words.money(back.amount - back.refunded - back.refunding) })
          : null,
      keep: view.state === 'ending' && !view.elsewhere ? texts.keep : null,
      card: runs ? texts.otherCard : null,
      change: changeOf(view, { language, locale }),
      login: view.portalLogin === null ? null : { label: texts.toStripe, href: view.portalLogin },
      confirm: isDue && !view.elsewhere ? (view.state === 'overdue' ? texts.pay : texts.confirm) : null,
      confirmNote: isDue && !view.elsewhere ? texts.payNote : null,
    },
  };
}

/** Plain numbers: the browser's own field writes them as the fan's language does. */
function changeOf(view: MonthlyView, reader: Reader): MonthlyPart['actions']['change'] {
  const { limits, amount, currency } = view;
  if (limits === null) return null;
  const { exponent } = currencies[currency];
  const major = (minorUnits: number) => (minorUnits / 10 ** exponent).toFixed(exponent);
  return {
    ...changeWords(view, reader),
    wordsVersion,
    value: major(amount),
    min: major(limits.min),
    max: major(limits.max),
    step: major(limits.step),
    exponent,
  };
}

type Words = ReturnType<typeof wordsIn>;

function wordsIn(view: MonthlyView, locale: string, language: Reader['language']) {
  const dir = directionOf(language);
  const money = (minorUnits: number) =>
    isolated(formatMoney({ minorUnits, currency: view.currency }, locale), dir);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return {
    money,
    /** An amount that was paid in another currency stands before the tip's. */
    both: (presented: FanSum | undefined, minorUnits: number) =>
      isolated(formatBothSums(presented, { minorUnits, currency: view.currency }, locale), dir),
    amount: money(view.amount),
    owner: isolated(view.owner.name, dir),
    day: (at: number) => isolated(days.format(at), dir),
    /** With the time, because it proves when something ended. */
    moment: (at: number) => isolated(times.format(at), dir),
  };
}

/** The latest one is what a withdrawal gives back: a period that stayed unpaid has no money. */
const isPaid = ({ state }: MonthlyView['payments'][number]): boolean =>
  ['paid', 'partially_refunded', 'refunded'].includes(state);

function sentenceOf(view: MonthlyView, words: Words, texts: ReturnType<typeof manageTexts>): string {
  if (view.elsewhere && view.state === 'ended') return texts.withdrawnElsewhere({ owner: words.owner });
  if (view.elsewhere) {
    const away = texts.elsewhere({ owner: words.owner });
    return view.asked === null ? away : `${away} ${texts.elsewhereNoted}`;
  }
  // A withdrawal is asked for until its money goes back, and the end is known before.
  if (view.asked !== null && view.state !== 'ended') return texts.noted;
  switch (view.state) {
    case 'starting':
      return texts.starting;
    case 'never-began':
      return texts.neverBegan;
    case 'active':
      return texts.active({ day: view.nextChargeAt === null ? '–' : words.day(view.nextChargeAt) });
    case 'ending':
      return texts.ending({ day: view.endingAt === null ? '–' : words.day(view.endingAt) });
    case 'paused':
      return texts.paused;
    case 'needs-action':
      return texts.needsAction;
    case 'overdue':
      return texts.overdue;
    case 'ended':
      return view.endReason === 'withdrawn'
        ? texts.withdrawn({ amount: words.money(view.payments.find(isPaid)?.amount ?? view.amount) })
        : texts.ended({ day: view.endedAt === null ? '–' : words.moment(view.endedAt) });
    default:
      return unreachable(view.state);
  }
}

function rowsOf(view: MonthlyView, words: Words, language: Reader['language']): MonthlyPart['rows'] {
  const texts = manageTexts(language);
  const { states, cardEnding } = receiptTexts(language);
  const { card, nextChargeAt, endingAt, endedAt, payments, elsewhere } = view;
  const rows: (readonly [string, string] | null)[] = [
    nextChargeAt === null || elsewhere ? null : [texts.next, words.day(nextChargeAt)],
    endingAt === null || elsewhere ? null : [texts.ends, words.day(endingAt)],
    endedAt === null ? null : [texts.endedOn, `${words.moment(endedAt)} UTC`],
    card === null ? null : [texts.card, cardEnding({ brand: cardBrand(card.brand), last4: card.last4 })],
    ...payments.map(
      ({ at, amount, state, presented }) =>
        [words.day(at), `${words.both(presented, amount)} · ${states[state].heading}`] as const,
    ),
  ];
  return rows.filter((row) => row !== null);
}

/** An action that costs or loses something takes two presses: the second one is in the part that the first one opens. */
const twice = (name: string, first: string, second: string, no: string): Child => (
  <div id={`${name}-part`} hidden>
    <button id={name} class="button quiet" type="button" aria-expanded="false" aria-controls={`${name}-sure`}>
      {first}
    </button>
    <div id={`${name}-sure`} hidden>
      <p id={`${name}-text`}></p>
      <button id={`${name}-yes`} class="button" type="button" aria-describedby={`${name}-text`}>
        {second}
      </button>
      <button id={`${name}-no`} class="button quiet" type="button">
        {no}
      </button>
    </div>
  </div>
);

/** The part of a receipt about its monthly tip, as sent: empty and hidden, until the script has read it with the key. */
export function manageSection(language: ShippedLanguage): Child {
  const texts = manageTexts(language);
  return (
    <section id="monthly" aria-labelledby="monthly-heading" hidden>
      <h2 id="monthly-heading" tabindex={-1}></h2>
      <p id="monthly-sentence" role="status"></p>
      <p id="confirm-note" class="muted" hidden></p>
      <p>
        <button id="confirm" class="button" type="button" aria-describedby="confirm-note" hidden></button>
      </p>
      <p>
        <button id="keep" class="button" type="button" hidden></button>
      </p>
      {twice('stop', texts.stop, texts.stopYes, texts.no)}
      {twice('withdraw', texts.withdraw, texts.withdrawYes, texts.no)}
      <div id="change-part" hidden>
        <button
          id="change"
          class="button quiet"
          type="button"
          aria-expanded="false"
          aria-controls="change-sure"
        >
          {texts.change}
        </button>
        <form id="change-sure" hidden>
          <label id="change-label" for="change-amount"></label>
          <input
            id="change-amount"
            type="number"
            inputmode="decimal"
            required
            aria-describedby="change-text"
          />
          <p id="change-text" class="muted"></p>
          <button class="button" type="submit">
            {texts.save}
          </button>
          <button id="change-no" class="button quiet" type="button">
            {texts.no}
          </button>
        </form>
      </div>
      <p>
        <button id="card" class="button quiet" type="button" hidden></button>
      </p>
      <p>
        <a id="login" class="button" hidden></a>
      </p>
      <dl id="monthly-rows"></dl>
      <p class="muted" id="monthly-lastly"></p>
      <p>
        <button id="print" class="button quiet" type="button">
          {texts.print}
        </button>
      </p>
    </section>
  );
}
