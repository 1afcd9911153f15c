const queue: (() => void)[] = [];
let channel: MessageChannel | null = null;
let running = false;

/**
 * Runs the first piece of work now and each further piece in its own task. Otherwise fifty cards whose profiles arrive in one answer would block the
 * main thread. It posts messages, because nested timers wait 4 ms each.
 */
export function inTurns(work: () => void): void {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = next;
  }
  queue.push(work);
  if (!running) next();
}

function next(): void {
  const work = queue.shift();
  running = work !== undefined;
  if (!work) return;
  channel?.port2.postMessage(0);
  work();
}
