import { createCardForm, CARD_FRAME_CSS, type CardForm } from './card-form';
import { digitsOf } from './card-number';
import { adoptCss } from './elements-options';
import {
  FRAME_LOADED,
  deferredForm,
  type ConfirmRequest,
  type FromFrame,
  type ToFrame,
} from './frame-messages';
import { callSandbox, intentIdOf, type ApiResult } from './sandbox-api';

/** The frame with the card fields. Card numbers go from here to the sandbox, never to the embedding page. */
const origin = window.location.origin;

function confirm(
  form: CardForm,
  { clientSecret, credentials, deferred, billing, returnUrl }: ConfirmRequest,
): Promise<ApiResult> {
  const card = form.values();
  const shown = form.shown();
  const expiry = digitsOf(card.expiry);
  const country = shown.country ? card.country : billing.country;
  const postalCode = shown.postalCode ? card.postalCode.trim() : billing.postalCode;
  const { name, email, phone } = billing;
  return callSandbox(
    origin,
    credentials,
    'POST',
    `/v1/payment_intents/${intentIdOf(clientSecret) ?? ''}/confirm`,
    {
      client_secret: clientSecret,
      use_stripe_sdk: true,
      ...(returnUrl !== null && { return_url: returnUrl }),
      payment_method_data: {
        type: form.way(),
        ...(form.way() === 'card' && {
          card: {
            number: digitsOf(card.number),
            exp_month: Number(expiry.slice(0, 2)),
            exp_year: Number(expiry.slice(2)),
            cvc: digitsOf(card.cvc),
          },
        }),
        billing_details: {
          ...(name !== undefined && { name }),
          ...(email !== undefined && { email }),
          ...(phone !== undefined && { phone }),
          address: {
            ...(country !== undefined && { country }),
            ...(postalCode !== undefined && { postal_code: postalCode }),
          },
        },
      },
      ...(deferred && { deferred_intent: deferredForm(deferred) }),
    },
  );
}

/** `host`: where the page is. */
function serve(port: MessagePort, first: Extract<ToFrame, { type: 'init' }>, host: string): void {
  const send = (message: FromFrame) => port.postMessage(message);
  const root = document.getElementById('root');
  if (!root) return;
  adoptCss(CARD_FRAME_CSS);
  let last = '';
  const form = createCardForm(root, first.options, () => {
    const { country, postalCode } = form.values();
    const shown = form.shown();
    const change: FromFrame = {
      type: 'change',
      way: form.way(),
      empty: form.isEmpty(),
      complete: form.isComplete(),
      country: shown.country ? country : null,
      postalCode: shown.postalCode ? postalCode : null,
    };
    const next = JSON.stringify(change);
    if (next !== last) send(change);
    last = next;
  });

  const obey = (message: ToFrame): void => {
    switch (message.type) {
      case 'init':
        return;
      case 'options':
        return form.apply(message.options);
      case 'focus':
        return form.focus();
      case 'blur':
        return form.blur();
      case 'clear':
        return form.clear();
      case 'validate':
        return send({ type: 'answer', call: message.call, answer: form.validate() });
      case 'confirm':
        return void confirm(form, message.request).then((answer) =>
          send({ type: 'answer', call: message.call, answer }),
        );
    }
  };
  port.addEventListener('message', (event: MessageEvent<ToFrame>) => obey(event.data));
  port.start();

  new ResizeObserver(() =>
    send({ type: 'height', pixels: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body);
  let focused = false;
  const noteFocus = () => {
    const now = document.hasFocus() && root.contains(document.activeElement);
    if (now !== focused) send({ type: now ? 'focus' : 'blur' });
    focused = now;
  };
  window.addEventListener('focusin', noteFocus);
  window.addEventListener('focusout', () => setTimeout(noteFocus));
  window.addEventListener('blur', noteFocus);
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') send({ type: 'escape' });
  });
  void open(first, form, host).then(send);
}

/** Asks the sandbox whether this page may take cards, as Stripe.js does before it shows a form. */
async function open(
  { credentials, deferred, options }: Extract<ToFrame, { type: 'init' }>,
  form: CardForm,
  host: string,
): Promise<FromFrame> {
  const asked = { referrer_host: host, ...(deferred && { deferred_intent: deferredForm(deferred) }) };
  const answer = await callSandbox(origin, credentials, 'GET', '/v1/elements/sessions', asked);
  if (answer.ok) {
    const { payment_method_types: types, wallets } = answer.value;
    // A browser that knows no buyer of Link has only the card's fields.
    const hasLink = !options.hidesLink && Array.isArray(wallets) && wallets.includes('link');
    form.offer(Array.isArray(types) ? types.map(String).filter((type) => type !== 'link' || hasLink) : []);
    return { type: 'ready' };
  }
  const { type, code, message } = answer.error;
  const known = type === 'api_connection_error' || type === 'api_error' ? type : 'invalid_request_error';
  return { type: 'failed', error: { type: known, message, ...(typeof code === 'string' && { code }) } };
}

window.addEventListener('message', (event: MessageEvent<ToFrame>) => {
  const [port] = event.ports;
  if (event.source === window.parent && port && event.data.type === 'init')
    serve(port, event.data, new URL(event.origin).hostname);
});
window.parent.postMessage({ type: FRAME_LOADED }, '*');
