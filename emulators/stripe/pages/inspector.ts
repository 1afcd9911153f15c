import { html } from '../../html';
import { renderPage } from './render-page';

/** The inspector's HTML. Its script loads the data with control calls. */
export const INSPECTOR_PAGE = renderPage({
  title: 'Stripe sandbox',
  scripts: ['inspector-page'],
  body: html`<main class="inspector">
    <header class="row">
      <h1>Stripe sandbox</h1>
      <span class="badge">Test mode: no money moves</span>
      <span class="soft" id="clock" aria-live="off"></span>
    </header>
    <p class="error" role="alert" id="problem"></p>
    <div class="columns">
      <section class="panel" aria-labelledby="payments-title">
        <h2 id="payments-title">Payments</h2>
        <div id="payments"></div>
      </section>
      <section class="panel" aria-labelledby="events-title">
        <h2 id="events-title">Events and deliveries</h2>
        <div id="events"></div>
      </section>
      <section class="panel" aria-labelledby="cases-title">
        <h2 id="cases-title">Refunds, disputes, payouts, checkout pages</h2>
        <div id="cases"></div>
      </section>
      <section class="panel" aria-labelledby="subscriptions-title">
        <h2 id="subscriptions-title">Subscriptions</h2>
        <div id="subscriptions"></div>
      </section>
      <section class="panel" aria-labelledby="mails-title">
        <h2 id="mails-title">Mails</h2>
        <div id="mails"></div>
      </section>
      <section class="panel" aria-labelledby="accounts-title">
        <h2 id="accounts-title">Accounts</h2>
        <div id="accounts"></div>
      </section>
      <section class="panel" aria-labelledby="faults-title">
        <h2 id="faults-title">Faults</h2>
        <div id="faults"></div>
      </section>
      <section class="panel" aria-labelledby="cards-title">
        <h2 id="cards-title">Test cards</h2>
        <div id="cards"></div>
      </section>
    </div>
    <section class="panel" aria-labelledby="object-title" id="object" hidden>
      <h2 id="object-title">Object</h2>
      <pre tabindex="0"></pre>
    </section>
  </main>`,
});
