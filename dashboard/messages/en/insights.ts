/** Views, clicks, tips: what was counted, and what was not. */
export const insights = {
  'nav.insights': 'Insights',
  'insights.title': 'Insights',
  'insights.lead': 'How often your card is seen and used. Counts only: no visitor is followed.',
  'insights.period': 'Period',
  'insights.days': '{days} days',
  'insights.views': 'Views',
  'insights.clicks': 'Link clicks',
  'insights.tips': 'Tips',
  'insights.conversion': 'Tips per view',
  'insights.noShare': 'none',
  'insights.day': 'Day',
  'insights.byDay': 'Views and clicks by day',
  'insights.byDaySays': 'Chart: {views} views and {clicks} link clicks in {days} days.',
  'insights.money': 'Tips by day in {currency}',
  'insights.moneySays': 'Chart: {count, plural, one {# tip} other {# tips}}, together {amount}.',
  'insights.kept': 'Kept',
  'insights.asTable': 'As a table',
  'insights.byLink': 'Clicks by link',
  'insights.link': 'Link',
  'insights.share': 'Share',
  'insights.countsSays':
    'Chart: {heading}. {rows, plural, one {# bar} other {# bars}}; the longest is {name} with {count}.',
  'insights.removedLinks': 'Links that you removed',
  'insights.byPage': 'Tips by page',
  'insights.byPlacement': 'Tips by placement',
  'insights.where': 'Where',
  'insights.noPage': 'Unknown page',
  'insights.noPlacement': 'Without a placement',
  'insights.stale':
    'No answer from the server yet: these are the figures that this device remembers. Some may be missing.',
  'insights.cut': 'These are the newest 2,000 tips of the period; earlier ones are not in these figures.',
  'insights.emptyTitle': 'Nothing was counted yet',
  'insights.emptyText': 'Figures appear within seconds after somebody sees your card.',
  'insights.honest': 'What these figures do not say',
  'insights.honestLead': 'They are counts that cards send by themselves, so take them as a lower bound.',
  'insights.notBlocked':
    'Visitors whose browser blocks or does not run scripts, and links tapped before the card was there, are not counted. A page’s consent setting can also keep views uncounted.',
  'insights.notPeople':
    'The same person on two pages counts as two views: we keep nothing that would tell. Robots that run scripts are counted. One network counts for at most 30 views an hour.',
  'insights.notPlaces':
    'Views and clicks are counted by day and by link only, so tips per view is known for the whole card, not for one page or placement.',
  'insights.notFees':
    '“Kept” is after refunds and disputes, before Stripe’s fees. Currencies are never added up.',
  'insights.utc': 'Days are UTC days.',
} as const;
