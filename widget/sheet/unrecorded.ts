/**
 * Tells the session recorders that sites use not to store what is inside: Clarity, Contentsquare, Datadog, FullStory, Hotjar, LogRocket, Matomo, Mouseflow,
 * PostHog, Sentry, Smartlook, Yandex Metrica, and those that are made of rrweb.
 */
export const unrecorded = {
  className: 'fs-mask rr-block ph-no-capture sentry-block no-mouseflow ym-hide-content ym-disable-keys',
  'data-clarity-mask': 'true',
  'data-cs-mask': '',
  'data-dd-privacy': 'mask',
  'data-hj-suppress': '',
  'data-matomo-mask': '',
  'data-private': '',
  'data-sl': 'mask',
} as const;
