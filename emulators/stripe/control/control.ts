import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { ValiError } from 'valibot';
import { changeAccount, seedAccount } from '../accounts/accounts';
import type { WebhookFaults, WebhookQueue } from '../events/webhooks';
import type { Entities, Sandbox, KeyState } from '../state/sandbox';
import { readText, sendJson, type Faults } from '../wire/http-answer';
import { Refusal, refused } from '../wire/refusal';

export interface ControlParts {
  readonly sandbox: Sandbox;
  readonly webhookQueue: WebhookQueue;
  readonly faults: Faults;
  readonly webhookFaults: { current: WebhookFaults };
  readonly keyState: { current: KeyState };
  /** Called after the clock has moved. */
  readonly schedule: () => void;
  /** Moves the clock to each job in turn until a time in milliseconds; resolves with the number of jobs. */
  readonly advance: (until: number, deliver: 'each-step' | 'later') => Promise<number>;
  readonly reset: () => void;
}

/** One control call: reads its JSON body, acts, and answers with JSON. It is not part of Stripe's API. */
export interface ControlCall {
  readonly about: string;
  /** It changes nothing, so a GET request may make it. */
  readonly isReading?: boolean;
  readonly act: (parts: ControlParts, body: unknown) => unknown;
}

export function control<S extends v.GenericSchema>(
  about: string,
  schema: S,
  act: (parts: ControlParts, input: v.InferOutput<S>) => unknown,
): ControlCall {
  return { about, act: (parts, body) => act(parts, v.parse(schema, body)) };
}

/** Acts on the object with that id, in one transaction; null = there is none. */
export function changed<K extends keyof Entities, T>(
  { store }: Sandbox,
  kind: K,
  id: string,
  act: (found: Entities[K]) => T,
): T | null {
  const found = store.get(kind, id);
  return found === undefined ? null : store.transact(() => act(found));
}

