import type { TipSession } from '@busker/core/fan-api/tip-api';
import { unreachable } from '@busker/core/base/result';
import type { SeenTip, TipKey } from '../data/backend';
import type { Decline, SurfaceFault } from '../payment/payment-surface';
import { emptyForm, offerOf, type Every, type Figures, type TipForm } from './tip-form';

/**
 * Why the tip is paid on the hosted page. `chosen`: by the page (`pay="hosted"`) or the fan. `in-app`: wallets and bank dialogs fail in browsers
 * inside apps. `challenge`: this page cannot show the challenge. `guarded`: the server currently allows no payment in pages, to stop card testing.
 */
export type WhyHosted = SurfaceFault | 'chosen' | 'in-app' | 'challenge' | 'guarded';

export type PayWay = { readonly by: 'card-form' } | { readonly by: 'hosted'; readonly why: WhyHosted };

/** Why this tip is paid on the hosted page; null = in the card form. Stripe's page takes what is charged again: it asks for the fan's address. */
export function whyHosted({
  way,
  form,
}: {
  readonly way: PayWay;
  readonly form: Pick<TipForm, 'every'>;
}): WhyHosted | null {
  if (way.by === 'hosted') return way.why;
  return form.every === 'once' ? null : 'chosen';
}

/** The message above the pay button after a problem. Each one says whether the card was charged. */
export type Notice =
  | { readonly kind: 'declined'; readonly decline: Decline }
  | { readonly kind: 'refused'; readonly code: string }
  /** No answer came, and no payment was confirmed: nothing was charged. */
  | { readonly kind: 'offline' }
  /** The payment was looked up, and nothing was charged. */
  | { readonly kind: 'not-charged' }
  /** The server closed the payment after several failed attempts. Nothing was charged. The next press of Pay starts a new payment. */
  | { readonly kind: 'payment-closed' }
  | { readonly kind: 'form-reloaded' }
  | { readonly kind: 'total-changed' }
  /** The fan pressed Pay, then the page reloaded: the outcome of that tip is unknown. */
  | { readonly kind: 'left-open' }
  /** The fan left a bank or wallet without paying. The same tip can be paid another way. */
  | { readonly kind: 'not-paid' }
  /** The hosted page has expired, or the fan left it without paying. */
  | { readonly kind: 'page-expired' }
  /** The server requires a challenge before the payment. Solving it continues the payment by card. `wallet`: the fan presses its button again. */
  | { readonly kind: 'challenge'; readonly by?: 'wallet' };

/** Shown before the card is charged. `round` grows with each: an answer is valid for one tip and a few minutes. */
interface Challenge {
  readonly round: number;
  readonly answer: string | null;
}

/** A tip at the server. One tip is one payment, through every decline and change of amount. */
export interface StartedTip extends TipKey {
  readonly every: Every;
  readonly figures: Figures;
  readonly currency: string;
  readonly payment: { readonly clientSecret: string } | { readonly url: string };
}

export type Undo =
  | { readonly at: 'offered' }
  | { readonly at: 'asking' }
  | { readonly at: 'done' }
  | { readonly at: 'refused'; readonly code: string };

export type Doing = 'wallet' | 'sending' | 'confirming' | 'checking';

export type TipStage =
  /** The fan chooses an amount; nothing of Stripe is loaded. */
  | { readonly at: 'choosing' }
  /** An amount is chosen; the session and the card form are loading. */
  | { readonly at: 'starting' }
  | { readonly at: 'paying' }
  /**
   * From Pay until the outcome is known. `wallet`: a wallet's dialog is open, and nothing has been sent. `sending`: to our server. `confirming`: Stripe
   * and the bank. `checking`: an answer was lost.
   */
  | { readonly at: 'confirming'; readonly doing: Doing }
  /** The fan pays on the hosted page in another tab. `blocked`: the browser did not open the tab. */
  | {
      readonly at: 'elsewhere';
      readonly tip: StartedTip;
      readonly url: string;
      readonly tab: 'open' | 'blocked';
    }
  /** The bank tells later whether it pays: nobody is thanked for money that has not arrived. `status` is the server's. */
  | { readonly at: 'on-its-way'; readonly tip: StartedTip; readonly status: SeenTip | null }
  /** The payment went through. `tip` is null if the fan returned from a bank's page. `status` is the server's; null until it agrees. */
  | {
      readonly at: 'thanked';
      readonly tip: StartedTip | null;
      readonly status: SeenTip | null;
      readonly undo: Undo;
    }
  /** It is unknown whether the card was charged. */
  | { readonly at: 'unsure'; readonly tip: StartedTip }
  /** No tip can be sent now. */
  | { readonly at: 'failed'; readonly code: string };

