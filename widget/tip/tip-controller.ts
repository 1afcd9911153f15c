import type { PublicProfile } from '../../core/public-profile';
import type { TipSession } from '../../core/tip-api';
import type { TipBackend } from '../backend';
import type { Emit } from '../events';
import type { OpenSurface, PaymentSurface, SurfaceLook } from '../payment/payment-surface';
import { amountRules } from './amount-rules';
import { checkLostAnswer, type Pause } from './check-lost-answer';
import { followTip } from './follow-tip';
import { startTip, type TipStarter } from './start-tip';
import {
  initialFlow,
  tipFlow,
  type PayWay,
  type StartedTip,
  type TipFlow,
  type TipFlowEvent,
} from './tip-flow';
import { readAmount, type AmountRules, type ReadAmount, type TipForm } from './tip-form';

export interface TipControllerOptions {
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
  readonly pause: Pause;
  readonly newId: () => string;
}

/** The sheet's verbs over one `TipFlow`. It knows no React and no DOM but the place that it hands on to the card form. */
export interface TipController {
  readonly state: () => TipFlow;
  readonly subscribe: (listener: () => void) => () => void;
  readonly rules: () => AmountRules;
  readonly amount: () => ReadAmount;
  readonly edit: (change: Partial<TipForm>) => void;
  readonly askSession: () => Promise<void>;
  readonly mountCardForm: (place: HTMLElement, look: SurfaceLook) => Promise<void>;
  /** The card form's frames were reloaded or taken away: it must be mounted once more. */
  readonly cardFormLost: () => void;
  readonly focusCardForm: () => void;
  readonly pay: () => Promise<void>;
  readonly again: () => void;
  /** Takes the card form down and lets every waiting question go unanswered. */
  readonly close: () => void;
}

export function createTipController(options: TipControllerOptions): TipController {
  const { profile, backend, emit, pause } = options;
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  let flow = initialFlow(options.way);
  let surface: PaymentSurface | null = null;
  let asking: Promise<TipSession | null> | null = null;
  let starter: TipStarter = startTip(options);
  let mounts = 0;

  const send = (event: TipFlowEvent): void => {
    if (stop.signal.aborted) return;
    flow = tipFlow(flow, event);
    for (const listener of listeners) listener();
  };
  const rules = () => amountRules(profile, flow.session, options);
  const amount = () => readAmount(flow.form, rules());

  const askSession = (renew = false): Promise<TipSession | null> => {
    if (asking && !renew) return asking;
    asking = backend.startSession(profile.handle).then((answer) => {
      if (answer.ok) {
        send({ type: 'session-arrived', session: answer.value });
        return answer.value;
      }
      asking = null;
      const problem = answer.problem;
      const code = problem.kind === 'refused' ? problem.code : 'unreachable';
      send({ type: 'session-refused', code, detail: problem.kind === 'refused' ? problem.detail : '' });
      emit('busker-tip-error', { code });
      return null;
    });
    return asking;
  };

  const syncAmount = async (): Promise<void> => {
    const read = amount();
    if (surface && read.at === 'good')
      await surface.setAmount({ amount: read.figures.total, currency: rules().currency });
  };

  const edit = (change: Partial<TipForm>): void => {
    const form = { ...flow.form, ...change };
    send({ type: 'form-changed', form, hasAmount: readAmount(form, rules()).at === 'good' });
    void syncAmount();
  };

  const finish = async (tip: StartedTip): Promise<void> => {
    send({ type: 'paid' });
    emit('busker-tip-success', { tipId: tip.tipId, amount: tip.figures.total, currency: tip.currency });
    dropSurface();
    await followTip(backend, tip, pause, stop.signal, (status) => send({ type: 'status-arrived', status }));
  };

  const dropSurface = (): void => {
    surface?.destroy();
    surface = null;
  };

  const confirm = async (form: PaymentSurface, tip: StartedTip): Promise<void> => {
    const outcome = await form.confirm(tip.clientSecret, options.returnUrl());
    switch (outcome.kind) {
      case 'succeeded':
      case 'processing':
        return finish(tip);
      case 'incomplete':
        return send({ type: 'not-paid', notice: null, intent: 'open' });
      case 'declined':
        emit('busker-tip-error', { code: outcome.decline });
        return send({
          type: 'not-paid',
          notice: { kind: 'declined', decline: outcome.decline },
          intent: 'open',
        });
      case 'unknown': {
        send({ type: 'answer-lost' });
        const truth = await checkLostAnswer(form, tip.clientSecret, pause, stop.signal);
        if (truth === 'paid') return finish(tip);
        if (truth === 'closed') starter = startTip(options);
        return send({ type: 'not-paid', notice: { kind: 'not-charged' }, intent: truth });
      }
    }
  };

  const pay = async (): Promise<void> => {
    const read = amount();
    const form = surface;
    if (flow.stage.at !== 'paying' || read.at !== 'good' || !form || !flow.session) return;
    send({ type: 'pay-pressed' });
    if ((await form.submit()) === 'incomplete')
      return send({ type: 'not-paid', notice: null, intent: 'open' });
    const started = await starter({ flow, figures: read.figures, rules: rules() }, () => askSession(true));
    if (!started.ok) {
      if (started.problem.kind === 'refused') emit('busker-tip-error', { code: started.problem.code });
      // Other fees at the server: the new session brings them, and the fan sees the new total before paying.
      if (started.problem.kind === 'total-changed') await askSession(true);
      return send({ type: 'not-paid', notice: started.problem, intent: 'open' });
    }
    const tip = started.value;
    send({ type: 'tip-started', tip });
    emit('busker-tip-start', { tipId: tip.tipId, amount: tip.figures.total, currency: tip.currency });
    return confirm(form, tip);
  };

  return {
    state: () => flow,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rules,
    amount,
    edit,
    askSession: async () => void (await askSession()),
    mountCardForm: async (place, look) => {
      mounts += 1;
      const mount = mounts;
      const isLast = () => mount === mounts && !stop.signal.aborted;
      const session = await askSession();
      const read = amount();
      if (!session || !isLast() || flow.stage.at !== 'starting') return;
      dropSurface();
      const opened = await options.openSurface({
        place,
        look,
        locale: options.locale,
        publishableKey: session.publishableKey,
        stripeAccount: session.stripeAccount,
        stripeJs: session.stripeJs,
        amount: read.at === 'good' ? read.figures.total : session.limits.min,
        currency: session.currency,
      });
      if (!isLast()) return opened.ok ? opened.value.destroy() : undefined;
      if (!opened.ok) return send({ type: 'card-form-impossible', why: opened.problem });
      surface = opened.value;
      await syncAmount();
      send({ type: 'card-form-ready' });
    },
    cardFormLost: () => send({ type: 'card-form-lost' }),
    focusCardForm: () => surface?.focus(),
    pay,
    again: () => {
      starter = startTip(options);
      send({ type: 'again' });
      edit({});
      void askSession();
    },
    close: () => {
      stop.abort();
      dropSurface();
      listeners.clear();
    },
  };
}
