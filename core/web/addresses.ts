/** The dashboard's screens, by the first part of their address. A test compares them with the dashboard's routes. */
export const screens = [
  'account',
  'auth',
  'books',
  'create-account',
  'embed',
  'insights',
  'kit',
  'moderation',
  'notifications',
  'payments',
  'profile',
  'reset-password',
  'sign-in',
  'stream',
  'tips',
];

/**
 * The addresses that the functions answer. firebase.json's rewrites take both patterns as they stand, and the service reads them as RE2: no
 * look-ahead (firebase.google.com/docs/hosting/full-config#glob_pattern_matching).
 */
export const functionPattern = String.raw`^/(?:(?:v1|img|t|off|docs|legal)/.*|(?:@[^/]+|report)(?:/.*)?|oembed|challenge|healthz?|readyz?|\.well-known/security\.txt)$`;

/** The address of the views, which a function of its own counts. The function `app` answers it too, by the same code. */
export const countPattern = '^/v1/events$';

/** The addresses that show the dashboard. `/embed/` is a folder of files as well, so only the screen's own address belongs to the dashboard. */
export const screenPattern = `^/(?:embed/?|(?:${screens.filter((name) => name !== 'embed').join('|')})(?:/.*)?)?$`;

/** The address of the overlay, whose key is in the fragment. */
export const overlayPattern = '^/o$';

const functionPaths = new RegExp(functionPattern);
const screenPaths = new RegExp(screenPattern);
const overlayPaths = new RegExp(overlayPattern);

export const isFunctionPath = (path: string): boolean => functionPaths.test(path);
export const isOverlayPath = (path: string): boolean => overlayPaths.test(path);
export const isScreenPath = (path: string): boolean => screenPaths.test(path);
