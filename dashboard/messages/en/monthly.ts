/** Monthly and yearly tips: the owner's switch. */
export const monthly = {
  'monthly.heading': 'Monthly and yearly tips',
  'monthly.on': 'Let fans give regularly',
  'monthly.onHint':
    'Fans choose it themselves; “Once” is always preselected. If you switch this off, running tips go on until the fan stops them.',
  'monthly.often': 'What fans can choose',
  'monthly.month': 'Every month',
  'monthly.year': 'Every year',
  'monthly.both': 'Every month or every year',
  'monthly.presets.month': 'Suggested amounts for a month',
  'monthly.presets.year': 'Suggested amounts for a year',
  'monthly.limits':
    'From {min} to {max} a month, and up to {most} a year. Your smallest and largest tip decide.',
  'monthly.fee': 'Stripe charges about {percent} more for these payments than for single tips.',
  'monthly.check':
    'Stripe writes to these fans in your name and repeats a declined charge. Check at Stripe that this is on:',
  'monthly.check.retry':
    'A declined card is tried again, and the subscription is cancelled after the last try',
  'monthly.check.mails':
    'Emails for failed payments, expiring cards, upcoming charges, confirmations and cancellations',
  'monthly.open': 'Open Stripe’s settings',
  'monthly.tip.month': 'Monthly · {number}',
  'monthly.tip.year': 'Yearly · {number}',
  'monthly.period': 'Period',
  'monthly.atStripe': 'Subscription at Stripe',
} as const;
