/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { pricesOf, type Price } from '../paying/checkout-session';
import { decimalsOf, CONVERSION_FEE_PERCENT, rateWithFee } from '../reference/amounts';
import { successAddress } from '../paying/checkout';
import type { Sandbox } from '../state/sandbox';
import type { CheckoutSessionEntity } from '../state/billing-entities';
import { renderPage } from './render-page';

interface CheckoutWords {
  readonly pay: string;
  readonly subscribe: string;
  readonly every: Readonly<Record<'month' | 'year', string>>;
  readonly paying: string;
  readonly email: string;
  readonly name: string;
  readonly code: string;
  readonly badCode: string;
  readonly currency: string;
  /** `to` is an amount with its currency. */
  readonly rate: (of: { readonly from: string; readonly to: string; readonly percent: number }) => string;
  readonly back: string;
  readonly to: (merchant: string) => string;
  readonly test: string;
  readonly badEmail: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly expiredTitle: string;
  readonly expired: string;
}

const en: CheckoutWords = {
  pay: 'Pay',
  subscribe: 'Subscribe',
  every: { month: 'per month', year: 'per year' },
  paying: 'Processing…',
  email: 'Email',
  name: 'Cardholder name',
  code: 'BLIK code',
  badCode: 'Enter the six digits that your bank’s app shows.',
  currency: 'Choose a currency',
  rate: ({ from, to, percent }) => `1 ${from} = ${to}, including a ${percent}% conversion fee`,
  back: 'Back',
  to: (merchant) => `Pay ${merchant}`,
  test: 'Test mode',
  badEmail: 'Your email is incomplete.',
  doneTitle: 'You’re all done here',
  done: 'This payment was made. You can close this page.',
  expiredTitle: 'This page has expired',
  expired: 'Go back to the shop and start again. You have not been charged.',
};

const de: CheckoutWords = {
  pay: 'Bezahlen',
  subscribe: 'Abonnieren',
  every: { month: 'pro Monat', year: 'pro Jahr' },
  paying: 'Wird bearbeitet …',
  email: 'E-Mail',
  name: 'Name auf der Karte',
  code: 'BLIK-Code',
  badCode: 'Geben Sie die sechs Ziffern aus der App Ihrer Bank ein.',
  currency: 'Währung wählen',
  rate: ({ from, to, percent }) => `1 ${from} = ${to}, einschließlich ${percent} % Umrechnungsgebühr`,
  back: 'Zurück',
  to: (merchant) => `An ${merchant} zahlen`,
  test: 'Testmodus',
  badEmail: 'Ihre E-Mail-Adresse ist unvollständig.',
  doneTitle: 'Alles erledigt',
  done: 'Diese Zahlung ist erfolgt. Sie können die Seite schließen.',
  expiredTitle: 'Diese Seite ist abgelaufen',
  expired: 'Gehen Sie zum Shop zurück und beginnen Sie noch einmal. Es wurde nichts abgebucht.',
};

/** `auto` and null use the browser's language. */
function checkoutLanguage(locale: string | null, acceptLanguage: string): 'de' | 'en' {
  const wanted = locale === null || locale === 'auto' ? acceptLanguage : locale;
  return wanted.toLowerCase().startsWith('de') ? 'de' : 'en';
}

const checkoutWords = (language: 'de' | 'en'): CheckoutWords => (language === 'de' ? de : en);

/** An amount in minor units as the page's language writes it. */
const pageMoney = ({ amount, currency }: Omit<Price, 'ways'>, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
  }).format(amount / 10 ** decimalsOf(currency));

/** The choice between the fan's currency, which is the first price, and the session's; null when there is nothing to choose. */
function currencyChoice(
  [theirs, ours]: readonly Price[],
  chosen: string,
  language: string,
  words: CheckoutWords,
): Child {
  if (!theirs || !ours) return null;
  const option = (price: Price) => {
    const total = pageMoney(price, language);
    return (
      <label>
        <input
          type="radio"
          name="currency"
          value={price.currency}
          data-amount={price.amount}
          data-ways={price.ways.join(' ')}
          data-total={total}
          checked={price.currency === chosen}
        />{' '}
        {total}
      </label>
    );
  };
  const rate = new Intl.NumberFormat(language, { maximumSignificantDigits: 5 });
  const text = words.rate({
    from: ours.currency.toUpperCase(),
    to: `${rate.format(rateWithFee(ours.currency, theirs.currency))} ${theirs.currency.toUpperCase()}`,
    percent: CONVERSION_FEE_PERCENT,
  });
  return (
    <>
      <fieldset class="currencies" aria-describedby="rate">
        <legend>{words.currency}</legend>
        {option(theirs)} {option(ours)}
      </fieldset>
      <p class="soft" id="rate">
        {text}
      </p>
    </>
  );
}

