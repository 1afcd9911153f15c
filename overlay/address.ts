export const overlayViews = ['alerts', 'goal', 'screen'] as const;
export type OverlayView = (typeof overlayViews)[number];

/** The parameters of the page's address. The key is in the fragment, which no request carries. It stays there: OBS reloads the address as it is. */
export type Address =
  | { readonly kind: 'key'; readonly key: string; readonly view: OverlayView }
  /** The dashboard shows the settings with sample alerts. */
  | { readonly kind: 'preview'; readonly view: OverlayView }
  | { readonly kind: 'none' };

export function readAddress({ search, hash }: Pick<Location, 'search' | 'hash'>): Address {
  const asked = new URLSearchParams(search);
  const wanted = asked.get('view');
  const view = overlayViews.find((each) => each === wanted) ?? 'alerts';
  if (asked.has('preview')) return { kind: 'preview', view };
  const key = hash.slice(1);
  return /^[0-9a-f]{40}$/.test(key) ? { kind: 'key', key, view } : { kind: 'none' };
}
