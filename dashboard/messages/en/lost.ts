/** Two tabs wrote into the same field. */
export const lost = {
  'lost.heading': '{name} was changed in another tab',
  'lost.headingRemoved': '{name} was removed in another tab',
  'lost.link': 'The link “{label}”',
  'lost.mine': 'Yours',
  'lost.theirs': 'Now',
  'lost.takeBack': 'Take mine back',
  'lost.bringBack': 'Bring it back',
  'lost.keep': 'Leave it so',
  'lost.empty': '(empty)',
  'lost.removed': '(removed)',
  'lost.on': 'on',
  'lost.off': 'off',
} as const;
