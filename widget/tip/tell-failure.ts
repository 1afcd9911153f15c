import type { Notice } from './tip-flow';
import type { TipStore } from './tip-store';

/** A tip could not be started: back to the form with the reason. Nothing was charged, since no card was asked. */
export async function tellFailure(store: TipStore, failure: Notice): Promise<void> {
  const { send, options } = store;
  options.memory.forget();
  if (failure.kind === 'challenge') {
    send({ type: 'challenge-asked' });
    return send({ type: 'not-paid', notice: { kind: 'challenge' }, intent: 'open' });
  }
  if (failure.kind === 'refused' && failure.code === 'hosted-required') {
    send({ type: 'not-paid', notice: null, intent: 'closed' });
    return send({ type: 'must-pay-elsewhere', why: 'guarded' });
  }
  if (failure.kind === 'refused') options.emit('busker-tip-error', { code: failure.code });
  // Other fees at the server: the new session brings them, and the fan sees the new total before paying.
  if (failure.kind === 'total-changed') await store.session(true);
  send({ type: 'not-paid', notice: failure, intent: 'open' });
}
