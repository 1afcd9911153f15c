import type { TipSession } from '@busker/core/fan-api/tip-api';
import { languageOf } from '@busker/core/locale/language-tags';
import type { Interval } from '@busker/core/amounts/amount-limits';
import type { PublicProfile } from '@busker/core/profile/profile';
import type { TipBackend } from '../data/backend';
import type { LookUpPayment, OpenSurface, PaymentSurface, PaymentLook } from '../payment/payment-surface';
import { type PendingTip, pendingKey, pendingTip } from '../pending/came-back';
import type { Emit } from '../signals/controls';
import { initialFlow, tipFlow, whyHosted, type PayWay, type TipFlow, type TipFlowEvent } from './tip-flow';
import {
  amountRules,
  offeredPeriods,
  readAmount,
  type AmountRules,
  type ReadAmount,
  type TipForm,
} from './tip-form';

export interface TipOptions {
  readonly profile: PublicProfile;
  readonly backend: TipBackend;
  /** Replacements for Stripe. */
  readonly openSurface?: OpenSurface | undefined;
  readonly lookUpPayment?: LookUpPayment | undefined;
  readonly emit: Emit;
  readonly way: PayWay;
  readonly locale: string;
  /** The `amounts` attribute, in major units. */
  readonly wishedAmounts: string;
  /** The `every` attribute: the periods that this page offers; null = every one of the owner. */
  readonly wishedPeriods?: () => string | null;
  /** The tip's reason and its place on the page. The server gets both with the tip. */
  readonly context: { readonly for: string | null; readonly placement: string | null };
  /** Origin of the server. */
  readonly host: string;
  /** The page wants fans to see the receipt, not itself, when they come back from a bank. */
  readonly returnsToReceipt: boolean;
  readonly memory: TipMemory;
  readonly pause: Pause;
  readonly newId: () => string;
}

/** The part of one tip that the server has (start-tip.ts). */
export interface SentTip {
  readonly id: string;
  /** The request that made it, as JSON. */
  readonly body: string;
  /** Name and message, as JSON. */
  readonly texts: string;
  /** How many changes of the amount were sent; null if a page before this one sent them. */
  readonly changes: number | null;
  /** The last change of the amount had no answer. */
  readonly isUnsure: boolean;
}

/** One tip sheet without its screens: the flow, the server's session, the card form. The steps of paying are functions over it (pay-step.ts). */
export interface TipController {
  readonly options: TipOptions;
  readonly state: () => TipFlow;
  readonly send: (event: TipFlowEvent) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly rules: () => AmountRules;
  readonly amount: () => ReadAmount;
  /** The months and years that this page offers, first of the profile, then of the session. */
  readonly periods: () => readonly Interval[];
  /** Asks for the tip session once; `renew` asks again. Null: refused, and the flow has the reason. */
  readonly session: (renew?: boolean) => Promise<TipSession | null>;
  readonly edit: (change: Partial<TipForm>) => void;
  /** The sheet was opened: asks for the session, and says if an earlier tip was left open. */
  readonly open: () => void;
  /** A bank has sent the fan back: the tip that they left for it, if this tab still has it. */
  readonly cameBack: () => PendingTip | null;
  readonly again: () => void;
  /** Null: the next payment is a new tip. */
  readonly sent: { current: SentTip | null };
  readonly forgetTip: () => void;
  readonly cardForm: { current: PaymentSurface | null };
  readonly removeCardForm: () => void;
  readonly stopped: AbortSignal;
  /** Removes the card form and ends all waiting. */
  readonly close: () => void;
}

