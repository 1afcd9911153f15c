import type {
  Channel,
  ChannelEnd,
  ChannelKind,
  ChannelSecret,
  SendProblem,
} from '@busker/core/outbox/channel';
import type { Message } from '@busker/core/notification/notified-event';

/** To whom a message goes. */
export interface Addressee {
  readonly uid: string;
  readonly channelId: string;
  readonly channel: Channel;
  readonly secret: ChannelSecret;
  /** A BCP 47 tag. */
  readonly language: string;
  /** An IANA time zone. */
  readonly zone: string;
  /** The owner's published handle, for a webhook; null = nothing is published. */
  readonly handle: string | null;
}

/** The receiver's answer, for the log of deliveries: HTTP or SMTP status (null = no answer), milliseconds, and at most 200 characters of its text. */
export interface Attempt {
  readonly status: number | null;
  readonly ms: number;
  readonly text: string;
}

/**
 * `again`: it may arrive later; `after` are the milliseconds that the receiver asked for (null = by the schedule). `rests`: the receiver is
 * overloaded, so that nothing else goes to it until then. `ended`: the channel cannot work any more.
 */
export type Sending =
  | { readonly kind: 'sent'; readonly attempt: Attempt }
  | {
      readonly kind: 'again';
      readonly problem: SendProblem;
      readonly after: number | null;
      readonly rests: boolean;
      readonly attempt: Attempt;
    }
  | {
      readonly kind: 'ended';
      readonly state: 'off' | 'refused';
      readonly end: ChannelEnd;
      readonly attempt: Attempt;
    };

/** Sends one message over one kind of channel. It never throws for what a receiver does. */
export interface ChannelSender {
  send(to: Addressee, message: Message): Promise<Sending>;
}

/** The kinds that this host offers; null = the host has not set it up. */
export type ChannelSenders = Readonly<Record<ChannelKind, ChannelSender | null>>;
