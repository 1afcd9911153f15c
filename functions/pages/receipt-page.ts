import { tipTextLimits } from '../../core/tip';
import type { Receipt } from '../handlers/receipt';
import { html, type Html } from './html';
import { receiptAsset } from './page-assets';
import type { Page } from './page';

const robots = html`<meta name="robots" content="noindex" />`;

/**
 * The receipt as it comes: without any word of the tip, since the token is in the part of the address that no server sees. The script
 * fetches the rest.
 */
export function receiptPage(): Page {
  const body = html`<main>
    <div class="panel">
      <h1 id="heading">Your tip</h1>
      <p id="sentence" role="status">
        Open this page from the link on your thank-you screen to see your tip.
      </p>
      <noscript><p>This page needs JavaScript to open your receipt.</p></noscript>
      <p id="problem" class="error" role="alert" hidden></p>
      <dl id="rows"></dl>
      <div id="undo" hidden>
        <button id="undo-button" class="button quiet" type="button" aria-describedby="undo-left">
          Undo this tip
        </button>
        <p id="undo-left" class="muted"></p>
      </div>
    </div>
    <form id="words" hidden>
      <h2>Your words</h2>
      <label for="name">Your name (optional)</label>
      <input id="name" type="text" maxlength="${tipTextLimits.name}" autocomplete="name" />
      <label for="message">Message (optional)</label>
      <textarea id="message" rows="3" maxlength="${tipTextLimits.message}"></textarea>
      <p><button class="button" type="submit">Save</button></p>
      <p><button id="erase-button" class="button quiet" type="button">Erase name and message</button></p>
      <p id="done" role="status" hidden></p>
    </form>
  </main>`;
  const head = html`${robots}
    <script type="module" src="${receiptAsset.path}"></script>`;
  return { language: 'en', title: 'Your tip', head, body };
}

const row = ([label, value]: readonly [string, string]): Html =>
  html`<dt>${label}</dt>
    <dd>${value}</dd>`;

/** How a tip stands, for whom Stripe's page led back here. Looks again by itself while nothing is decided. */
export function tipViewPage({ heading, sentence, rows, profileUrl, waiting }: Receipt): Page {
  const body = html`<main class="panel">
    <h1>${heading}</h1>
    <p role="status">${sentence}</p>
    <dl>${rows.map(row)}</dl>
    ${profileUrl === null ? null : html`<p><a href="${profileUrl}">Back to the profile</a></p>`}
  </main>`;
  const head = html`${robots}${waiting ? html`<meta http-equiv="refresh" content="4" />` : null}`;
  return { language: 'en', title: heading, head, body };
}
