import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inMemoryTips } from '@busker/widget/preview/in-memory-backend';
import { sampleProfile } from '@busker/widget/testing/sample-profile';
import '@busker/widget/npm';
import '@busker/widget/messages/tip-texts';
import '@busker/widget/sheet/tip-sheet';
import '@busker/widget/sheet/pay-step';
import { CalledFiles, addParts } from '../shape-rows';

// A fan's tip from the tap to "Thank you", in the card that pages embed. Its server and Stripe's form answer at once.

const called = new CalledFiles();
const parts: Record<string, readonly string[]> = {};

/** Stripe.js, whose form is ready at once and whose payments succeed. */
const stripeJs = Object.assign(
  () => ({
    elements: () => ({
      create: () => ({
        // No wallet is there.
        on: (event: string, done: (ready: object) => void) =>
          void (event === 'ready' && setTimeout(() => done({ availablePaymentMethods: undefined }))),
        mount: () => undefined,
        destroy: () => undefined,
      }),
      update: () => undefined,
      submit: () => Promise.resolve({}),
    }),
    confirmPayment: () => Promise.resolve({ paymentIntent: { status: 'succeeded' } }),
  }),
  { version: 'endive' },
);

const tips = inMemoryTips({ session: { publishableKey: 'pk_test_sandbox_1' } });

/** The answer of the server to a request of the card. */
async function answerOf(path: string, method: string, body: never): Promise<unknown> {
  if (path === '/v1/profiles') return { profiles: { ada: sampleProfile() }, missing: [] };
  if (path === '/v1/profiles/ada') return sampleProfile();
  const result = await (path === '/v1/tip-sessions'
    ? tips.startSession('ada', 'in-page', 'en')
    : path === '/v1/tips'
      ? tips.createTip(body)
      : tips.readTip({ tipId: path.split('/').at(-1) ?? '', tipToken: 'token' }));
  if (!result.ok) throw new Error(`${method} ${path} fails: ${JSON.stringify(result.problem)}`);
  return result.value;
}

beforeAll(() => called.start());
afterAll(() => addParts(parts));

it('a fan taps, fills in the form, and pays', async () => {
  vi.stubGlobal('Stripe', stripeJs);
  // happy-dom has one that never sees anything.
  vi.stubGlobal('IntersectionObserver', undefined);
  Object.assign(navigator, { sendBeacon: () => true });
  // happy-dom has no layout. What was added last lies on top.
  Object.assign(document, { elementsFromPoint: () => [...document.body.children].toReversed() });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body = '{}' }: RequestInit = {}) => {
    const { pathname } = new URL(address);
    if (pathname === '/v1/events') return new Response(null, { status: 204 });
    return Response.json(
      await answerOf(pathname, method, JSON.parse(typeof body === 'string' ? body : '{}') as never),
    );
  });
  document.body.innerHTML = '<busker-card profile="ada" host="https://busker.example"></busker-card>';
  const card = document.querySelector('busker-card');
  const buttons = () => [...(card?.shadowRoot?.querySelectorAll<HTMLElement>('button, label') ?? [])];
  const press = async (text: RegExp) => {
    const found = await vi.waitFor(() => {
      const button = buttons().find(
        (each) => text.test(each.textContent) && !each.matches(':disabled, [aria-disabled=true]'),
      );
      if (button === undefined)
        throw new Error(
          `${text} is not among ${buttons()
            .map((each) => each.textContent)
            .join(' | ')}`,
        );
      return button;
    }, 5000);
    found.click();
  };
  await vi.waitFor(() => expect(buttons().length).toBeGreaterThan(0), 5000);
  await called.take();
  await press(/tip/i);
  await press(/5/);
  await vi.waitFor(() => expect(tips.calls.length).toBeGreaterThan(0));
  await press(/^Pay \$/);
  await vi.waitFor(() => expect(card?.shadowRoot?.textContent).toContain('Thank you'), 10_000);
  parts['card: tap to thanks'] = await called.take();
});
