import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

/** Where in the conversation a fault applies: at the connection, at the recipient, or at the content. */
export type PostStage = 'CONNECT' | 'RCPT' | 'DATA';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * The body of `POST /__post/faults`, of the same shape as that of the Stripe emulator: `{route, fault, share, times}`. `route`: `CONNECT`, `RCPT`, `DATA`
 * or `*`. `fail` answers with an SMTP status and a text, such as 550 and `5.1.1 No such mailbox`; at `CONNECT` it refuses the connection. `hang` never
 * answers, `cut` closes the connection without an answer; `after`: the mail is stored all the same.
 */
export const postFaultSchema = v.strictObject({
  route: v.picklist(['CONNECT', 'RCPT', 'DATA', '*']),
  fault: v.variant('kind', [
    v.strictObject({ kind: v.literal('latency'), milliseconds: count }),
    v.strictObject({
      kind: v.literal('fail'),
      status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
      text: v.optional(v.pipe(v.string(), v.regex(/^[ -~]{0,200}$/)), 'A fault was asked for'),
    }),
    v.strictObject({ kind: v.literal('hang'), when: v.optional(v.picklist(['before', 'after']), 'before') }),
    v.strictObject({ kind: v.literal('cut'), when: v.optional(v.picklist(['before', 'after']), 'before') }),
  ]),
  share: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
  times: v.optional(v.nullable(v.pipe(count, v.minValue(1))), null),
});
export type PostFaultInput = v.InferInput<typeof postFaultSchema>;
export type PostFaultKind = v.InferOutput<typeof postFaultSchema>['fault'];

export interface PostFault {
  readonly id: string;
  readonly route: PostStage | '*';
  readonly fault: PostFaultKind;
  readonly share: number;
  /** How often it still applies; null without a limit. */
  readonly left: number | null;
}

export interface PostFaults {
  list(): readonly PostFault[];
  /** @throws when the input is not a fault */
  add(input: unknown): PostFault;
  clear(): void;
  /** The fault that applies now; null = none. Decreases its counter. */
  take(stage: PostStage): PostFaultKind | null;
}

export function createPostFaults(random: () => number = Math.random): PostFaults {
  let faults: readonly PostFault[] = [];
  return {
    list: () => faults,
    add(input) {
      const { times, ...rest } = v.parse(postFaultSchema, input);
      const fault = { ...rest, id: randomUUID(), left: times };
      faults = [...faults, fault];
      return fault;
    },
    clear() {
      faults = [];
    },
    take(stage) {
      const found = faults.find(({ route, share }) => (route === '*' || route === stage) && random() < share);
      if (found === undefined) return null;
      const left = found.left === null ? null : found.left - 1;
      faults = faults.flatMap((each) => (each === found ? (left === 0 ? [] : [{ ...each, left }]) : [each]));
      return found.fault;
    },
  };
}
