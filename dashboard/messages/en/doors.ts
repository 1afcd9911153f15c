/** The owner's own page, what needs their attention, and the first steps. */
export const doors = {
  'page.view': 'View my page',
  'page.copy': 'Copy address',
  'page.copied': 'Address copied',
  'page.share': 'Share',
  'page.copyRefused': 'Your browser did not allow copying. Copy it yourself: {url}',
} as const;
