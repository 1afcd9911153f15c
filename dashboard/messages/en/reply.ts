/** The owner's answer to one tip. */
export const reply = {
  'reply.heading': 'Answer the fan',
  'reply.label': 'Your answer',
  'reply.about':
    'The fan reads it on the page of their receipt, when they open it again. Busker has no address to send it to.',
  'reply.thanks': 'Thank you for your tip!',
  'reply.thanksName': 'Thank you, {name}!',
  'reply.insert': 'Use “{suggestion}”',
  'reply.send': 'Send answer',
  'reply.save': 'Save answer',
  'reply.cancel': 'Cancel',
  'reply.change': 'Change',
  'reply.remove': 'Remove',
  'reply.sent': 'Answered on {time}.',
  'reply.changeable': 'You can change it for an hour.',
  'reply.final': 'You can remove it at any time.',
  'reply.saved': 'The fan can read your answer now.',
  'reply.removed': 'Your answer was removed.',
  'reply.tooLong': 'Use at most {max} characters.',
} as const;
