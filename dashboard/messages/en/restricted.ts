/** The texts about a restriction by the host, the owner's objection, and new terms. */
export const restricted = {
  'restricted.limited.title': 'The host has limited your page',
  'restricted.limited.text': 'Visitors do not see {parts}. You can publish everything else.',
  'restricted.payments-paused.title': 'The host has paused your tips',
  'restricted.payments-paused.text':
    'Your page is shown, but nobody can tip you at the moment. Earlier tips and refunds work as before.',
  'restricted.hidden.title': 'Your page is hidden',
  'restricted.hidden.text':
    'The host is looking into it. Nobody sees your page and you cannot publish. You can edit, refund tips and export everything.',
  'restricted.suspended.title': 'Your page is suspended',
  'restricted.suspended.text':
    'Nobody sees your page and you cannot publish. You can still see and export everything, refund tips and delete your account.',
  'restricted.closed.title': 'Your page is closed',
  'restricted.closed.text':
    'It will not come back. You can still see and export everything, refund tips and delete your account.',
  'restricted.order': 'An authority has ordered this.',
  'restricted.until': 'Until {when}.',
  'restricted.reason': 'Reason: {reason}',
  'restricted.part.picture': 'your picture',
  'restricted.part.bio': 'your bio',
  'restricted.part.link': 'the link “{label}”',
  'restricted.publish': 'The host does not allow this page to be published at the moment.',
  'appeal.make': 'Object',
  'appeal.title': 'Object to the decision',
  'appeal.lead': 'A person reads this and answers you by mail. You can object once, within six months.',
  'appeal.text': 'Why is the decision wrong?',
  'appeal.send': 'Send the objection',
  'appeal.open': 'You objected on {when}. You will get an answer by mail.',
  'appeal.upheld': 'Your objection did not change the decision: {answer}',
  'appeal.reversed': 'The decision was changed: {answer}',
  'terms.title': 'New terms',
  'terms.will': 'Our terms change on {when}.',
  'terms.did': 'Our terms changed on {when}.',
  'terms.read': 'Read the terms',
  'terms.seen': 'I have read them',
} as const;
