import { unreachable } from '../../core/result';
import type { TipSession, TipStatus } from '../../core/tip-api';
import type { TipKey } from '../backend';
import type { Decline, SurfaceFault } from '../payment/payment-surface';
import { emptyForm, type Figures, type TipForm } from './tip-form';

/** What stands above the pay button after something went wrong. The money's state is always part of the sentence. */
export type Notice =
  | { readonly kind: 'declined'; readonly decline: Decline }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  /** No answer came before the card was asked: nothing can have been charged. */
  | { readonly kind: 'offline' }
  /** The payment was looked up and is not charged. */
  | { readonly kind: 'not-charged' }
  | { readonly kind: 'form-reloaded' }
  | { readonly kind: 'total-changed' };

/** Where this tip can be paid: by the card form in this page, or on the hosted page, and then why. */
export type PayWay =
  { readonly by: 'card-form' } | { readonly by: 'hosted'; readonly why: SurfaceFault | 'chosen' };

/** A tip that the server knows. One tip is one payment intent, through every decline and change of amount. */
export interface StartedTip extends TipKey {
  readonly clientSecret: string;
  readonly figures: Figures;
  readonly currency: string;
}

export type Stage =
  /** The fan chooses an amount; nothing of Stripe's is on the page. */
  | { readonly at: 'choosing' }
  /** An amount is chosen: the session and the card form are on their way. */
  | { readonly at: 'starting' }
  | { readonly at: 'paying' }
  /** From the tap on Pay until the truth is known. `sending`: our server. `confirming`: Stripe and the bank. `checking`: an answer was lost. */
  | { readonly at: 'confirming'; readonly doing: 'sending' | 'confirming' | 'checking' }
  /** The payment went through. `status` is the server's word, null until it has agreed. */
  | { readonly at: 'thanked'; readonly tip: StartedTip; readonly status: TipStatus | null }
  /** No tip can be sent here now. */
  | { readonly at: 'failed'; readonly code: string; readonly detail: string };

export interface TipFlow {
  readonly form: TipForm;
  readonly stage: Stage;
  readonly session: TipSession | null;
  readonly way: PayWay;
  readonly tip: StartedTip | null;
  readonly notice: Notice | null;
}

export type TipFlowEvent =
  | { readonly type: 'form-changed'; readonly form: TipForm; readonly hasAmount: boolean }
  | { readonly type: 'session-arrived'; readonly session: TipSession }
  | { readonly type: 'session-refused'; readonly code: string; readonly detail: string }
  | { readonly type: 'card-form-ready' }
  | { readonly type: 'card-form-lost' }
  | { readonly type: 'card-form-impossible'; readonly why: SurfaceFault }
  | { readonly type: 'pay-pressed' }
  | { readonly type: 'tip-started'; readonly tip: StartedTip }
  | { readonly type: 'answer-lost' }
  | { readonly type: 'not-paid'; readonly notice: Notice | null; readonly intent: 'open' | 'closed' }
  | { readonly type: 'paid' }
  | { readonly type: 'status-arrived'; readonly status: TipStatus }
  | { readonly type: 'again' };

export const initialFlow = (way: PayWay): TipFlow => ({
  form: emptyForm,
  stage: { at: 'choosing' },
  session: null,
  way,
  tip: null,
  notice: null,
});

/**
 * The only place where a tip's sheet changes its state. An event that does not fit the stage changes nothing: a second tap on Pay, an
 * answer that comes after the fan has gone on.
 */
export function tipFlow(flow: TipFlow, event: TipFlowEvent): TipFlow {
  const { at } = flow.stage;
  switch (event.type) {
    case 'form-changed':
      return at === 'confirming' || at === 'thanked' ? flow : formChanged(flow, event.form, event.hasAmount);
    case 'session-arrived':
      return at === 'thanked' ? flow : { ...flow, session: event.session };
    case 'session-refused':
      if (at !== 'choosing' && at !== 'starting') return flow;
      return { ...flow, stage: { at: 'failed', code: event.code, detail: event.detail } };
    case 'card-form-ready':
      return at === 'starting' ? { ...flow, stage: { at: 'paying' } } : flow;
    case 'card-form-lost':
      return at === 'paying'
        ? { ...flow, stage: { at: 'starting' }, notice: { kind: 'form-reloaded' } }
        : flow;
    case 'card-form-impossible':
      if (at !== 'starting' && at !== 'paying') return flow;
      return { ...flow, stage: { at: 'paying' }, way: { by: 'hosted', why: event.why } };
    case 'pay-pressed':
      return at === 'paying'
        ? { ...flow, stage: { at: 'confirming', doing: 'sending' }, notice: null }
        : flow;
    case 'tip-started':
      if (at !== 'confirming') return flow;
      return { ...flow, tip: event.tip, stage: { at: 'confirming', doing: 'confirming' } };
    case 'answer-lost':
      return at === 'confirming' ? { ...flow, stage: { at: 'confirming', doing: 'checking' } } : flow;
    case 'not-paid':
      if (at !== 'confirming') return flow;
      return {
        ...flow,
        stage: { at: 'paying' },
        notice: event.notice,
        tip: event.intent === 'closed' ? null : flow.tip,
      };
    case 'paid':
      if (at !== 'confirming' || !flow.tip) return flow;
      return { ...flow, stage: { at: 'thanked', tip: flow.tip, status: null }, notice: null };
    case 'status-arrived':
      return flow.stage.at === 'thanked' ? { ...flow, stage: { ...flow.stage, status: event.status } } : flow;
    case 'again':
      if (at === 'failed') return { ...initialFlow(flow.way), form: flow.form };
      return at === 'thanked' ? initialFlow(flow.way) : flow;
    default:
      return unreachable(event);
  }
}

/** The first good amount opens the pay step. It never closes again: a card that is half typed must not vanish. */
function formChanged(flow: TipFlow, form: TipForm, hasAmount: boolean): TipFlow {
  const opens = flow.stage.at === 'choosing' && hasAmount;
  const stage: Stage = opens ? { at: flow.way.by === 'hosted' ? 'paying' : 'starting' } : flow.stage;
  return { ...flow, form, stage, notice: null };
}
