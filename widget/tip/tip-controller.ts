import type { LookUpPayment, SurfaceFault, SurfaceLook } from '../payment/payment-surface';
import { fetchPayStep, loadedPayStep } from '../payment/pay-step-loader';
import type { PayTab } from './pay-elsewhere';
import { createTipStore, type TipStore, type TipStoreOptions } from './tip-store';
import type { TipFlow } from './tip-flow';
import { readAmount, type AmountRules, type ReadAmount, type TipForm } from './tip-form';

/** The sheet's verbs over one `TipFlow`. It knows no React and no DOM but the place that it hands on to the card form. */
export interface TipController {
  readonly state: () => TipFlow;
  readonly subscribe: (listener: () => void) => () => void;
  readonly rules: () => AmountRules;
  readonly amount: () => ReadAmount;
  readonly edit: (change: Partial<TipForm>) => void;
  /** The sheet was opened: asks for the session, and says if an earlier tip was left open. */
  readonly open: () => void;
  readonly mountCardForm: (place: HTMLElement, look: SurfaceLook) => Promise<void>;
  /** The place of the card form is gone. A form that is still loading no longer counts, whatever becomes of it. */
  readonly leaveCardForm: () => void;
  /** The card form's frames were reloaded or taken away: it must be mounted once more. */
  readonly cardFormLost: () => void;
  /** The challenge was solved, or its answer (null) has grown old. Goes on with a payment that waited for it. */
  readonly answerChallenge: (answer: string | null) => Promise<void>;
  /** The challenge cannot be shown on this page. */
  readonly challengeBlocked: () => void;
  readonly pay: () => Promise<void>;
  /** `openTab` is called before anything else: only a tap may open one. */
  readonly payElsewhere: (openTab: () => PayTab) => Promise<void>;
  /** The fan has opened the hosted page by its link. */
  readonly tabOpened: () => void;
  readonly leaveElsewhere: () => void;
  readonly comeBack: (clientSecret: string, lookUp: LookUpPayment) => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly again: () => void;
  /** Takes the card form down and lets every waiting question go unanswered. */
  readonly close: () => void;
}

export function createTipController(options: TipStoreOptions): TipController {
  const store = createTipStore(options);
  const { flow, send, rules } = store;
  const edit = (change: Partial<TipForm>): void => {
    const form = { ...flow().form, ...change };
    send({ type: 'form-changed', form, hasAmount: readAmount(form, rules()).at === 'good' });
    // What the flow did not take must not reach the card form either: it is being paid with.
    if (flow().form === form) void syncAmount(store);
  };
  return {
    state: flow,
    subscribe: store.subscribe,
    rules,
    amount: store.amount,
    edit,
    open: () => {
      void store.session();
      // One that is being looked up is no open question.
      const { tip, stage } = flow();
      if (tip || stage.at === 'confirming' || !options.memory.recall(options.profile.handle)) return;
      options.memory.forget();
      send({ type: 'noticed', notice: { kind: 'left-open' } });
    },
    ...cardFormMounter(store),
    cardFormLost: () => send({ type: 'card-form-lost' }),
    answerChallenge: async (answer) => {
      // Every edit takes the notice away: then the fan has not pressed Pay for what is to be paid now.
      const goesOn = answer !== null && flow().notice?.kind === 'challenge';
      send({ type: 'challenge-answered', answer });
      if (goesOn) await loadedPayStep()?.payHere(store);
    },
    challengeBlocked: () => send({ type: 'must-pay-elsewhere', why: 'challenge' }),
    // Without any waiting: a wallet opens only from the tap itself. With a card form on the page the step is there.
    pay: async () => loadedPayStep()?.payHere(store),
    payElsewhere: async (openTab) => {
      if (store.amount().at !== 'good') return;
      const tab = openTab();
      const step = await fetchPayStep().catch(() => null);
      if (step) return step.payElsewhere(store, tab);
      tab.close();
      send({ type: 'session-refused', code: 'unreachable' });
    },
    tabOpened: () => send({ type: 'tab-changed', tab: 'open' }),
    leaveElsewhere: () => loadedPayStep()?.leaveElsewhere(store),
    comeBack: async (clientSecret, lookUp) => {
      const pending = options.memory.recall(options.profile.handle);
      options.memory.forget();
      send({ type: 'came-back' });
      const step = await fetchPayStep().catch(() => null);
      if (step) return step.comeBack(store, clientSecret, pending, lookUp);
      send({ type: 'not-paid', notice: { kind: 'left-open' }, intent: 'closed' });
    },
    undo: async () => loadedPayStep()?.undo(store),
    again: () => {
      store.forgetTip();
      send({ type: 'again' });
      edit({});
      // The flow has forgotten the last session.
      void store.session(true);
    },
    close: store.stop,
  };
}

async function syncAmount(store: TipStore): Promise<void> {
  const read = store.amount();
  if (read.at === 'good')
    await store.surface.current?.setAmount({ amount: read.figures.total, currency: store.rules().currency });
}

/** Mounts the card form; of several calls the last one counts. */
function cardFormMounter(store: TipStore): Pick<TipController, 'mountCardForm' | 'leaveCardForm'> {
  const { flow, send, options, surface } = store;
  let mounts = 0;
  const leaveCardForm = () => void (mounts += 1);
  const giveUp = async (why: SurfaceFault, isLast: () => boolean) => {
    // A script that does not load may be blocked, or the network is gone: then the server does not answer either, and that is what is said.
    const isReached = (why !== 'blocked' && why !== 'timeout') || (await store.session(true));
    if (isReached && isLast()) send({ type: 'must-pay-elsewhere', why });
  };
  const mountCardForm: TipController['mountCardForm'] = async (place, look) => {
    mounts += 1;
    const mount = mounts;
    const isLast = () => mount === mounts && !store.stopped.aborted;
    const [session, step] = await Promise.all([store.session(), fetchPayStep().catch(() => null)]);
    // Neither way to pay works without the step. The next try fetches it anew.
    if (session && !step && isLast()) return send({ type: 'session-refused', code: 'unreachable' });
    if (!session || !isLast() || flow().stage.at !== 'starting') return;
    surface.current?.destroy();
    surface.current = null;
    const read = store.amount();
    const opened = await options.openSurface({
      place,
      look,
      locale: options.locale,
      publishableKey: session.publishableKey,
      stripeAccount: session.stripeAccount,
      stripeJs: session.stripeJs,
      amount: read.at === 'good' ? read.figures.total : session.limits.min,
      currency: session.currency,
      signal: store.stopped,
    });
    if (!isLast() || flow().stage.at !== 'starting') return opened.ok ? opened.value.destroy() : undefined;
    if (!opened.ok) return giveUp(opened.problem, isLast);
    surface.current = opened.value;
    await syncAmount(store);
    if (isLast()) send({ type: 'card-form-ready' });
  };
  return { mountCardForm, leaveCardForm };
}
