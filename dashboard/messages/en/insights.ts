/** Views, clicks and tips, and the limits of counting. */
export const insights = {
  'nav.insights': 'Insights',
  'insights.title': 'Insights',
  'insights.lead': 'How often people see and use your card. We count, but we don’t track visitors.',
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
  'insights.removedLinks': 'Links you removed',
  'insights.byPage': 'Tips by page',
  'insights.byPlacement': 'Tips by placement',
  'insights.where': 'Where',
  'insights.noPage': 'Unknown page',
  'insights.noPlacement': 'No placement',
  'insights.countedUntil': 'Views and clicks are counted until {time}.',
  'insights.stale':
    'The server has not answered yet. These figures come from this device and may be incomplete.',
  'insights.cut': 'These figures cover the newest 2,000 tips of the period. Earlier ones are not included.',
  'insights.emptyTitle': 'Nothing counted yet',
  'insights.emptyText': 'Figures appear a few minutes after someone sees your card.',
  'insights.honest': 'About these numbers',
  'insights.honestLead': 'Cards send these counts from the visitor’s browser. Read them as a minimum.',
  'insights.notBlocked':
    'We do not count visitors whose browser blocks scripts, or links tapped before the card has loaded. A page’s consent setting can also prevent counting.',
  'insights.notPeople':
    'One person on two pages counts as two views, because we don’t track visitors. Bots that run scripts are counted. One network counts for at most 60 views and clicks a minute.',
  'insights.notPlaces':
    'We count views and clicks only by day and by link. Tips per view is therefore known only for the whole card, not for one page or placement.',
  'insights.notFees':
    '“Kept” means after refunds and disputes, before Stripe’s fees. Currencies are never added together.',
  'insights.utc': 'Days are in UTC.',
} as const;
