import type { StartFailure } from './tip-starter';
import type { TipDesk } from './tip-desk';

/** A tip could not be started: back to the form with the reason. Nothing was charged, since no card was asked. */
export async function tellFailure(desk: TipDesk, failure: StartFailure): Promise<void> {
  const { send, options } = desk;
  options.memory.forget();
  if (failure.kind === 'challenge') {
    send({ type: 'not-paid', notice: null, intent: 'open' });
    return send({ type: 'must-pay-elsewhere', why: 'challenge' });
  }
  if (failure.kind === 'refused') options.emit('busker-tip-error', { code: failure.code });
  // Other fees at the server: the new session brings them, and the fan sees the new total before paying.
  if (failure.kind === 'total-changed') await desk.session(true);
  send({ type: 'not-paid', notice: failure, intent: 'open' });
}
