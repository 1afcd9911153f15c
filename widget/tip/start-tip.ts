import { fail, ok, type Result } from '../../core/base/result';
import type { TipCreated, TipRequest, TipSession } from '../../core/api/tip-api';
import type { Answer, CallProblem } from '../data/backend';
import type { TipStore, TipStoreOptions } from './tip-store';
import type { Notice, StartedTip } from './tip-flow';
import { sentText } from './tip-form';
import type { RenewSession, TipStarter, TipWish } from './tip-starter';

type Options = Pick<TipStoreOptions, 'profile' | 'backend' | 'context' | 'newId' | 'memory'>;

/** The store's starter. It knows the last request, so it is the same one until the tip is decided. */
export const starterOf = (store: TipStore): TipStarter => (store.starter.current ??= startTip(store.options));

type Body = Omit<TipRequest, 'clientRequestId' | 'session'>;

/**
 * Makes the tip at the server, or brings the one that is there up to what the fan sees now. A repeated call with the same content
 * carries the same id, so a lost answer never makes a second tip; other content needs another id, and the first one, of which nobody
 * holds the secret, can never be paid.
 */
function startTip({ profile, backend, context, newId, memory }: Options): TipStarter {
  const { handle } = profile;
  let sent: { readonly body: string; readonly id: string } | null = null;
  let texts = '';
  let changes = 0;
  // Whether a change of the amount went out whose answer never said what the server has now.
  let isUnsure = false;

  const create = async (wish: TipWish, renew: RenewSession): Promise<Answer<TipCreated>> => {
    const body: Body = { handle, ...bodyOf(wish), ...context };
    const text = JSON.stringify(body);
    const { id } = (sent = sent?.body === text ? sent : { body: text, id: newId() });
    memory.keep({ handle, tipId: null, clientRequestId: id });
    const ask = async (session: TipSession) => {
      const challenge = wish.flow.challenge?.answer;
      const made = await backend.createTip({
        ...body,
        clientRequestId: id,
        session: session.session,
        ...(challenge ? { challenge } : {}),
      });
      if (made.ok) memory.keep({ handle, tipId: made.value.tipId, clientRequestId: id });
      return made;
    };
    const session = wish.flow.session ?? (await renew());
    const answer: Answer<TipCreated> = session ? await ask(session) : fail({ kind: 'unreachable' });
    if (answer.ok || answer.problem.kind !== 'refused' || answer.problem.code !== 'session-expired')
      return answer;
    // The sheet stood open for long: a new session, then once more with the same id.
    const renewed = await renew();
    return renewed ? ask(renewed) : fail({ kind: 'unreachable' });
  };

  return async (wish, renew) => {
    const { flow, figures } = wish;
    const { name, message } = bodyOf(wish);
    const text = JSON.stringify([name, message]);
    const { tip } = flow;
    // A tip for the hosted page is made anew: its page may have run out, and an unpaid one is never charged.
    if (!tip || 'url' in tip.payment || wish.surface === 'hosted') {
      const made = await create(wish, renew);
      if (made.ok) texts = text;
      return checked(made, wish);
    }
    if (texts !== text) {
      const edited = await backend.editTip(tip, { name: name ?? null, message: message ?? null });
      if (!edited.ok) return noticed(edited.problem);
      texts = text;
    }
    const { tipAmount, total } = figures;
    if (!isUnsure && total === tip.figures.total && tipAmount === tip.figures.tipAmount) return ok(tip);
    // The number lets the server refuse this change should it arrive after a later one.
    const change = { tipAmount, coverCosts: flow.form.coverCosts, total, sequence: (changes += 1) };
    isUnsure = true;
    const changed = await backend.changeAmount(tip, change);
    isUnsure = !changed.ok;
    return checked(changed, wish);
  };
}

function bodyOf({ flow, figures, rules, surface }: TipWish): Omit<Body, 'handle'> {
  const { name, message, coverCosts, anonymous, receiptEmail } = flow.form;
  return {
    tipAmount: figures.tipAmount,
    coverCosts,
    total: figures.total,
    currency: rules.currency,
    name: sentText(name),
    message: sentText(message),
    anonymous,
    receiptEmail: sentText(receiptEmail),
    surface,
  };
}

/** The card form shows one sum, the server charges another: never, whatever the server answered. */
function checked(answer: Answer<TipCreated>, { figures, rules }: TipWish): Result<StartedTip, Notice> {
  if (!answer.ok) return noticed(answer.problem);
  const made = answer.value;
  if (made.amount !== figures.total || made.currency !== rules.currency)
    return fail({ kind: 'total-changed' });
  const { tipId, tipToken, currency } = made;
  const payment = 'url' in made ? { url: made.url } : { clientSecret: made.clientSecret };
  return ok({ tipId, tipToken, currency, figures, payment });
}

function noticed(problem: CallProblem): Result<never, Notice> {
  if (problem.kind === 'unreachable') return fail({ kind: 'offline' });
  if (problem.code === 'total-changed') return fail({ kind: 'total-changed' });
  if (problem.code === 'challenge-required') return fail({ kind: 'challenge' });
  return fail({ kind: 'refused', code: problem.code });
}
