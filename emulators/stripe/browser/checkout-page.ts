import { digitsOf } from './card-number';
import { showChallenge, isRecord, isWide, callSandbox, type ApiResult } from './sandbox-api';
import { asksCode, isRedirectType, redirectMethods } from '../reference/method-types';
import { ownPageForm } from './card-form';

/**
 * The hosted checkout page: reads the card or another way to pay, pays the session, shows the bank's page or challenge, and returns to the shop.
 */
const origin = window.location.origin;
const main = document.querySelector<HTMLElement>('main.checkout');
const { session = '', key = '', locale = 'en', ways = 'card' } = main?.dataset ?? {};
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

const code = find('code', HTMLInputElement);
const codeError = find('code-error', HTMLElement);

const needsCode = (): boolean => asksCode(form.way());

const showFields = () => {
  find('holder-field', HTMLElement).hidden = form.way() !== 'card';
  find('code-field', HTMLElement).hidden = !needsCode();
};
const form = ownPageForm(find('card', HTMLElement), locale, () => {
  problem.textContent = '';
  showFields();
});
/** Where the fan may pay in a currency of their own: that one and the session's. */
const prices = [...document.querySelectorAll<HTMLInputElement>('input[name="currency"]')];
const chosenPrice = () => prices.find(({ checked }) => checked);

/** The total and the ways to pay follow the currency. */
function showPrice(): void {
  const price = chosenPrice();
  // The sandbox has Link on the pages of shops alone.
  form.offer((price?.dataset['ways'] ?? ways).split(' ').filter((type) => type !== 'link'));
  for (const place of document.querySelectorAll('p[data-total], dd[data-total]'))
    place.textContent = price?.dataset['total'] ?? place.textContent;
  // The first way may be no card.
  showFields();
}
for (const price of prices)
  price.addEventListener('change', () => {
    problem.textContent = '';
    showPrice();
  });
// A browser that reloads the page may choose the currency that was chosen before.
showPrice();

/** Shows the field's error where its text does not fit the pattern, and puts the focus there. */
function check(box: HTMLInputElement, error: HTMLElement, pattern: RegExp): boolean {
  const isGood = pattern.test(box.value.trim());
  error.textContent = isGood ? '' : (error.dataset['text'] ?? '');
  box.setAttribute('aria-invalid', String(!isGood));
  if (!isGood) box.focus();
  return isGood;
}

function cardParams() {
  const card = form.values();
  const expiry = digitsOf(card.expiry);
  return {
    name: holder.value.trim(),
    country: card.country,
    postal_code: form.shown().postalCode ? card.postalCode.trim() : '',
    card: {
      number: digitsOf(card.number),
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: Number(expiry.slice(2)),
      cvc: digitsOf(card.cvc),
    },
  };
}

const send = (price = chosenPrice()): Promise<ApiResult> =>
  callSandbox(origin, credentials, 'POST', `/sandbox/checkout/${session}/pay`, {
    email: email.value.trim(),
    ...(form.way() === 'card' ? cardParams() : { type: form.way() }),
    ...(needsCode() && { code: code.value.trim() }),
    ...(price && { currency: price.value }),
  });

/** Shows the bank's page or challenge. False = in the place of this page, which ends here. */
async function ask({ address, place }: Readonly<Record<string, unknown>>): Promise<boolean> {
  const isCode = place === 'app' && isWide();
  if (place === 'above' || isCode) {
    const way = form.way();
    const title = isRedirectType(way) ? `Pay with ${redirectMethods[way].name}` : undefined;
    await showChallenge(origin, `${String(address)}${isCode ? '&code' : ''}`, title);
    return true;
  }
  window.location.assign(String(address));
  return false;
}

/** Polls the session until it is complete or needs the buyer again. False = another page is on its way. */
async function follow(answer: ApiResult): Promise<boolean> {
  if (!answer.ok) {
    problem.textContent = answer.error.message;
    return true;
  }
  const { redirect, challenge, problem: said } = answer.value;
  if (typeof redirect === 'string') {
    window.location.assign(redirect);
    return false;
  }
  if (!isRecord(challenge)) {
    problem.textContent = typeof said === 'string' ? said : '';
    return true;
  }
  if (!(await ask(challenge))) return false;
  return follow(await callSandbox(origin, credentials, 'GET', `/sandbox/checkout/${session}`, {}));
}

async function pay(): Promise<void> {
  if (!check(email, emailError, /^[^\s@]+@[^\s@]+\.[^\s@]+$/)) return;
  if (needsCode() && !check(code, codeError, /^\d{6}$/)) return;
  if (form.validate()) return;
  const label = button.textContent;
  button.disabled = true;
  button.textContent = button.dataset['busy'] ?? label;
  problem.textContent = '';
  const offer = () => {
    button.disabled = false;
    button.textContent = label;
  };
  if (await follow(await send())) return offer();
  // While the next page loads, a second press would pay again. After Back the page is as it was left: https://web.dev/articles/bfcache
  window.addEventListener('pageshow', offer, { once: true });
}

button.addEventListener('click', () => void pay());
main?.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) button.click();
});