const id = v.pipe(v.string(), v.minLength(1));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const baseControls: Readonly<Record<string, ControlCall>> = {
  reset: control(
    'deletes the state and creates the seeded accounts again',
    v.strictObject({}),
    ({ reset }) => {
      reset();
      return { done: true };
    },
  ),
  clock: {
    ...control(
      'tells the sandbox’s time, and how far it is ahead of this machine’s',
      v.strictObject({}),
      ({ sandbox }) => ({
        now: sandbox.clock.now(),
        offset: sandbox.store.get('setting', 'clock-offset')?.value ?? 0,
      }),
    ),
    isReading: true,
  },
  'clock/advance': control(
    'advances the clock and runs what has become due',
    v.strictObject({ milliseconds: count }),
    ({ sandbox, schedule }, { milliseconds }) => {
      sandbox.store.transact(() => sandbox.clock.advance(milliseconds));
      schedule();
      return { now: sandbox.clock.now() };
    },
  ),
  'accounts/seed': control(
    'adds a connected account, by default one that can take cards',
    v.strictObject({
      id,
      email: v.optional(v.string()),
      displayName: v.optional(v.string()),
      country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
      currency: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{3}$/))),
      cardPayments: v.optional(v.picklist(['active', 'pending', 'restricted', 'rejected', 'unsupported'])),
    }),
    ({ sandbox }, { id: account, ...rest }) => {
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      sandbox.store.transact(() => seedAccount(sandbox, { id: account, ...given }));
      return sandbox.store.get('account', account);
    },
  ),
  'accounts/currency': control(
    'sets the currency of an account, as an owner can, and sends the webhook event',
    v.strictObject({ account: id, currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)) }),
    ({ sandbox }, { account, currency }) => {
      const before = sandbox.store.get('account', account);
      if (!before) return null;
      return sandbox.store.transact(() => changeAccount(sandbox, before, { currency }));
    },
  ),
  'accounts/capability': control(
    'sets whether an account can take cards, and sends the webhook events',
    v.strictObject({
      account: id,
      cardPayments: v.picklist(['active', 'pending', 'restricted', 'rejected', 'unsupported']),
      linkPayments: v.optional(v.picklist(['active', 'pending', 'restricted', 'rejected', 'unsupported'])),
      requirement: v.optional(v.picklist(['nothing', 'onboarding', 'more-information'])),
    }),
    ({ sandbox }, { account, cardPayments, linkPayments, requirement }) => {
      const before = sandbox.store.get('account', account);
      if (!before) return null;
      const open = requirement ?? (cardPayments === 'active' ? 'nothing' : before.requirement);
      return sandbox.store.transact(() =>
        changeAccount(sandbox, before, {
          cardPayments,
          cardPaymentsRequested: true,
          linkPayments: linkPayments ?? before.linkPayments ?? null,
          requirement: open,
        }),
      );
    },
  ),
  'accounts/deauthorize': control(
    'disconnects the platform from the account, as an owner can',
    v.strictObject({ account: id }),
    ({ sandbox }, { account }) => {
      const before = sandbox.store.get('account', account);
      if (before?.role !== 'connected') return null;
      return sandbox.store.transact(() => {
        const after = { ...before, connection: 'deauthorized' } as const;
        sandbox.store.put('account', after);
        const application = { id: 'ca_sandbox', object: 'application', name: 'Busker' };
        sandbox.emit({ account, type: 'account.application.deauthorized', object: application });
        return after;
      });
    },
  ),
  'accounts/reconnect': control(
    'connects an account again that was disconnected, as its owner can by the same platform’s page',
    v.strictObject({ account: id }),
    ({ sandbox }, { account }) => {
      const before = sandbox.store.get('account', account);
      if (before?.connection !== 'deauthorized') throw refused(`${account} is not disconnected.`);
      return sandbox.store.transact(() => changeAccount(sandbox, before, { connection: 'connected' }));
    },
  ),
  key: control(
    'makes the secret key expired, restricted (a route and the permission that it needs) or good again',
    v.variant('kind', [
      v.strictObject({ kind: v.literal('good') }),
      v.strictObject({ kind: v.literal('expired') }),
      v.strictObject({ kind: v.literal('restricted'), route: id, permission: id }),
    ]),
    ({ keyState }, state) => {
      keyState.current = state;
      return state;
    },
  ),
  webhookFaults: control(
    'drops, duplicates, delays or holds later webhook deliveries',
    v.strictObject({
      hold: v.optional(v.boolean()),
      drop: v.optional(share),
      duplicate: v.optional(share),
      shuffle: v.optional(count),
    }),
    ({ webhookFaults }, input) => {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      webhookFaults.current = { ...webhookFaults.current, ...given };
      return webhookFaults.current;
    },
  ),
  'faults/add': control(
    'makes requests to a route fail, slow down or lose their connection',
    v.strictObject({
      route: id,
      fault: v.variant('kind', [
        v.strictObject({ kind: v.literal('latency'), milliseconds: count }),
        v.strictObject({
          kind: v.literal('fail'),
          status: v.picklist([409, 429, 500]),
          when: v.optional(v.picklist(['before', 'during', 'after']), 'during'),
        }),
        v.strictObject({ kind: v.literal('cut'), when: v.picklist(['before', 'after']) }),
        v.strictObject({ kind: v.literal('rate'), perSecond: v.pipe(count, v.minValue(1)) }),
      ]),
      share: v.optional(share, 1),
      times: v.optional(v.nullable(v.pipe(count, v.minValue(1))), null),
    }),
    ({ faults }, { times, ...fault }) => faults.add({ ...fault, left: times }),
  ),
  'faults/clear': control('removes all faults', v.strictObject({}), ({ faults }) => {
    faults.clear();
    return { done: true };
  }),
};

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** `POST /__sandbox/<name>` runs the control call of that name. `GET /__sandbox` lists all of them. */
export async function serveControl(
  parts: ControlParts,
  calls: Readonly<Record<string, ControlCall>>,
  incoming: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  if (name === '') {
    const list = Object.entries(calls).map(([call, { about }]) => ({
      call: `POST /__sandbox/${call}`,
      about,
    }));
    return sendJson(response, 200, list);
  }
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call)
    return sendJson(response, 404, { error: `There is no control call ${name}; GET /__sandbox lists them.` });
  if (incoming.method !== 'POST' && !(incoming.method === 'GET' && call.isReading === true))
    return sendJson(response, 405, { error: `Use POST for /__sandbox/${name}.` });
  const text = await readText(incoming);
  try {
    const answer = await call.act(parts, parseJson(text ?? ''));
    if (answer === null) return sendJson(response, 404, { error: 'There is no such object.' });
    sendJson(response, 200, answer ?? { done: true });
  } catch (problem) {
    if (problem instanceof ValiError) return sendJson(response, 400, { error: problem.message });
    if (problem instanceof Refusal) return sendJson(response, problem.status, { error: problem.message });
    throw problem;
  }
}
