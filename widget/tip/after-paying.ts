import { followTip } from './follow-tip';
import type { TipStore } from './tip-store';
import type { StartedTip } from './tip-flow';

/** Stripe says it is paid: thanks at once, and questions to the server until it agrees. */
export async function finish(store: TipStore, tip: StartedTip): Promise<void> {
  const { send, options, surface, stopped } = store;
  const { tipId, figures, currency } = tip;
  send({ type: 'paid' });
  options.memory.forget();
  options.emit('busker-tip-success', { tipId, amount: figures.total, currency });
  surface.current?.destroy();
  surface.current = null;
  await followTip(options.backend, tip, options.pause, stopped, (status) =>
    send({ type: 'status-arrived', status }),
  );
}

/** The fan takes the tip back, within the owner's window. */
export async function undo(store: TipStore): Promise<void> {
  const { flow, send, options } = store;
  const { stage } = flow();
  if (stage.at !== 'thanked' || !stage.tip || stage.undo.at === 'asking' || stage.undo.at === 'done') return;
  send({ type: 'undo-changed', undo: { at: 'asking' } });
  const answer = await options.backend.undoTip(stage.tip);
  if (answer.ok) {
    send({ type: 'status-arrived', status: answer.value });
    return send({ type: 'undo-changed', undo: { at: 'done' } });
  }
  if (answer.problem.kind === 'refused') {
    const { code } = answer.problem;
    // The money came back from the bank: why, the tip itself tells.
    const told = code === 'undo-failed' ? await options.backend.readTip(stage.tip) : null;
    if (told?.ok) send({ type: 'status-arrived', status: told.value });
    return send({ type: 'undo-changed', undo: { at: 'refused', code } });
  }
  // Perhaps it was taken back, and only the answer was lost: the tip itself tells.
  const seen = await options.backend.readTip(stage.tip);
  if (seen.ok) send({ type: 'status-arrived', status: seen.value });
  const isBack = seen.ok && seen.value.status === 'refunded';
  send({ type: 'undo-changed', undo: isBack ? { at: 'done' } : { at: 'refused', code: 'unreachable' } });
}
