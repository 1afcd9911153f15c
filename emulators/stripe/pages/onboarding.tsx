/** @jsxImportSource hono/jsx */
import type { AccountEntity, AccountLinkEntity } from '../state/payment-entities';
import { changeAccount } from '../accounts/accounts';
import type { Sandbox } from '../state/sandbox';
import { renderPage } from './render-page';

interface Choice {
  readonly label: string;
  readonly about: string;
  /** Null leaves the account unchanged. */
  readonly change: Partial<AccountEntity> | null;
}

/** The possible results of Stripe's review, chosen by hand. */
const CHOICES: Readonly<Record<string, Choice>> = {
  complete: {
    label: 'Complete',
    about: 'Stripe accepts the details. The account can take cards at once.',
    change: { cardPayments: 'active', requirement: 'nothing', cardPaymentsRequested: true },
  },
  review: {
    label: 'Submit, keep in review',
    about: 'Stripe is still reviewing the details.',
    change: { cardPayments: 'pending', requirement: 'nothing', cardPaymentsRequested: true },
  },
  more: {
    label: 'Needs more information',
    about: 'Stripe asks for a document. The account cannot take cards until then.',
    change: { cardPayments: 'restricted', requirement: 'more-information', cardPaymentsRequested: true },
  },
  restricted: {
    label: 'Restricted',
    about: 'Stripe rejects the account. It cannot take cards.',
    change: { cardPayments: 'restricted', requirement: 'nothing', cardPaymentsRequested: true },
  },
  leave: { label: 'Leave without finishing', about: 'The account stays as it is.', change: null },
};

export type Visit =
  | { readonly kind: 'page'; readonly html: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'unknown' };

const isLive = ({ clock }: Sandbox, link: AccountLinkEntity) => link.expiresAt >= clock.seconds();

/**
 * The first visit opens the page. A later visit, or a visit after the link has expired, redirects to the refresh URL.
 */
export function visitOnboarding(sandbox: Sandbox, token: string): Visit {
  const { store } = sandbox;
  const link = store.get('accountLink', token);
  const account = link && store.get('account', link.account);
  if (!link || !account) return { kind: 'unknown' };
  if (link.state !== 'fresh' || !isLive(sandbox, link)) return { kind: 'redirect', to: link.refreshUrl };
  store.transact(() => store.put('accountLink', { ...link, state: 'opened' }));
  return { kind: 'page', html: onboardingPage(account, token) };
}

/** Applies the owner's choice and redirects to the return URL. A form that is sent twice (a double click, a repeated connection) is sent once. */
export function answerOnboarding(sandbox: Sandbox, token: string, name: string): Visit {
  const { store } = sandbox;
  const link = store.get('accountLink', token);
  const account = link && store.get('account', link.account);
  const choice = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined;
  if (!link || !account || !choice) return { kind: 'unknown' };
  if (link.state === 'done') return { kind: 'redirect', to: link.returnUrl ?? link.refreshUrl };
  if (link.state !== 'opened') return { kind: 'redirect', to: link.refreshUrl };
  store.transact(() => {
    store.put('accountLink', { ...link, state: 'done' });
    if (choice.change) changeAccount(sandbox, account, choice.change);
  });
  return { kind: 'redirect', to: link.returnUrl ?? link.refreshUrl };
}

function onboardingPage(account: AccountEntity, token: string): string {
  const choices = Object.entries(CHOICES).map(([name, { label, about }]) => (
    <div class="choice">
      <button
        class={`button ${name === 'complete' ? 'main' : ''}`}
        name="choice"
        value={name}
        aria-describedby={`about-${name}`}
      >
        {label}
      </button>
      <p class="soft" id={`about-${name}`}>
        {about}
      </p>
    </div>
  ));
  return renderPage({
    title: 'Connect your account',
    body: (
      <main class="checkout narrow">
        <form class="panel stack" method="post" action={`/connect/setup/${token}`}>
          <span>
            <span class="badge">Test mode</span>
          </span>
          <h1>Connect your account</h1>
          <p class="soft">
            Stripe asks for name, address and bank account here. In the sandbox you choose the result instead.
          </p>
          <dl class="facts">
            <dt>Account</dt>
            <dd>{account.displayName ?? account.id}</dd>
            <dt>Email</dt>
            <dd>{account.email ?? '–'}</dd>
            <dt>Country</dt>
            <dd>{account.country}</dd>
          </dl>
          {choices}
        </form>
      </main>
    ),
  });
}
