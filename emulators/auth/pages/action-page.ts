import { html, type Html } from '../../html';
import { leadsHere, page } from './page';

const titles: Readonly<Record<string, string>> = {
  verifyEmail: 'Confirm your email address',
  verifyAndChangeEmail: 'Confirm your new email address',
  recoverEmail: 'Restore your old email address',
  resetPassword: 'Choose a new password',
};

const passwordForm: Html = html`<form class="stack" hidden>
  <p class="soft">For <strong id="email"></strong></p>
  <label
    >New password <input name="password" type="password" autocomplete="new-password" minlength="6" required
  /></label>
  <button class="button main">Save the new password</button>
</form>`;

/**
 * The page behind links in emails, unless the project has its own, as on a hosted project. It confirms an address,
 * restores a changed one, or asks for a new password, and then links back to the app.
 */
export function actionPage(query: URLSearchParams): { status: number; text: string } {
  const mode = query.get('mode') ?? '';
  const title = Object.hasOwn(titles, mode) ? titles[mode] : undefined;
  if (title === undefined || !query.get('oobCode')) {
    const body = html`<main class="panel narrow">
      <h1>This link is incomplete</h1>
      <p>Open it again from the outbox.</p>
    </main>`;
    return { status: 400, text: page({ title: 'This link is incomplete', body, script: null }) };
  }
  const continueUrl = query.get('continueUrl') ?? '';
  const body = html`<main
    class="panel narrow"
    data-mode="${mode}"
    data-code="${query.get('oobCode') ?? ''}"
    data-tenant-id="${query.get('tenantId') ?? ''}"
  >
    <h1>${title}</h1>
    ${mode === 'resetPassword' ? passwordForm : null}
    <p id="done" role="status"></p>
    <p id="trouble" class="problem" role="alert"></p>
    ${leadsHere(continueUrl) ? html`<a class="button" href="${continueUrl}">Back to the app</a>` : null}
  </main>`;
  return { status: 200, text: page({ title, body, script: 'action' }) };
}
