import type { TipController } from '../tip/tip-controller';
import type { StartedTip } from '../tip/tip-flow';

/** Stripe confirmed the payment: the sheet says thanks at once and asks the server until it agrees. */
export async function finish(controller: TipController, tip: StartedTip): Promise<void> {
  const { send, options } = controller;
  const { tipId, figures, currency, every } = tip;
  send({ type: 'paid' });
  options.memory.forget();
  options.emit('busker-tip-success', { tipId, amount: figures.total, currency, every });
  controller.removeCardForm();
  await followTip(controller, tip);
}

/** The longest pause between two questions about a payment that takes days, in milliseconds. */
const longestWait = 300_000;

/**
 * The bank tells later whether it pays. The sheet says so, and asks the server while the page is open; the webhook settles it without the page too.
 */
export async function awaitBank(controller: TipController, tip: StartedTip): Promise<void> {
  const { send, options, stopped } = controller;
  send({ type: 'on-its-way', tip });
  options.memory.forget();
  controller.removeCardForm();
  for (let delay = 2_000; !stopped.aborted; delay = Math.min(delay * 2, longestWait)) {
    const answer = await options.backend.readTip(tip);
    if (answer.ok) {
      send({ type: 'status-arrived', status: answer.value });
      const { status } = answer.value;
      if (status === 'failed' || status === 'expired') {
        controller.forgetTip();
        return send({ type: 'not-paid', notice: { kind: 'not-paid' }, intent: 'closed' });
      }
      if (status !== 'pending' && status !== 'processing') return finish(controller, tip);
    }
    await options.pause(delay, stopped);
  }
}

/** Pauses between requests in milliseconds, about 20 s in all. The server asks Stripe at most once in two seconds. */
const waits = [600, 1_400, 2_000, 2_000, 2_500, 3_000, 4_000, 5_000];

/** Asks the server until it agrees that the tip is paid. After 20 seconds the webhook settles it alone. */
async function followTip({ options, send, stopped }: TipController, tip: StartedTip): Promise<void> {
  for (const delay of waits) {
    await options.pause(delay, stopped);
    if (stopped.aborted) return;
    const answer = await options.backend.readTip(tip);
    if (!answer.ok) continue;
    send({ type: 'status-arrived', status: answer.value });
    if (answer.value.status !== 'pending' && answer.value.status !== 'processing') return;
  }
}

/** The fan undoes the tip within the owner's window. */
export async function undo(controller: TipController): Promise<void> {
  const { state, send, options } = controller;
  const { stage } = state();
  if (stage.at !== 'thanked' || !stage.tip || stage.undo.at === 'asking' || stage.undo.at === 'done') return;
  send({ type: 'undo-changed', undo: { at: 'asking' } });
  const answer = await options.backend.undoTip(stage.tip);
  if (answer.ok) {
    send({ type: 'status-arrived', status: answer.value });
    return send({ type: 'undo-changed', undo: { at: 'done' } });
  }
  if (answer.problem.kind === 'refused') {
    const { code } = answer.problem;
    // The tip's status has the reason.
    const failed = code === 'undo-failed' ? await options.backend.readTip(stage.tip) : null;
    if (failed?.ok) send({ type: 'status-arrived', status: failed.value });
    return send({ type: 'undo-changed', undo: { at: 'refused', code } });
  }
  // The undo may have worked, and only its answer was lost.
  const seen = await options.backend.readTip(stage.tip);
  if (seen.ok) send({ type: 'status-arrived', status: seen.value });
  const isBack = seen.ok && seen.value.status === 'refunded';
  send({ type: 'undo-changed', undo: isBack ? { at: 'done' } : { at: 'refused', code: 'unreachable' } });
}
