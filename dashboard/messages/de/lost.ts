export const lost = {
  'lost.heading': '{name} wurde in einem anderen Tab geändert',
  'lost.headingRemoved': '{name} wurde in einem anderen Tab entfernt',
  'lost.link': 'Der Link „{label}“',
  'lost.mine': 'Deins',
  'lost.theirs': 'Jetzt',
  'lost.takeBack': 'Meins wiederherstellen',
  'lost.bringBack': 'Wiederherstellen',
  'lost.keep': 'So lassen',
  'lost.empty': '(leer)',
  'lost.removed': '(entfernt)',
  'lost.on': 'an',
  'lost.off': 'aus',
};
