import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs';
import IconIdBadge2 from '@tabler/icons-react/dist/esm/icons/IconIdBadge2.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';

/** The main menu, in order. A place opens at its first screen. */
export const places = [
  { name: 'page', label: 'nav.page', Icon: IconIdBadge2 },
  { name: 'money', label: 'nav.money', Icon: IconCoin },
  { name: 'insights', label: 'nav.insights', Icon: IconChartBar },
  { name: 'share', label: 'nav.share', Icon: IconShare },
  { name: 'settings', label: 'nav.settings', Icon: IconSettings },
] as const;

/** The screens: the tabs of each place, in order. `key`: the letter that opens it after `g`; payments is m, as in money. */
export const destinations = [
  { to: '/page/profile', of: 'page', label: 'nav.profile', key: 'p' },
  { to: '/page/amounts', of: 'page', label: 'amounts.heading', key: 'h' },
  { to: '/page/thanks', of: 'page', label: 'nav.thanks', key: 'w' },
  { to: '/money/tips', of: 'money', label: 'nav.tips', key: 't' },
  { to: '/money/monthly', of: 'money', label: 'supporters.title', key: 'f' },
  { to: '/money/payouts', of: 'money', label: 'payouts.list', key: 'o' },
  { to: '/money/books', of: 'money', label: 'nav.books', key: 'b' },
  { to: '/insights', of: 'insights', label: 'nav.insights', key: 'i' },
  { to: '/share/embed', of: 'share', label: 'nav.embed', key: 'e' },
  { to: '/share/kit', of: 'share', label: 'nav.kit', key: 'k' },
  { to: '/share/stream', of: 'share', label: 'nav.stream', key: 's' },
  { to: '/settings/payments', of: 'settings', label: 'nav.payments', key: 'm' },
  { to: '/settings/ways', of: 'settings', label: 'ways.title', key: 'y' },
  { to: '/settings/sites', of: 'settings', label: 'nav.sites', key: 'd' },
  { to: '/settings/notifications', of: 'settings', label: 'nav.notifications', key: 'n' },
  { to: '/settings/account', of: 'settings', label: 'nav.account', key: 'a' },
] as const;

/** A tab of the settings that only moderators and admins see. */
export const moderationScreen = { to: '/moderation', of: 'settings', label: 'nav.moderation' } as const;

const screens = [...destinations, moderationScreen];
const isAt = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`);

/** The screen at this address, with its place; undefined = no screen of the menu. */
export const screenAt = (pathname: string) => screens.find(({ to }) => isAt(pathname, to));

/** The tabs of a place. */
export const tabsOf = (place: PlaceName, isModerator: boolean) =>
  screens.filter((screen) => screen.of === place && (isModerator || screen !== moderationScreen));

export const placeOf = (name: PlaceName) => places.find((place) => place.name === name) ?? places[0];

type PlaceName = (typeof places)[number]['name'];
type Destination = (typeof destinations)[number];
type Panels = Readonly<Record<string, readonly (readonly [id: string, heading: string])[]>>;

/** Panels with an address of their own (`/settings/payments#costs`): the id and the text id of the heading. */
export const panels = {
  '/page/profile': [
    ['about', 'profile.about'],
    ['links', 'links.heading'],
    ['look', 'look.heading'],
  ],
  '/page/amounts': [
    ['amounts', 'amounts.once'],
    ['monthly', 'monthly.heading'],
  ],
  '/page/thanks': [
    ['goal', 'goal.heading'],
    ['wall', 'wall.heading'],
    ['thanks', 'thanks.heading'],
  ],
  '/share/embed': [
    ['code', 'embed.code'],
    ['tag', 'tag.heading'],
    ['live', 'check.heading'],
    ['rules', 'rules.heading'],
  ],
  '/share/kit': [
    ['sheet', 'kit.print'],
    ['tag', 'kit.tag'],
    ['gig', 'kit.gig'],
  ],
  '/share/stream': [
    ['address', 'stream.address'],
    ['live', 'stream.live'],
    ['look', 'stream.look'],
    ['rules', 'stream.rules'],
    ['obs', 'stream.obs'],
  ],
  '/settings/payments': [
    ['costs', 'costs.heading'],
    ['mails', 'mails.heading'],
  ],
  '/settings/sites': [
    ['sites', 'sites.heading'],
    ['wallets', 'wallets.heading'],
  ],
  '/settings/notifications': [
    ['channels', 'notify.channels'],
    ['events', 'notify.events'],
    ['quiet', 'notify.quiet'],
    ['log', 'notify.log'],
  ],
  '/settings/account': [
    ['record', 'account.record'],
    ['language', 'language.heading'],
    ['sign-in-methods', 'signInMethods.heading'],
    ['email', 'account.changeEmail'],
    ['password', 'account.changePassword'],
    ['delete', 'delete.heading'],
  ],
} as const satisfies Partial<Record<Destination['to'], Panels[string]>>;

/** The parts of the moderation screen, in order. */
export const moderationViews = [
  { name: 'reports', to: '/moderation', label: 'moderation.view.reports' },
  { name: 'owners', to: '/moderation?view=owners', label: 'moderation.view.owners' },
  { name: 'objections', to: '/moderation?view=objections', label: 'moderation.view.objections' },
  { name: 'mails', to: '/moderation?view=mails', label: 'moderation.view.mails' },
] as const;

export type ModerationView = (typeof moderationViews)[number]['name'];

/** The address of one owner on the moderation screen. */
export const ownerAddress = (uid: string): string => `/moderation?view=owners&who=${encodeURIComponent(uid)}`;