export interface TipFlow {
  readonly form: TipForm;
  readonly stage: TipStage;
  readonly session: TipSession | null;
  readonly way: PayWay;
  readonly tip: StartedTip | null;
  readonly notice: Notice | null;
  readonly challenge: Challenge | null;
}

export type TipFlowEvent =
  | { readonly type: 'form-changed'; readonly form: TipForm; readonly hasAmount: boolean }
  | { readonly type: 'session-arrived'; readonly session: TipSession }
  | { readonly type: 'session-refused'; readonly code: string }
  | { readonly type: 'card-form-ready' }
  | { readonly type: 'card-form-lost' }
  | { readonly type: 'must-pay-elsewhere'; readonly why: WhyHosted }
  | { readonly type: 'challenge-asked' }
  /** Null: the answer has expired. */
  | { readonly type: 'challenge-answered'; readonly answer: string | null }
  /** `wallet`: the button of a wallet. When the fan agrees there, `pay-pressed` follows. */
  | { readonly type: 'pay-pressed'; readonly by?: 'wallet' }
  | { readonly type: 'came-back' }
  | { readonly type: 'tip-started'; readonly tip: StartedTip }
  | { readonly type: 'tab-changed'; readonly tab: 'open' | 'blocked' }
  | { readonly type: 'answer-lost' }
  | { readonly type: 'not-paid'; readonly notice: Notice | null; readonly intent: 'open' | 'closed' }
  | { readonly type: 'outcome-unknown'; readonly tip: StartedTip }
  | { readonly type: 'paid' }
  | { readonly type: 'on-its-way'; readonly tip: StartedTip }
  | { readonly type: 'status-arrived'; readonly status: SeenTip }
  | { readonly type: 'undo-changed'; readonly undo: Undo }
  /** `tip`: the one that the fan came back to from a bank. */
  | { readonly type: 'noticed'; readonly notice: Notice; readonly tip?: StartedTip }
  | { readonly type: 'again' };

export const initialFlow = (way: PayWay): TipFlow => ({
  form: emptyForm,
  stage: { at: 'choosing' },
  session: null,
  way,
  tip: null,
  notice: null,
  challenge: null,
});

/** The only place that changes the state of the sheet. An event that does not fit the stage is ignored, such as a second press of Pay. */
export function tipFlow(flow: TipFlow, event: TipFlowEvent): TipFlow {
  const { stage } = flow;
  const isEditable = stage.at === 'choosing' || stage.at === 'starting' || stage.at === 'paying';
  const isDeciding = stage.at === 'confirming' || stage.at === 'elsewhere' || stage.at === 'on-its-way';
  switch (event.type) {
    case 'form-changed':
      return isEditable ? formChanged(flow, event.form, event.hasAmount) : flow;
    case 'session-arrived':
      return stage.at === 'thanked' ? flow : sessionArrived(flow, event.session);
    case 'session-refused':
      return isEditable ? { ...flow, stage: { at: 'failed', code: event.code } } : flow;
    case 'card-form-ready':
      return stage.at === 'starting' ? { ...flow, stage: { at: 'paying' } } : flow;
    case 'card-form-lost':
      if (stage.at !== 'paying') return flow;
      return {
        ...flow,
        stage: { at: 'starting' },
        notice: flow.notice?.kind === 'not-paid' ? flow.notice : { kind: 'form-reloaded' },
      };
    case 'must-pay-elsewhere':
      return isEditable ? mustPayElsewhere(flow, event.why) : flow;
    case 'challenge-asked':
      return { ...flow, challenge: { round: (flow.challenge?.round ?? 0) + 1, answer: null } };
    case 'challenge-answered':
      return flow.challenge ? { ...flow, challenge: { ...flow.challenge, answer: event.answer } } : flow;
    case 'pay-pressed':
      return stage.at === 'paying' || isInWallet(stage)
        ? confirming({ ...flow, notice: null }, event.by ?? 'sending')
        : flow;
    case 'came-back':
      return stage.at === 'choosing' ? confirming({ ...flow, notice: null }, 'checking') : flow;
    case 'tip-started':
      return stage.at === 'confirming' ? tipStarted(flow, event.tip) : flow;
    case 'tab-changed':
      return stage.at === 'elsewhere' ? { ...flow, stage: { ...stage, tab: event.tab } } : flow;
    case 'answer-lost':
      return stage.at === 'confirming' ? confirming(flow, 'checking') : flow;
    case 'not-paid':
      return isDeciding ? notPaid(flow, event.notice, event.intent) : flow;
    case 'outcome-unknown':
      return stage.at === 'confirming' ? { ...flow, stage: { at: 'unsure', tip: event.tip } } : flow;
    case 'paid':
      if (!isDeciding) return flow;
      return {
        ...flow,
        stage: { at: 'thanked', tip: flow.tip, status: null, undo: { at: 'offered' } },
        notice: null,
      };
    case 'on-its-way':
      return isDeciding ? { ...flow, stage: { at: event.type, tip: event.tip, status: null } } : flow;
    case 'status-arrived':
      return stage.at === 'thanked' || stage.at === 'on-its-way'
        ? { ...flow, stage: { ...stage, status: event.status } }
        : flow;
    case 'undo-changed':
      return stage.at === 'thanked' ? { ...flow, stage: { ...stage, undo: event.undo } } : flow;
    case 'noticed':
      return isEditable ? { ...flow, notice: event.notice, tip: event.tip ?? flow.tip } : flow;
    case 'again':
      if (stage.at === 'failed') return beginAnew(flow, flow.form);
      return stage.at === 'thanked' ? beginAnew(flow, emptyForm) : flow;
    default:
      return unreachable(event);
  }
}

