/** @jsxImportSource hono/jsx */
import { createHash } from 'node:crypto';
import { payableIntent, secondsToConfirm } from '../payments/intents';
import { methodName, redirectOf } from '../payments/payment-methods';
import { formatAmount } from '../reference/amounts';
import type { Sandbox } from '../state/sandbox';
import { renderPage } from './render-page';

const later = (
  <button type="button" class="button" data-answer="later" disabled>
    Answer in three days
  </button>
);

const SCAN = 'Scan the code with the app to pay.';
const AT_THE_BANK = 'Your bank asks you to confirm the payment here.';
const inTheApp = (seconds: number) => `Confirm the payment in your bank’s app within ${seconds} seconds.`;

/**
 * The page of a bank, a wallet or an app, or the bank's 3-D Secure page; null when the intent does not wait for authentication. `withCode`: it is shown
 * above the shop's page, with a code to scan.
 */
export function challengePage(
  sandbox: Sandbox,
  id: string,
  { source, withCode }: { readonly source: string; readonly withCode: boolean },
  publishableKey: string,
): string | null {
  const intent = sandbox.store.get('paymentIntent', id);
  if (!intent || intent.challenge?.source !== source || intent.paymentMethod === null) return null;
  const method = sandbox.store.get('paymentMethod', intent.paymentMethod);
  const { amount, currency } = payableIntent(intent);
  const isBank = method !== undefined && redirectOf(method) !== null;
  const seconds = method ? secondsToConfirm(method) : null;
  const merchant = sandbox.store.get('account', intent.account)?.displayName ?? 'Busker';
  return renderPage({
    title: isBank ? 'Sandbox bank' : '3D Secure authentication',
    bodyClass: withCode || intent.challenge.via === 'stripe-js' ? 'bare' : '',
    scripts: ['challenge-page'],
    body: (
      <main
        class="challenge"
        data-intent={intent.id}
        data-source={source}
        data-key={publishableKey}
        data-above={withCode ? 'yes' : 'no'}
        data-seconds={seconds === null ? '' : String(seconds)}
      >
        <section class="panel" role="dialog" aria-labelledby="title" aria-describedby="about">
          <button type="button" class="button close" data-answer="fail" aria-label="Close" disabled>
            ×
          </button>
          <span class="badge">Test mode</span>
          <h1 id="title">{isBank ? `Pay with ${methodName(method)}` : 'Confirm this payment'}</h1>
          <p id="about" class="soft">
            {seconds !== null ? inTheApp(seconds) : withCode ? SCAN : AT_THE_BANK} In the sandbox you choose
            the result instead.
          </p>
          {withCode && seconds === null ? (
            <img
              class="code"
              src={`/sandbox/code/${source}.svg`}
              alt="Code to scan"
              width="160"
              height="160"
            />
          ) : (
            ''
          )}
          <dl class="facts">
            <dt>To</dt>
            <dd>{merchant}</dd>
            <dt>Amount</dt>
            <dd>{formatAmount(amount, currency)}</dd>
            <dt>Paid with</dt>
            <dd>{method ? methodName(method) : ''}</dd>
          </dl>
          <div class="stack">
            <button type="button" class="button main" data-answer="complete" disabled>
              {isBank ? 'Authorize' : 'Complete authentication'}
            </button>
            <button type="button" class="button" data-answer="fail" disabled>
              {isBank ? 'Fail' : 'Fail authentication'}
            </button>
            {isBank && seconds === null ? later : ''}
            <p class="error" role="alert" id="problem"></p>
          </div>
        </section>
      </main>
    ),
  });
}

const SIZE = 29;
const FINDER = 7;

/** The squares in three corners by which a scanner finds a code; null = not in one of them. */
function finder(x: number, y: number): boolean | null {
  const inCorner = (value: number) => (value > SIZE / 2 ? SIZE - 1 - value : value);
  const [across, down] = [inCorner(x), inCorner(y)];
  if (across > FINDER || down > FINDER || (x > SIZE / 2 && y > SIZE / 2)) return null;
  const ring = Math.max(Math.abs(across - 3), Math.abs(down - 3));
  return ring === 3 || ring < 2;
}

/** An SVG that looks like a QR code, always the same for a text. It cannot be scanned: the sandbox has no app. */
export function codePicture(text: string): string {
  const bytes = [0, 1, 2, 3].flatMap((part) => [...createHash('sha256').update(`${part}:${text}`).digest()]);
  const isDark = (x: number, y: number): boolean => {
    const bit = (y * SIZE + x) % (bytes.length * 8);
    return finder(x, y) ?? ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  };
  const all = Array.from({ length: SIZE }, (_, index) => index);
  const dark = all.flatMap((y) => all.filter((x) => isDark(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${SIZE + 4} ${SIZE + 4}"><path fill="#fff" d="M-2-2h${SIZE + 4}v${SIZE + 4}h-${SIZE + 4}z"/><path d="${dark.join('')}"/></svg>`;
}
