import { digitsOf } from './card-number';
import { showChallenge, callSandbox, type ApiResult } from './sandbox-api';
import { ownPageForm } from './card-form';

/** A page that takes a card for something that runs: an invoice to pay, or another card in the portal. */
const origin = window.location.origin;
const main = document.querySelector<HTMLElement>('main[data-api]');
const { api = '', key = '', locale = 'en' } = main?.dataset ?? {};
const credentials = { publishableKey: key, stripeAccount: null };
const button = document.querySelector<HTMLButtonElement>('#pay');
const confirm = document.querySelector<HTMLButtonElement>('#confirm');
const place = document.getElementById('card');
const problem = document.getElementById('problem');

const say = (text: string): void => {
  if (problem) problem.textContent = text;
};

const form = place && ownPageForm(place, locale, () => say(''));

/** Goes where the answer says, or shows the bank's question first. False = another page is on its way. */
async function follow(answer: ApiResult): Promise<boolean> {
  if (!answer.ok) {
    say(answer.error.message);
    return true;
  }
  const { redirect, challenge, problem: said } = answer.value;
  if (typeof redirect === 'string') {
    window.location.assign(redirect);
    return false;
  }
  if (typeof challenge !== 'string') {
    say(typeof said === 'string' ? said : '');
    return true;
  }
  await showChallenge(origin, challenge);
  return follow(await callSandbox(origin, credentials, 'GET', api, {}));
}

async function busy(pressed: HTMLButtonElement, work: () => Promise<ApiResult>): Promise<void> {
  const label = pressed.textContent;
  const offer = () => {
    pressed.disabled = false;
    pressed.textContent = label;
  };
  pressed.disabled = true;
  pressed.textContent = pressed.dataset['busy'] ?? label;
  say('');
  if (await follow(await work())) return offer();
  // While the next page loads, a second press would pay again. After Back the page is as it was left: https://web.dev/articles/bfcache
  window.addEventListener('pageshow', offer, { once: true });
}

function send(): Promise<ApiResult> {
  const card = form?.values();
  const expiry = digitsOf(card?.expiry ?? '');
  return callSandbox(origin, credentials, 'POST', api, {
    country: card?.country ?? '',
    postal_code: form?.shown().postalCode ? (card?.postalCode.trim() ?? '') : '',
    card: {
      number: digitsOf(card?.number ?? ''),
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: Number(expiry.slice(2)),
      cvc: digitsOf(card?.cvc ?? ''),
    },
  });
}

button?.addEventListener('click', () => {
  if (form?.validate() === null) void busy(button, send);
});
confirm?.addEventListener(
  'click',
  () => void busy(confirm, () => callSandbox(origin, credentials, 'GET', api, {})),
);
main?.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) button?.click();
});
