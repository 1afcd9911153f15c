const queue: (() => void)[] = [];
let channel: MessageChannel | null = null;
let running = false;

/**
 * Does one piece of work now and the others each in a task of their own, so that fifty cards that get their profiles in one answer never
 * hold the page's main thread for long. By messages, since nested timers wait 4 ms each.
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
