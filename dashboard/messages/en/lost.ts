/** Two tabs changed the same field. */
export const lost = {
  'lost.heading': '{name} was changed in another tab',
  'lost.headingRemoved': '{name} was removed in another tab',
  'lost.headingLate': '{name} was changed elsewhere before your edit was sent',
  'lost.headingLateRemoved': '{name} was removed elsewhere before your edit was sent',
  'lost.link': 'The link “{label}”',
  'lost.mine': 'Your version',
  'lost.theirs': 'Current version',
  'lost.takeBack': 'Restore mine',
  'lost.bringBack': 'Restore',
  'lost.keep': 'Keep this version',
  'lost.keepRemoved': 'Keep it removed',
  'lost.empty': '(empty)',
  'lost.removed': '(removed)',
  'lost.on': 'on',
  'lost.off': 'off',
} as const;
