/** The secret part of a channel, by kind. Only functions read it. */
export type ChannelCredentials =
  /** null = the address of the sign-in account, asked for at each sending. */
  | { readonly kind: 'mail'; readonly address: string | null }
  | {
      readonly kind: 'push';
      readonly endpoint: string;
      readonly p256dh: string;
      readonly auth: string;
      /** The public VAPID key that the subscription was made with. */
      readonly vapidKey: string;
    }
  | {
      readonly kind: 'webhook';
      readonly url: string;
      /** Every secret that signs now, newest first. `until`: when it stops signing (epoch milliseconds); null = it is the current one. */
      readonly secrets: readonly { readonly secret: string; readonly until: number | null }[];
    }
  | { readonly kind: 'discord'; readonly url: string }
  | { readonly kind: 'slack'; readonly url: string }
  /** `chatId` null = the owner has not written to the bot yet. */
  | { readonly kind: 'telegram'; readonly botToken: string; readonly chatId: string | null }
  | { readonly kind: 'matrix'; readonly server: string; readonly room: string; readonly token: string }
  | { readonly kind: 'ntfy'; readonly server: string; readonly topic: string; readonly token: string | null };

/** What is sealed of a channel before it is stored. */
export interface ChannelKeys {
  readonly credentials: ChannelCredentials;
  /** The secret part of the address that ends a mail channel with one click: `/off/{channelId}.{offToken}`. */
  readonly offToken: string;
}

/** What only functions read of a channel, opened. */
export interface ChannelSecret extends ChannelKeys {
  readonly uid: string;
  /** The code that verifies the channel: a keyed digest, when it ends, and how many wrong tries it had. Null = no code is open. */
  readonly code: { readonly digest: string; readonly expiresAt: number; readonly tries: number } | null;
}
