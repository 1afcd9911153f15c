/** The `sub` of VAPID tokens. Push services want an https: address. The sandbox has none, and its own push service accepts any. */
export const pushSubject = (publicOrigin: string): string =>
  publicOrigin.startsWith('https://') ? publicOrigin : 'https://sandbox.invalid';