/** A wallet's dialog is open. The fan can still leave it. */
export const isInWallet = (stage: TipStage): boolean => stage.at === 'confirming' && stage.doing === 'wallet';

const confirming = (flow: TipFlow, doing: Doing): TipFlow => ({
  ...flow,
  stage: { at: 'confirming', doing },
});

/** The session is kept: Pay would do nothing without it. */
function beginAnew({ way, session }: TipFlow, form: TipForm): TipFlow {
  const fresh = { ...initialFlow(way), form };
  return session ? sessionArrived(fresh, session) : fresh;
}

/** The first valid amount opens the pay step. It stays open, so that a half-typed card is not lost. */
function formChanged(flow: TipFlow, form: TipForm, hasAmount: boolean): TipFlow {
  const next = { ...flow, form, notice: null };
  const opens = flow.stage.at === 'choosing' ? hasAmount : whyHosted(flow) !== whyHosted(next);
  return opens ? { ...next, stage: { at: whyHosted(next) ? 'paying' : 'starting' } } : next;
}

function sessionArrived(flow: TipFlow, session: TipSession): TipFlow {
  const asked = session.challenge ? { round: 0, answer: null } : null;
  const { every } = flow.form;
  // The server refuses what the owner has stopped offering, and the fan reads why.
  const monthly = every === 'once' || offerOf(session, every) ? session.monthly : flow.session?.monthly;
  return { ...flow, session: { ...session, monthly: monthly ?? null }, challenge: flow.challenge ?? asked };
}

function mustPayElsewhere(flow: TipFlow, why: WhyHosted): TipFlow {
  const stage: TipStage = flow.stage.at === 'choosing' ? flow.stage : { at: 'paying' };
  // The challenge disappears with the card form, so its notice must too. There is no card to enter again either.
  const kind = flow.notice?.kind;
  const notice = kind === 'challenge' || kind === 'form-reloaded' ? null : flow.notice;
  return { ...flow, stage, notice, way: { by: 'hosted', why } };
}

function tipStarted(flow: TipFlow, tip: StartedTip): TipFlow {
  const next = { ...flow, tip, challenge: null };
  return 'url' in tip.payment
    ? { ...next, stage: { at: 'elsewhere', tip, url: tip.payment.url, tab: 'open' } }
    : confirming(next, 'confirming');
}

function notPaid(flow: TipFlow, notice: Notice | null, intent: 'open' | 'closed'): TipFlow {
  // A fan who returns from the bank's page has no card form yet.
  const at = flow.tip || flow.form.amount.by !== 'none' ? 'paying' : 'choosing';
  return { ...flow, stage: { at }, notice, tip: intent === 'closed' ? null : flow.tip };
}
