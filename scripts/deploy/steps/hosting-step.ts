import type { Result } from '../../../core/base/result';
import type { LiveHosting } from '../google/live-hosting';
import { due, fine, unknown, type Step } from '../step';

export interface HostingStepOptions {
  readonly live: LiveHosting;
  /** The hash of all files and of their headers and rewrites. */
  readonly hash: () => Promise<string>;
  readonly deploy: (message: string) => Promise<Result<null, string>>;
}

/** The message that a deploy gives to its Hosting release. */
export const hostingMessage = (hash: string): string => `busker ${hash}`;

/** Releases the files last. This order is safe, because earlier dashboards and embeds work with every change of the API. */
export const hostingStep = ({ live, hash, deploy }: HostingStepOptions): Step => ({
  name: 'hosting',
  async ask() {
    const [wanted, releases] = await Promise.all([hash(), live.releases()]);
    if (releases.state === 'unknown') return [unknown('the live files', releases.why)];
    const [now] = releases.value;
    if (now?.message === hostingMessage(wanted)) return [fine(`files ${wanted} are live`)];
    return [due(`files ${wanted}${now === undefined ? '' : `; live is "${now.message}"`}`)];
  },
  act: async () => deploy(hostingMessage(await hash())),
});
