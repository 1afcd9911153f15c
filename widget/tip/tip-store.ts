import type { PublicProfile } from '../../core/profile/public-profile';
import type { TipSession } from '../../core/api/tip-api';
import type { TipBackend } from '../data/backend';
import type { Emit } from '../element/events';
import type { OpenSurface, PaymentSurface } from '../payment/payment-surface';
import { amountRules } from './amount-rules';
import type { Pause } from './check-lost-answer';
import type { TipStarter } from './tip-starter';
import { initialFlow, tipFlow, type PayWay, type TipFlow, type TipFlowEvent } from './tip-flow';
import { readAmount, type AmountRules, type ReadAmount } from './tip-form';
import type { TipMemory } from './tip-memory';

export interface TipStoreOptions {
  readonly profile: PublicProfile;
  readonly backend: TipBackend;
  readonly openSurface: OpenSurface;
  readonly emit: Emit;
  readonly way: PayWay;
  readonly locale: string;
  /** The `amounts` attribute, in major units. */
  readonly wishedAmounts: readonly string[];
  /** What this tip thanks for, and where on the page: sent with the tip. */
  readonly context: { readonly for: string | null; readonly placement: string | null };
  /** Where the fan comes back to from a bank that insists on its own page. */
  readonly returnUrl: () => string;
  readonly memory: TipMemory;
  readonly pause: Pause;
  readonly newId: () => string;
}

/** What all verbs of the sheet share: the flow, the server's session, the card form that is on the page. */
export interface TipStore {
  readonly options: TipStoreOptions;
  readonly flow: () => TipFlow;
  readonly send: (event: TipFlowEvent) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly rules: () => AmountRules;
  readonly amount: () => ReadAmount;
  /** The tip session, asked for once; `renew` asks again. Null: refused, and the flow knows why. */
  readonly session: (renew?: boolean) => Promise<TipSession | null>;
  /** Made with the first tip; null: the next tip is another one. */
  readonly starter: { current: TipStarter | null };
  /** The next tip is another one. */
  readonly forgetTip: () => void;
  readonly surface: { current: PaymentSurface | null };
  readonly stopped: AbortSignal;
  readonly stop: () => void;
}

export function createTipStore(options: TipStoreOptions): TipStore {
  const { profile, backend, emit, memory } = options;
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  const surface: { current: PaymentSurface | null } = { current: null };
  let flow = initialFlow(options.way);
  let asking: Promise<TipSession | null> | null = null;
  const starter: { current: TipStarter | null } = { current: null };

  const send = (event: TipFlowEvent): void => {
    if (stop.signal.aborted) return;
    flow = tipFlow(flow, event);
    for (const listener of listeners) listener();
  };

  const ask = async (): Promise<TipSession | null> => {
    const answer = await backend.startSession(profile.handle);
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
  const rules = () => amountRules(profile, flow.session, options);

  return {
    options,
    flow: () => flow,
    send,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rules,
    amount: () => readAmount(flow.form, rules()),
    session: (renew = false) => {
      if (!asking || renew) asking = ask();
      return asking;
    },
    starter,
    forgetTip: () => {
      starter.current = null;
      memory.forget();
    },
    surface,
    stopped: stop.signal,
    stop: () => {
      stop.abort();
      surface.current?.destroy();
      surface.current = null;
      listeners.clear();
    },
  };
}
