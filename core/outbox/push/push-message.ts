/**
 * What a push service carries to a device, encrypted: a declarative message (w3c.github.io/push-api, "declarative push message"). Safari 18.4 and
 * later shows it even when the worker fails. `push-worker.js` reads the same text in every other browser.
 */
export interface PushMessage {
  /** Marks a declarative message: the number of RFC 8030. */
  readonly web_push: 8030;
  readonly notification: {
    readonly title: string;
    readonly body: string;
    /** Where a tap leads: an address of this installation's dashboard. */
    readonly navigate: string;
    /** A BCP 47 tag. */
    readonly lang: string;
    readonly dir: 'ltr' | 'rtl';
    /** A notification replaces the one with the same tag. */
    readonly tag: string;
    readonly silent: false;
    /** The same as `for` below: a worker that gets a declarative message sees only the notification. */
    readonly data: { readonly for: string };
  };
  /** The worker may change the message, so that it can hide amounts on a device where its owner is signed out. */
  readonly mutable: true;
  /** Whom the message is for: `pushUser` of the owner. */
  readonly for: string;
}

/** Characters of the hash that name an owner on their devices. */
const userLength = 32;

/**
 * Names an owner to their own device without giving their uid to it: the first 32 hexadecimal digits of SHA-256 over this text. The server and the
 * browser each have their own SHA-256, so the caller passes the digest.
 */
export const pushUserText = (uid: string): string => `busker push\n${uid}`;

/** `digest`: SHA-256 of `pushUserText`. */
export const pushUser = (digest: Uint8Array): string =>
  Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, userLength);
