/**
 * Runs steps, some at a time, in their order. A step with `after` waits for the step of that name, if that step is in the list; later steps run
 * meanwhile. @template {{ after?: string }} Step @param {Record<string, Step>} steps @param {(name: string, step: Step) => Promise<void>} runStep
 * @param {number} atATime
 */
export function inOrder(steps, runStep, atATime) {
  const waiting = new Map(Object.entries(steps));
  const unfinished = new Set(waiting.keys());
  let running = 0;
  return new Promise((resolve, reject) => {
    const startNext = () => {
      if (unfinished.size === 0) resolve();
      for (const [name, step] of waiting) {
        if (running >= atATime) return;
        if (unfinished.has(step.after)) continue;
        waiting.delete(name);
        running += 1;
        runStep(name, step).then(() => {
          running -= 1;
          unfinished.delete(name);
          startNext();
        }, reject);
      }
    };
    startNext();
  });
}
