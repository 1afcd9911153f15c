import { languageOf } from '@busker/core/locale/language-tags';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { TipCreated, TipRequest, TipSession } from '@busker/core/fan-api/tip-api';
import type { TipSurface } from '@busker/core/tip/tip';
import type { Answer, CallProblem, TipText } from '../data/backend';
import type { SentTip, TipController } from '../tip/tip-controller';
import type { Notice, StartedTip } from '../tip/tip-flow';
import { offerOf, sentText, type Figures, type TipForm } from '../tip/tip-form';
import type { SurfaceAmount } from '../payment/payment-surface';

type Body = Omit<TipRequest, 'clientRequestId' | 'session'>;

/** Creates the tip that the fan sees, or changes the existing one. Null: the flow has the reason, and no card was charged. */
export async function startTip(
  controller: TipController,
  figures: Figures,
  surface: TipSurface,
): Promise<StartedTip | null> {
  const { send, options } = controller;
  const { tip } = controller.state();
  // The hosted page always gets a new tip: the last one may have expired, and an unpaid tip is never charged.
  const last = controller.sent.current;
  const isNew = !tip || !last || 'url' in tip.payment || surface === 'hosted';
  const started = isNew
    ? await create(controller, figures, surface)
    : await change(controller, figures, tip, last);
  if (!started.ok) {
    await showFailure(controller, started.problem);
    return null;
  }
  const { tipId, currency } = started.value;
  send({ type: 'tip-started', tip: started.value });
  const { every } = started.value;
  options.emit('busker-tip-start', { tipId, amount: figures.total, currency, every });
  return started.value;
}

/**
 * A repeated request with the same content has the same id, so a lost answer never makes a second tip. Other content gets another id; the first
 * tip can then never be paid, because nobody has its secret.
 */
async function create(
  controller: TipController,
  figures: Figures,
  surface: TipSurface,
): Promise<Result<StartedTip, Notice>> {
  const { state, options, sent } = controller;
  const { profile, backend, context, memory } = options;
  const { handle } = profile;
  const body: Body = { handle, ...bodyOf(controller, figures, surface), ...context };
  const text = JSON.stringify(body);
  const last =
    sent.current?.body === text ? sent.current : { id: options.newId(), changes: 0, isUnsure: false };
  const { id } = last;
  sent.current = { ...last, body: text, texts: JSON.stringify(textsOf(state().form)) };
  memory.keep({ handle, tipId: null, clientRequestId: id });
  const challenge = state().challenge?.answer;
  const ask = async ({ session }: TipSession) => {
    const request = { ...body, clientRequestId: id, session, ...(challenge ? { challenge } : {}) };
    const made = await backend.createTip(request);
    if (made.ok) memory.keep({ handle, tipId: made.value.tipId, clientRequestId: id });
    return made;
  };
  const session = state().session ?? (await controller.session(true));
  const answer = session ? await ask(session) : unreachable;
  if (answer.ok || answer.problem.kind !== 'refused' || answer.problem.code !== 'session-expired')
    return checked(body, answer, figures);
  // The session has expired: a new session, then the same id again.
  const renewed = await controller.session(true);
  // The card form has the list of the first session, and Stripe would refuse it after the tip was made.
  if (renewed && surface === 'elements' && String(renewed.ways) !== String(session?.ways))
    return fail({ kind: 'form-reloaded' });
  return checked(body, renewed ? await ask(renewed) : unreachable, figures);
}

const unreachable = fail<CallProblem>({ kind: 'unreachable' });

async function change(
  controller: TipController,
  figures: Figures,
  tip: StartedTip,
  last: SentTip,
): Promise<Result<StartedTip, Notice>> {
  const { options, sent } = controller;
  // Another owner's card on this page may have stored its own tip since.
  options.memory.keep({ handle: options.profile.handle, tipId: tip.tipId, clientRequestId: last.id });
  const body = bodyOf(controller, figures, 'elements');
  const { coverCosts } = body;
  const texts = textsOf(controller.state().form);
  if (last.texts !== JSON.stringify(texts)) {
    const edited = await options.backend.editTip(tip, texts);
    if (!edited.ok) return noticed(edited.problem);
  }
  const { tipAmount, total } = figures;
  const isSame = !last.isUnsure && total === tip.figures.total && tipAmount === tip.figures.tipAmount;
  // The number lets the server refuse this change if it arrives after a later one.
  const sequence = last.changes === null ? null : last.changes + (isSame ? 0 : 1);
  sent.current = { ...last, texts: JSON.stringify(texts), changes: sequence, isUnsure: !isSame };
  if (isSame) return ok(tip);
  const changed = await options.backend.changeAmount(tip, {
    tipAmount,
    coverCosts,
    total,
    ...(sequence === null ? {} : { sequence }),
  });
  if (changed.ok && sent.current) sent.current = { ...sent.current, isUnsure: false };
  return checked(body, changed, figures);
}

