import type { AskChallenge, ChallengeResult } from '../challenge/ask-challenge';
import type { CallProblem } from '../data/backend';
import { enTip } from '../messages/en-tip';
import { mountCardForm } from '../paying/mount-card-form';
import { payHere } from '../paying/pay-here';
import type { ExpressLine, ExpressOptions, OpenSurface, SurfaceLook } from '../payment/payment-surface';
import type { PendingTip } from '../pending/came-back';
import { inMemoryTips, type InMemoryTips, type TipScript } from '../preview/in-memory-backend';
import { scriptedSurface, surfaceLog, type SurfaceScript } from '../preview/scripted-surface';
import {
  createTipController,
  type TipController,
  type TipOptions,
  type TipMemory,
} from '../tip/tip-controller';
import { sampleProfile } from './sample-profile';

export const look = { text: 'black', border: 'grey' } as SurfaceLook;
export const unreachable: CallProblem = { kind: 'unreachable' };
export const refused = (code: string): CallProblem => ({ kind: 'refused', code, detail: '' });

/** A controller with a scripted server and card form, and everything that passed through it. */
export interface FakeController {
  readonly controller: TipController;
  readonly backend: InMemoryTips;
  readonly log: ReturnType<typeof surfaceLog>;
  readonly events: string[];
  /** Each event with its detail. */
  readonly details: (readonly [name: string, detail: unknown])[];
  readonly waits: number[];
  readonly memory: ReturnType<typeof fakeMemory>;
}

function fakeMemory(pending: PendingTip | null): TipMemory & { kept: PendingTip | null } {
  return {
    kept: pending,
    keep(tip) {
      this.kept = tip;
    },
    forget() {
      this.kept = null;
    },
    recall() {
      return this.kept;
    },
  };
}

export function fakeController(
  tips: TipScript = {},
  surface: SurfaceScript | OpenSurface = {},
  pending: PendingTip | null = null,
  changes: Partial<TipOptions> = {},
): FakeController {
  const backend = inMemoryTips(tips);
  const log = surfaceLog();
  const events: string[] = [];
  const details: [string, unknown][] = [];
  const waits: number[] = [];
  let ids = 0;
  const memory = fakeMemory(pending);
  const controller = createTipController({
    profile: sampleProfile(),
    backend,
    openSurface: typeof surface === 'function' ? surface : scriptedSurface(surface, log),
    emit: (name, detail) => {
      details.push([name, detail]);
      return events.push(name) > 0;
    },
    way: { by: 'card-form' },
    locale: 'en',
    wishedAmounts: '',
    context: { for: 'A page', placement: 'https://example.com/' },
    host: 'https://busker.example',
    returnsToReceipt: false,
    memory,
    pause: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    newId: () => `id${(ids += 1)}`,
    ...changes,
  });
  return { controller, backend, log, events, details, waits, memory };
}

/** The fan presses Pay. */
export const pay = ({ controller }: FakeController): Promise<void> => payHere(controller);

/** Mounts the card form. */
export const mount = ({ controller }: FakeController, left = new AbortController().signal): Promise<void> =>
  mountCardForm(controller, document.createElement('div'), look, left);

/** The fan has chosen five dollars, and the card form is ready. */
export async function ready(made: FakeController): Promise<FakeController> {
  made.controller.edit({ amount: { by: 'preset', minorUnits: 500 } });
  await mount(made);
  return made;
}

/** The row of wallet buttons. */
export interface FakeWallet extends ExpressOptions {
  /** How often the focus was moved to what prevents the payment. */
  readonly faults: () => number;
}

/** As `ready`, with a wallet. */
export async function readyWithWallet(made: FakeController): Promise<FakeWallet> {
  let faults = 0;
  made.controller.edit({ amount: { by: 'preset', minorUnits: 500 } });
  await mountCardForm(made.controller, document.createElement('div'), look, new AbortController().signal, {
    place: document.createElement('div'),
    messages: enTip,
    onShown: () => undefined,
    onFault: () => void (faults += 1),
  });
  const { express } = made.log;
  if (!express) throw new Error('This page has no row of wallets');
  return { ...express, faults: () => faults };
}

/** The press on a wallet's button, and the fan's consent there: why the payment did not go through. */
export const payInWallet = async ({ onPress, onAgree }: FakeWallet): Promise<string | null> =>
  onPress() ? onAgree() : 'rejected';

/** A line in the wallet's dialog. */
export const walletLine = (amount: number): ExpressLine => ({ name: enTip.title('Ada Lovelace'), amount });

export const bodies = ({ backend }: FakeController, verb: 'createTip' | 'changeAmount' | 'editTip') =>
  backend.calls.filter((call) => call.verb === verb).map((call) => call.input);
export const stage = ({ controller }: FakeController) => controller.state().stage.at;
export const notice = ({ controller }: FakeController) => controller.state().notice;

/** The tip as the fan sees it, and the data that the server and Stripe received. */
export const seen = (made: FakeController) => ({
  stage: stage(made),
  notice: notice(made),
  way: made.controller.state().way,
  tips: made.backend.tips(),
  confirmed: made.log.confirmed,
});

/** A challenge without a server, for stories and tests. Each press of its button gives the next answer of the script; the last one repeats. */
export function scriptedChallenge(script: readonly ChallengeResult[] = []): AskChallenge {
  const results: ChallengeResult[] = script.length > 0 ? [...script] : [{ at: 'solved', answer: 'human' }];
  return ({ place, title, report }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    button.textContent = title;
    const answer = () => {
      const next = results.length > 1 ? results.shift() : results[0];
      if (next) report(next);
    };
    button.addEventListener('click', answer);
    place.replaceChildren(button);
    return () => place.replaceChildren();
  };
}
