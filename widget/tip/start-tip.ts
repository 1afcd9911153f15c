import { fail, ok, type Result } from '../../core/result';
import type { TipCreated, TipRequest, TipSession } from '../../core/tip-api';
import type { Answer, TipBackend } from '../backend';
import type { Notice, StartedTip, TipFlow } from './tip-flow';
import { sentText, type AmountRules, type Figures } from './tip-form';

export interface StartTipOptions {
  readonly profile: { readonly handle: string };
  readonly backend: TipBackend;
  readonly context: { readonly for: string | null; readonly placement: string | null };
  readonly newId: () => string;
}

interface Wish {
  readonly flow: TipFlow;
  readonly figures: Figures;
  readonly rules: AmountRules;
}

type Renew = () => Promise<TipSession | null>;
export type TipStarter = (wish: Wish, renew: Renew) => Promise<Result<StartedTip, Notice>>;

type Body = Omit<TipRequest, 'clientRequestId' | 'session'>;

/**
 * Makes the tip at the server, or brings the one that is there up to what the fan sees now. A repeated call with the same content
 * carries the same id, so a lost answer never makes a second tip; other content needs another id, and the first one, of which nobody
 * holds the secret, can never be paid.
 */
export function startTip({ profile, backend, context, newId }: StartTipOptions): TipStarter {
  let sent: { readonly body: string; readonly id: string } | null = null;
  let texts = '';

  const create = async ({ flow, figures, rules }: Wish, renew: Renew): Promise<Answer<TipCreated>> => {
    const { name, message, coverCosts } = flow.form;
    const body: Body = {
      handle: profile.handle,
      tipAmount: figures.tipAmount,
      coverCosts,
      total: figures.total,
      currency: rules.currency,
      name: sentText(name),
      message: sentText(message),
      ...context,
      surface: 'elements',
    };
    const text = JSON.stringify(body);
    sent = sent?.body === text ? sent : { body: text, id: newId() };
    const ask = (session: TipSession) =>
      backend.createTip({ ...body, clientRequestId: sent?.id ?? newId(), session: session.session });
    const session = flow.session ?? (await renew());
    const answer: Answer<TipCreated> = session ? await ask(session) : fail({ kind: 'unreachable' });
    if (answer.ok || answer.problem.kind !== 'refused' || answer.problem.code !== 'session-expired')
      return answer;
    // The sheet stood open for long: a new session, then once more with the same id.
    const renewed = await renew();
    return renewed ? ask(renewed) : fail({ kind: 'unreachable' });
  };

  return async (wish, renew) => {
    const { flow, figures, rules } = wish;
    const text = JSON.stringify([sentText(flow.form.name), sentText(flow.form.message)]);
    if (!flow.tip) {
      const made = await create(wish, renew);
      if (made.ok) texts = text;
      return checked(made, figures, rules);
    }
    if (texts !== text) {
      const edited = await backend.editTip(flow.tip, {
        name: sentText(flow.form.name),
        message: sentText(flow.form.message),
      });
      if (!edited.ok) return noticed(edited.problem);
      texts = text;
    }
    if (figures.total === flow.tip.figures.total && figures.tipAmount === flow.tip.figures.tipAmount)
      return ok(flow.tip);
    const changed = await backend.changeAmount(flow.tip, {
      tipAmount: figures.tipAmount,
      coverCosts: flow.form.coverCosts,
      total: figures.total,
    });
    return checked(changed, figures, rules);
  };
}

/** The card form shows one sum, the server charges another: never, whatever the server answered. */
function checked(
  answer: Answer<TipCreated>,
  figures: Figures,
  rules: AmountRules,
): Result<StartedTip, Notice> {
  if (!answer.ok) return noticed(answer.problem);
  const made = answer.value;
  if (made.amount !== figures.total || made.currency !== rules.currency)
    return fail({ kind: 'total-changed' });
  if (!('clientSecret' in made)) return fail({ kind: 'refused', code: 'internal', detail: '' });
  return ok({
    tipId: made.tipId,
    tipToken: made.tipToken,
    clientSecret: made.clientSecret,
    figures,
    currency: made.currency,
  });
}

function noticed(problem: Extract<Answer<never>, { ok: false }>['problem']): Result<never, Notice> {
  if (problem.kind === 'unreachable') return fail({ kind: 'offline' });
  if (problem.code === 'total-changed') return fail({ kind: 'total-changed' });
  return fail({ kind: 'refused', code: problem.code, detail: problem.detail });
}