const notice = (title: string, text: string, link: Child): Child => (
  <main class="checkout narrow">
    <section class="panel">
      <h1>{title}</h1>
      <p>{text}</p>
      {link}
    </section>
  </main>
);

/** The last try: a bank's page leads back here. */
const lastTry = ({ store }: Sandbox, { draftIntent }: CheckoutSessionEntity) =>
  draftIntent === null ? undefined : store.get('paymentIntent', draftIntent);

/** The hosted page of one session: the amount, the recipient, and the form. */
export function checkoutPage(
  sandbox: Sandbox,
  session: CheckoutSessionEntity,
  publishableKey: string,
  acceptLanguage: string,
): string {
  const language = checkoutLanguage(session.locale, acceptLanguage);
  const words = checkoutWords(language);
  const merchant = sandbox.store.get('account', session.account)?.displayName ?? 'Busker';
  const back = session.cancelUrl === null ? null : <a href={session.cancelUrl}>← {words.back}</a>;
  const page = (body: Child, scripts: readonly string[]) =>
    renderPage({ title: words.to(merchant), lang: language, body, scripts });
  if (session.status === 'complete')
    return page(
      notice(
        words.doneTitle,
        words.done,
        <a class="button" href={successAddress(session)}>
          {words.back}
        </a>,
      ),
      [],
    );
  if (session.status === 'expired') return page(notice(words.expiredTitle, words.expired, back), []);
  const tried = lastTry(sandbox, session);
  const prices = pricesOf(sandbox, session);
  const triedIn = tried && (tried.presentment?.currency ?? session.currency);
  const price = prices.find(({ currency }) => currency === triedIn) ?? prices[0];
  const total = pageMoney(price, language);
  return page(
    <main
      class="checkout"
      data-session={session.id}
      data-key={publishableKey}
      data-locale={language}
      data-ways={price.ways.join(' ')}
    >
      <section class="summary">
        <p class="row">
          {back} <span class="badge">{words.test}</span>
        </p>
        <h1 class="soft plain-title">{words.to(merchant)}</h1>
        <p class="total" data-total="">
          {total}
        </p>
        {currencyChoice(prices, price.currency, language, words)}
        {session.plan ? <p>{words.every[session.plan.interval]}</p> : null}
        <dl class="facts">
          <dt>{session.name}</dt>
          <dd data-total="">{total}</dd>
        </dl>
        <p class="soft">{session.detail}</p>
      </section>
      <section class="panel">
        <div class="field">
          <label for="email">{words.email}</label>
          <input
            id="email"
            type="email"
            autocomplete="email"
            value={session.customerEmail ?? ''}
            aria-describedby="email-error"
          />
          <p class="error" id="email-error" role="alert" data-text={words.badEmail}></p>
        </div>
        <div id="card"></div>
        <div class="field" id="code-field" hidden>
          <label for="code">{words.code}</label>
          <input
            id="code"
            type="text"
            inputmode="numeric"
            autocomplete="off"
            maxlength={6}
            aria-describedby="code-error"
          />
          <p class="error" id="code-error" role="alert" data-text={words.badCode}></p>
        </div>
        <div class="field" id="holder-field">
          <label for="holder">{words.name}</label>
          <input id="holder" type="text" autocomplete="cc-name" />
        </div>
        <p class="error" role="alert" id="problem">
          {tried?.lastError?.message ?? ''}
        </p>
        <p>{session.plan?.message ?? null}</p>
        <button type="button" class="button main wide" id="pay" data-busy={words.paying}>
          {session.plan ? words.subscribe : words.pay}
        </button>
      </section>
    </main>,
    ['checkout-page'],
  );
}
