/** The messages of the web SDK's popup and redirect flows, from the provider's page to the app's page. */
export interface AuthEvent {
  readonly type: string;
  readonly eventId: string | null;
  readonly urlResponse: string | null;
  readonly sessionId: string | null;
  readonly postBody: string | null;
  readonly tenantId: string | null;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Messages to the frame: from the page around it, and from the account chooser. */
export type ToFrame =
  | { readonly to: 'auth-frame'; readonly kind: 'hello' | 'listen' | 'storage' }
  | { readonly to: 'auth-frame'; readonly kind: 'chosen'; readonly event: AuthEvent };

/** Messages from the frame to the page around it. */
export type FromFrame =
  | { readonly from: 'auth-frame'; readonly kind: 'ready' }
  | { readonly from: 'auth-frame'; readonly kind: 'storage'; readonly works: boolean }
  | { readonly from: 'auth-frame'; readonly kind: 'event'; readonly event: AuthEvent };

const named = (data: unknown, name: 'to' | 'from'): boolean =>
  typeof data === 'object' && data !== null && Reflect.get(data, name) === 'auth-frame';

export const isToFrame = (data: unknown): data is ToFrame => named(data, 'to');
export const isFromFrame = (data: unknown): data is FromFrame => named(data, 'from');

/** The path of the frame, beside the account chooser. */
export const framePath = '/emulator/auth/iframe';

/** The storage key of a pending event during a redirect. */
export const redirectKey = (apiKey: string, appName: string): string => `auth-redirect:${apiKey}:${appName}`;