const textsOf = ({ name, message, anonymous, privateMessage, hideAmount }: TipForm): TipText => ({
  name: sentText(name),
  message: sentText(message),
  anonymous,
  privateMessage,
  hideAmount,
});

function bodyOf({ state, rules, options }: TipController, figures: Figures, surface: TipSurface) {
  const { form, session } = state();
  const { every, coverCosts, receiptEmail } = form;
  const offer = offerOf(session, every);
  return {
    ...(offer && {
      every: offer.every,
      wordsVersion: session?.monthly?.wordsVersion,
      language: languageOf(options.locale),
    }),
    tipAmount: figures.tipAmount,
    coverCosts,
    total: figures.total,
    currency: rules().currency,
    ...textsOf(form),
    receiptEmail: offer ? null : sentText(receiptEmail),
    surface,
  };
}

/** The charge must equal the amount in the card form. */
function checked(
  asked: Pick<Body, 'currency' | 'surface' | 'every'>,
  answer: Answer<TipCreated>,
  figures: Figures,
): Result<StartedTip, Notice> {
  if (!answer.ok) return noticed(answer.problem);
  const made = answer.value;
  if (made.amount !== figures.total || made.currency !== asked.currency)
    return fail({ kind: 'total-changed' });
  const { tipId, tipToken, currency } = made;
  if ('url' in made !== (asked.surface === 'hosted')) return fail({ kind: 'not-charged' });
  const payment = 'url' in made ? { url: made.url } : { clientSecret: made.clientSecret };
  return ok({ tipId, tipToken, currency, figures, payment, every: asked.every ?? 'once' });
}

function noticed(problem: CallProblem): Result<never, Notice> {
  if (problem.kind === 'unreachable') return fail({ kind: 'offline' });
  if (problem.code === 'total-changed') return fail({ kind: 'total-changed' });
  if (problem.code === 'challenge-required') return fail({ kind: 'challenge' });
  return fail({ kind: 'refused', code: problem.code });
}

async function showFailure(controller: TipController, failure: Notice): Promise<void> {
  const { send, options } = controller;
  options.memory.forget();
  if (failure.kind === 'challenge') {
    send({ type: 'challenge-asked' });
    return send({ type: 'not-paid', notice: failure, intent: 'open' });
  }
  if (failure.kind === 'refused' && failure.code === 'hosted-required') {
    send({ type: 'not-paid', notice: null, intent: 'closed' });
    return send({ type: 'must-pay-elsewhere', why: 'guarded' });
  }
  if (failure.kind === 'refused') options.emit('busker-tip-error', { code: failure.code });
  // The server has other fees or other words. The new session brings them, and the fan sees them before they pay.
  if (failure.kind === 'total-changed' || (failure.kind === 'refused' && failure.code === 'words-changed')) {
    await controller.session(true);
    await updateCardForm(controller);
  }
  send({ type: 'not-paid', notice: failure, intent: 'open' });
}

/** The amount for the card form and the wallets: the total on screen, or the smallest tip before there is a valid amount. */
export function cardFormAmount(controller: TipController): SurfaceAmount {
  const read = controller.amount();
  const { limits, currency } = controller.rules();
  return { amount: read.at === 'good' ? read.figures.total : limits.min, currency };
}

/**
 * For a total that changed without an edit, because the session has other costs: Stripe refuses a payment of another amount than the form's, and a
 * wallet that shows more than it.
 */
export const updateCardForm = async (controller: TipController): Promise<void> =>
  controller.cardForm.current?.setAmount(cardFormAmount(controller));
