import type { LookUpPayment } from '../payment/payment-surface';
import { checkLostAnswer } from './check-lost-answer';
import type { TipDesk } from './tip-desk';

/**
 * The bank insisted on a page of its own and has sent the fan back here. The tip's token did not survive that, so there is no receipt and
 * no undo in this sheet; what became of the money is told by Stripe itself.
 */
export async function comeBack(desk: TipDesk, clientSecret: string, lookUp: LookUpPayment): Promise<void> {
  const { send, options } = desk;
  send({ type: 'came-back' });
  const session = await desk.session();
  const truth = await checkLostAnswer(
    async () => (session ? lookUp({ ...session, locale: options.locale }, clientSecret) : null),
    options.pause,
    desk.stopped,
  );
  const pending = options.memory.recall(options.profile.handle);
  options.memory.forget();
  if (truth !== 'paid') return send({ type: 'not-paid', notice: { kind: 'not-charged' }, intent: 'closed' });
  send({ type: 'paid' });
  const currency = session?.currency ?? 'usd';
  options.emit('busker-tip-success', { tipId: pending?.tipId ?? '', amount: 0, currency });
}
