import { fail, ok } from '@busker/core/base/result';
import type {
  Confirmation,
  ExpressOptions,
  OpenSurface,
  PaymentLook,
  SurfaceAmount,
  SurfaceFault,
} from '../payment/payment-surface';

/** The script of a card form. Each call takes the next entry of its list; the last entry repeats. */
export interface SurfaceScript {
  readonly fault?: SurfaceFault;
  /** Never becomes ready. */
  readonly stuck?: boolean;
  readonly submits?: readonly ('complete' | 'incomplete')[];
  readonly confirmations?: readonly Confirmation[];
  readonly lookUps?: readonly PaymentLook[];
  /** The page's styles break the form after it was ready. */
  readonly breaksLater?: boolean;
  /** How long a confirmation takes, in milliseconds. */
  readonly delay?: number;
  /** The fan has a wallet: there is a button above the form, and they agree in the wallet at once. */
  readonly wallet?: boolean;
}

/** All calls of the form, for tests. */
export interface SurfaceLog {
  readonly amounts: SurfaceAmount[];
  readonly confirmed: string[];
  opened: number;
  destroyed: number;
  /** The row of wallet buttons, for tests in which the fan takes their time; null = none here. */
  express: ExpressOptions | null;
}

export const surfaceLog = (): SurfaceLog => ({
  amounts: [],
  confirmed: [],
  opened: 0,
  destroyed: 0,
  express: null,
});

/** A card form without Stripe, for stories, previews and tests: three fields that accept anything and send nothing. */
export function scriptedSurface(script: SurfaceScript = {}, log: SurfaceLog = surfaceLog()): OpenSurface {
  const submits = queue<'complete' | 'incomplete'>(script.submits ?? ['complete']);
  const confirmations = queue<Confirmation>(script.confirmations ?? [{ kind: 'succeeded' }]);
  const lookUps = queue<PaymentLook>(script.lookUps ?? ['open']);
  return async ({ place, look, amount, currency, express }) => {
    log.opened += 1;
    log.express = express;
    if (script.stuck) return new Promise(() => undefined);
    if (script.fault) return fail(script.fault);
    log.amounts.push({ amount, currency });
    drawForm(place, look.text, look.border);
    if (script.wallet && express) drawWallet(express);
    // As in Stripe's form, every change after `submit` needs another `submit`, or confirming throws.
    let submitted = false;
    return ok({
      isUsable: () => !script.breaksLater,
      setAmount: (next) => {
        submitted = false;
        log.amounts.push(next);
        return Promise.resolve();
      },
      submit: () => {
        const answer = submits();
        submitted = answer === 'complete';
        return Promise.resolve(answer);
      },
      confirm: async (clientSecret) => {
        if (!submitted) throw new Error('The form was not submitted since its last change');
        log.confirmed.push(clientSecret);
        if (script.delay) await new Promise((resolve) => setTimeout(resolve, script.delay));
        return confirmations();
      },
      lookUp: () => Promise.resolve(lookUps()),
      destroy: () => {
        log.destroyed += 1;
        place.replaceChildren();
        express?.place.replaceChildren();
      },
    });
  };
}

function queue<T>(list: readonly T[]): () => T {
  const left = [...list];
  return () => {
    const [first] = left;
    if (first === undefined) throw new Error('The script has no answer for this');
    if (left.length > 1) left.shift();
    return first;
  };
}

function drawForm(place: HTMLElement, text: string, border: string): void {
  const fields = ['Card number', 'Expiry', 'Security code'].map((label) => {
    const field = document.createElement('label');
    const input = document.createElement('input');
    input.inputMode = 'numeric';
    input.autocomplete = 'off';
    Object.assign(input.style, {
      display: 'block',
      boxSizing: 'border-box',
      width: '100%',
      margin: '4px 0 12px',
      padding: '12px',
      border: `1px solid ${border}`,
      borderRadius: '10px',
      background: 'transparent',
      color: 'inherit',
      font: 'inherit',
    });
    Object.assign(field.style, { display: 'block', color: text, fontSize: '0.9em' });
    field.append(label, input);
    return field;
  });
  place.replaceChildren(...fields);
}

function drawWallet({ place, onShown, onPress, onAgree }: ExpressOptions): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Wallet';
  button.addEventListener('click', () => {
    if (onPress()) void onAgree();
  });
  place.replaceChildren(button);
  onShown(true);
}
