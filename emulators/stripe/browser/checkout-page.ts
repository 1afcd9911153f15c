import { digitsOf } from './card-number';
import { showChallenge } from './challenge-overlay';
import { ownPageForm } from './own-page-form';
import { callSandbox, type ApiResult } from './sandbox-api';

/**
 * The hosted checkout page: reads the card, pays the session, shows the 3-D Secure challenge, and returns to the
 * shop.
 */
const origin = window.location.origin;
const main = document.querySelector<HTMLElement>('main.checkout');
const { session = '', key = '', locale = 'en' } = main?.dataset ?? {};
const credentials = { publishableKey: key, stripeAccount: null };

function find<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}.`);
  return element;
}
const email = find('email', HTMLInputElement);
const holder = find('holder', HTMLInputElement);
const button = find('pay', HTMLButtonElement);
const problem = find('problem', HTMLElement);
const emailError = find('email-error', HTMLElement);

const form = ownPageForm(find('card', HTMLElement), locale, () => {
  problem.textContent = '';
});

function checkEmail(): boolean {
  const isGood = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.value.trim());
  emailError.textContent = isGood ? '' : (emailError.dataset['text'] ?? '');
  email.setAttribute('aria-invalid', String(!isGood));
  if (!isGood) email.focus();
  return isGood;
}

function send(): Promise<ApiResult> {
  const card = form.values();
  const expiry = digitsOf(card.expiry);
  return callSandbox(origin, credentials, 'POST', `/sandbox/checkout/${session}/pay`, {
    email: email.value.trim(),
    name: holder.value.trim(),
    country: card.country,
    postal_code: form.shown().postalCode ? card.postalCode.trim() : '',
    card: {
      number: digitsOf(card.number),
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: Number(expiry.slice(2)),
      cvc: digitsOf(card.cvc),
    },
  });
}

/** Polls the session until it is complete or needs the buyer again. */
async function follow(answer: ApiResult): Promise<void> {
  if (!answer.ok) {
    problem.textContent = answer.error.message;
    return;
  }
  const { redirect, challenge, problem: said } = answer.value;
  if (typeof redirect === 'string') return window.location.assign(redirect);
  if (typeof challenge !== 'string') {
    problem.textContent = typeof said === 'string' ? said : '';
    return;
  }
  await showChallenge(origin, challenge);
  await follow(await callSandbox(origin, credentials, 'GET', `/sandbox/checkout/${session}`, {}));
}

async function pay(): Promise<void> {
  if (!checkEmail() || form.validate()) return;
  const label = button.textContent;
  button.disabled = true;
  button.textContent = button.dataset['busy'] ?? label;
  problem.textContent = '';
  await follow(await send());
  button.disabled = false;
  button.textContent = label;
}

button.addEventListener('click', () => void pay());
main?.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) button.click();
});
