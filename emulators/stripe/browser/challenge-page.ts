import { CHALLENGE_DONE } from './frame-messages';
import { callSandbox } from './sandbox-api';

/** The 3-D Secure challenge: sends the buyer's answer, then returns to the page that opened it. */
const main = document.querySelector<HTMLElement>('main.challenge');
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-answer]')];

async function answer(outcome: string): Promise<void> {
  for (const button of buttons) button.disabled = true;
  const { intent = '', source = '', key = '' } = main?.dataset ?? {};
  const credentials = { publishableKey: key, stripeAccount: null };
  const path = `/sandbox/3ds/${intent}/${outcome}`;
  const result = await callSandbox(window.location.origin, credentials, 'POST', path, { source });
  const next = result.ok ? result.value['return_url'] : null;
  if (typeof next === 'string') return window.location.assign(next);
  if (result.ok || result.error['code'] === 'resource_missing') {
    window.parent.postMessage(CHALLENGE_DONE, '*');
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
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void answer('fail');
});
buttons.find(({ dataset }) => dataset['answer'] === 'complete')?.focus();
