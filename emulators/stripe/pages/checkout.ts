import { pricesOf } from '../payments/adaptive-pricing';
import { successAddress } from '../payments/checkout';
import type { Sandbox } from '../sandbox';
import type { CheckoutSessionEntity } from '../state/checkout-entities';
import { currencyChoice, pageMoney } from './checkout-price';
import { checkoutLanguage, checkoutWords } from './checkout-words';
import { html, type Html } from '../../html';
import { renderPage } from './render-page';

const notice = (title: string, text: string, link: Html | null): Html =>
  html`<main class="checkout narrow">
    <section class="panel">
      <h1>${title}</h1>
      <p>${text}</p>
      ${link}
    </section>
  </main>`;

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
  const back = session.cancelUrl === null ? null : html`<a href="${session.cancelUrl}">← ${words.back}</a>`;
  const page = (body: Html, scripts: readonly string[]) =>
    renderPage({ title: words.to(merchant), lang: language, body, scripts });
  if (session.status === 'complete')
    return page(
      notice(
        words.doneTitle,
        words.done,
        html`<a class="button" href="${successAddress(session)}">${words.back}</a>`,
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
    html`<main
      class="checkout"
      data-session="${session.id}"
      data-key="${publishableKey}"
      data-locale="${language}"
      data-ways="${price.ways.join(' ')}"
    >
      <section class="summary">
        <p class="row">${back} <span class="badge">${words.test}</span></p>
        <h1 class="soft plain-title">${words.to(merchant)}</h1>
        <p class="total" data-total>${total}</p>
        ${currencyChoice(prices, price.currency, language, words)}
        ${session.plan ? html`<p>${words.every[session.plan.interval]}</p>` : null}
        <dl class="facts">
          <dt>${session.name}</dt>
          <dd data-total>${total}</dd>
        </dl>
        <p class="soft">${session.detail}</p>
      </section>
      <section class="panel">
        <div class="field">
          <label for="email">${words.email}</label>
          <input
            id="email"
            type="email"
            autocomplete="email"
            value="${session.customerEmail ?? ''}"
            aria-describedby="email-error"
          />
          <p class="error" id="email-error" role="alert" data-text="${words.badEmail}"></p>
        </div>
        <div id="card"></div>
        <div class="field" id="code-field" hidden>
          <label for="code">${words.code}</label>
          <input
            id="code"
            type="text"
            inputmode="numeric"
            autocomplete="off"
            maxlength="6"
            aria-describedby="code-error"
          />
          <p class="error" id="code-error" role="alert" data-text="${words.badCode}"></p>
        </div>
        <div class="field" id="holder-field">
          <label for="holder">${words.name}</label>
          <input id="holder" type="text" autocomplete="cc-name" />
        </div>
        <p class="error" role="alert" id="problem">${tried?.lastError?.message ?? ''}</p>
        <p>${session.plan?.message ?? null}</p>
        <button type="button" class="button main wide" id="pay" data-busy="${words.paying}">
          ${session.plan ? words.subscribe : words.pay}
        </button>
      </section>
    </main>`,
    ['checkout-page'],
  );
}
