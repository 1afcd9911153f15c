import { decimalsOf } from '../payments/amounts';
import { successAddress } from '../payments/checkout';
import type { Sandbox } from '../sandbox';
import type { CheckoutSessionEntity } from '../state/checkout-entities';
import { checkoutLanguage, checkoutWords } from './checkout-words';
import { html, type Html } from '../../html';
import { renderPage } from './render-page';

const money = (amount: number, currency: string, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
  }).format(amount / 10 ** decimalsOf(currency));

const notice = (title: string, text: string, link: Html | null): Html =>
  html`<main class="checkout narrow">
    <section class="panel">
      <h1>${title}</h1>
      <p>${text}</p>
      ${link}
    </section>
  </main>`;

/** The hosted page of one session: the amount, the recipient, and the card form. */
export function checkoutPage(
  { store }: Sandbox,
  session: CheckoutSessionEntity,
  publishableKey: string,
  acceptLanguage: string,
): string {
  const language = checkoutLanguage(session.locale, acceptLanguage);
  const words = checkoutWords(language);
  const merchant = store.get('account', session.account)?.displayName ?? 'Busker';
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
  const total = money(session.unitAmount * session.quantity, session.currency, language);
  return page(
    html`<main
      class="checkout"
      data-session="${session.id}"
      data-key="${publishableKey}"
      data-locale="${language}"
    >
      <section class="summary">
        <p class="row">${back} <span class="badge">${words.test}</span></p>
        <h1 class="soft plain-title">${words.to(merchant)}</h1>
        <p class="total">${total}</p>
        ${session.plan ? html`<p>${words.every[session.plan.interval]}</p>` : null}
        <dl class="facts">
          <dt>${session.name}</dt>
          <dd>${total}</dd>
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
        <div class="field">
          <label for="holder">${words.name}</label>
          <input id="holder" type="text" autocomplete="cc-name" />
        </div>
        <p class="error" role="alert" id="problem"></p>
        <p>${session.plan?.message ?? null}</p>
        <button type="button" class="button main wide" id="pay" data-busy="${words.paying}">
          ${session.plan ? words.subscribe : words.pay}
        </button>
      </section>
    </main>`,
    ['checkout-page'],
  );
}