export function createTipController(options: TipOptions): TipController {
  const { profile, backend, emit, memory } = options;
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  const cardForm: TipController['cardForm'] = { current: null };
  const sent: TipController['sent'] = { current: null };
  let flow = initialFlow(options.way);
  let asking: Promise<TipSession | null> | null = null;

  const send = (event: TipFlowEvent): void => {
    if (stop.signal.aborted) return;
    flow = tipFlow(flow, event);
    for (const listener of listeners) listener();
  };
  const ask = async (): Promise<TipSession | null> => {
    const place = window.top === window ? 'in-page' : 'in-frame';
    const answer = await backend.startSession(profile.handle, place, languageOf(options.locale));
    if (answer.ok) {
      send({ type: 'session-arrived', session: answer.value });
      return answer.value;
    }
    asking = null;
    const code = answer.problem.kind === 'refused' ? answer.problem.code : 'unreachable';
    send({ type: 'session-refused', code });
    emit('busker-tip-error', { code });
    return null;
  };
  const session = (renew = false) => {
    if (!asking || renew) asking = ask();
    return asking;
  };
  const rules = () => amountRules(profile, flow.session, flow.form, options);
  const removeCardForm = () => {
    cardForm.current?.destroy();
    cardForm.current = null;
  };
  const edit = (change: Partial<TipForm>): void => {
    const changed = { ...flow.form, ...change };
    const rulesThen = amountRules(profile, flow.session, changed, options);
    const { amount } = changed;
    // A suggestion of another period would be chosen without being seen.
    const isGone = amount.by === 'preset' && change.every && !rulesThen.presets.includes(amount.minorUnits);
    const form: TipForm = isGone ? { ...changed, amount: { by: 'none' } } : changed;
    const read = readAmount(form, rulesThen);
    send({ type: 'form-changed', form, hasAmount: read.at === 'good' });
    if (whyHosted(flow)) removeCardForm();
    // An edit that the flow refused must not reach the card form: it is paying.
    if (flow.form === form && read.at === 'good')
      void cardForm.current?.setAmount({ amount: read.figures.total, currency: rules().currency });
  };
  const forgetTip = () => {
    sent.current = null;
    memory.forget();
  };

  return {
    options,
    state: () => flow,
    send,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rules,
    amount: () => readAmount(flow.form, rules()),
    periods: () => offeredPeriods(profile, flow.session, options.wishedPeriods?.()),
    session,
    edit,
    open: () => {
      void session();
      // A tip that is being looked up is not open.
      if (flow.tip || flow.stage.at === 'confirming' || !memory.recall(profile.handle)) return;
      memory.forget();
      send({ type: 'noticed', notice: { kind: 'left-open' } });
    },
    cameBack: () => {
      const pending = memory.recall(profile.handle);
      memory.forget();
      send({ type: 'came-back' });
      return pending;
    },
    again: () => {
      forgetTip();
      send({ type: 'again' });
      edit({});
      // A session may have expired since the last tip.
      void session(true);
    },
    sent,
    forgetTip,
    cardForm,
    removeCardForm,
    stopped: stop.signal,
    close: () => {
      stop.abort();
      removeCardForm();
      listeners.clear();
    },
  };
}

/** A random UUID, version 4. `crypto.randomUUID` does not exist on pages without HTTPS. */
export const newId = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });

/** Waits, or until `signal` aborts. Tests pass their own. */
type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });

const firstWait = 1_000;
const longestWait = 15_000;
/** Two minutes in all. The sheet then says that the outcome is unknown. */
const questions = 13;

/**
 * The answer to the confirmation was lost. Asks Stripe for the state of the payment, for two minutes. `open`: not charged, may be tried again; it
 * must be seen twice, because the lost request may still arrive. `closed`: will never be charged. `processing`: the bank tells later. `unsure`: unknown.
 */
export async function checkLostAnswer(
  lookUp: () => Promise<PaymentLook>,
  wait: Pause,
  signal: AbortSignal,
): Promise<'paid' | 'processing' | 'open' | 'closed' | 'unsure'> {
  let seenOpen = false;
  let delay = firstWait;
  for (let asked = 0; asked < questions && !signal.aborted; asked += 1) {
    const seen = await lookUp();
    if (seen === 'refused') break;
    if (seen === 'succeeded') return 'paid';
    if (seen === 'processing') return seen;
    if (seen === 'closed' || (seen === 'open' && seenOpen)) return seen;
    seenOpen = seen === 'open';
    await wait(delay, signal);
    delay = Math.min(delay * 2, longestWait);
  }
  return 'unsure';
}

export interface TipMemory {
  readonly keep: (tip: PendingTip) => void;
  readonly forget: () => void;
  readonly recall: (handle: string) => PendingTip | null;
}

/** Stored in the tab. A sandboxed page has no storage, so nothing is kept. */
export const sessionTipMemory: TipMemory = {
  keep: (tip) => quietly(() => sessionStorage.setItem(pendingKey, JSON.stringify(tip))),
  forget: () => quietly(() => sessionStorage.removeItem(pendingKey)),
  recall: (handle) => {
    const kept = pendingTip();
    return kept?.handle === handle ? kept : null;
  },
};

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A sandboxed page has no storage.
  }
}
