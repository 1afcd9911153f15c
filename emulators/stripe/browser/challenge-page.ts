import { CHALLENGE_DONE } from './frame-messages';
import { callSandbox } from './sandbox-api';

/** The 3-D Secure challenge or the page of a bank or an app: sends the buyer's answer, then returns to the page that opened it. */
const main = document.querySelector<HTMLElement>('main.challenge');
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-answer]')];

const leave = () => window.parent.postMessage(CHALLENGE_DONE, '*');

async function answer(outcome: string): Promise<void> {
  for (const button of buttons) button.disabled = true;
  const { intent = '', source = '', key = '', above } = main?.dataset ?? {};
  const credentials = { publishableKey: key, stripeAccount: null };
  const path = `/sandbox/3ds/${intent}/${outcome}`;
  const result = await callSandbox(window.location.origin, credentials, 'POST', path, { source });
  const next = result.ok ? result.value['return_url'] : null;
  // Above the shop's page, that page goes on by itself.
  if (typeof next === 'string' && above !== 'yes') return window.location.assign(next);
  if (result.ok || result.error['code'] === 'resource_missing') {
    leave();
    return;
  }
  for (const button of buttons) button.disabled = false;
  const problem = document.getElementById('problem');
  if (problem) problem.textContent = result.error.message;
}

// The buttons are disabled in the HTML, because a click before this script runs would be lost.
for (const button of buttons) {
  button.addEventListener('click', () => void answer(button.dataset['answer'] ?? 'fail'));
  button.disabled = false;
}
/** The sandbox ends an attempt with a code by itself; the page waits a little longer. */
const seconds = Number(main?.dataset['seconds'] ?? 0);
if (seconds > 0) setTimeout(leave, (seconds + 1) * 1000);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void answer('fail');
});
const focusMain = () => {
  const nothing = document.activeElement === null || document.activeElement === document.body;
  if (nothing) buttons.find(({ dataset }) => dataset['answer'] === 'complete')?.focus();
};
// Browsers ignore the first call in a frame of another origin until the page gives the focus to the frame.
window.addEventListener('focus', focusMain);
focusMain();
