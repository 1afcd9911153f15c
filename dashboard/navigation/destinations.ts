import { IconChartBar, IconCoin, IconIdBadge2, IconSettings, IconShare } from '../icons/screen-icons';
import type { PlainMessageId } from '../messages/text';

/** The main menu, in order. A place opens at its first screen. */
export const places = [
  { name: 'page', label: 'nav.page', Icon: IconIdBadge2 },
  { name: 'money', label: 'nav.money', Icon: IconCoin },
  { name: 'insights', label: 'nav.insights', Icon: IconChartBar },
  { name: 'share', label: 'nav.share', Icon: IconShare },
  { name: 'settings', label: 'nav.settings', Icon: IconSettings },
] as const;

/**
 * The screens: the tabs of each place, in order. `words`: others that owners search for. `key`: the letter that opens it
 * after `g`; payments is m, as in money.
 */
export const destinations = [
  { to: '/page/profile', of: 'page', label: 'nav.profile', words: null, key: 'p' },
  { to: '/page/amounts', of: 'page', label: 'amounts.heading', words: 'find.amounts', key: 'h' },
  { to: '/page/thanks', of: 'page', label: 'nav.thanks', words: null, key: 'w' },
  { to: '/money/tips', of: 'money', label: 'nav.tips', words: 'find.tips', key: 't' },
  { to: '/money/review', of: 'money', label: 'review.title', words: 'find.review', key: 'r' },
  { to: '/money/monthly', of: 'money', label: 'supporters.title', words: 'find.fans', key: 'f' },
  { to: '/money/payouts', of: 'money', label: 'payouts.list', words: 'find.payouts', key: 'o' },
  { to: '/money/books', of: 'money', label: 'nav.books', words: 'find.books', key: 'b' },
  { to: '/insights', of: 'insights', label: 'nav.insights', words: 'find.insights', key: 'i' },
  { to: '/share/embed', of: 'share', label: 'nav.embed', words: 'find.embed', key: 'e' },
  { to: '/share/kit', of: 'share', label: 'nav.kit', words: 'find.kit', key: 'k' },
  { to: '/share/stream', of: 'share', label: 'nav.stream', words: 'find.stream', key: 's' },
  { to: '/settings/account', of: 'settings', label: 'nav.account', words: null, key: 'a' },
  { to: '/settings/payments', of: 'settings', label: 'nav.payments', words: 'find.stripe', key: 'm' },
  { to: '/settings/ways', of: 'settings', label: 'ways.title', words: 'find.ways', key: 'y' },
  { to: '/settings/sites', of: 'settings', label: 'nav.sites', words: 'find.sites', key: 'd' },
  { to: '/settings/domain', of: 'settings', label: 'nav.domain', words: 'find.domain', key: 'u' },
  {
    to: '/settings/notifications',
    of: 'settings',
    label: 'nav.notifications',
    words: 'find.notify',
    key: 'n',
  },
] as const;

/** The keys of the buttons on the review screen, which the help lists. */
export const reviewKeys = [
  { key: 's', text: 'held.show' },
  { key: 'h', text: 'held.hide' },
  { key: 'b', text: 'review.block' },
  { key: 'n', text: 'review.next' },
  { key: 'a', text: 'review.showAll' },
] as const;

/** A tab of the settings that only moderators and admins see. */
export const moderationScreen = { to: '/moderation', of: 'settings', label: 'nav.moderation' } as const;

const screens = [...destinations, moderationScreen];
const isAt = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`);

/** The screen at this address, with its place; undefined = no screen of the menu. */
export const screenAt = (pathname: string) => screens.find(({ to }) => isAt(pathname, to));

export const tabsOf = (place: PlaceName, isModerator: boolean) =>
  screens.filter((screen) => screen.of === place && (isModerator || screen !== moderationScreen));

export const placeOf = (name: PlaceName) => places.find((place) => place.name === name) ?? places[0];

type PlaceName = (typeof places)[number]['name'];
type Destination = (typeof destinations)[number];
export type Panel = readonly [id: string, heading: PlainMessageId, words?: PlainMessageId];
export type Panels = Readonly<Record<string, readonly Panel[]>>;

/** Panels with an address of their own (`/settings/payments#costs`): the id, the heading and other words that find it. */
export const panels = {
  '/page/profile': [
    ['about', 'profile.about', 'find.about'],
    ['links', 'blocks.heading', 'find.links'],
    ['look', 'look.heading', 'find.look'],
    ['card-look', 'look.cardHeading'],
    ['visibility', 'visibility.heading', 'find.visibility'],
  ],
  '/page/amounts': [
    ['amounts', 'amounts.once'],
    ['monthly', 'monthly.heading', 'find.monthly'],
  ],
  '/page/thanks': [
    ['goal', 'goal.heading', 'find.goal'],
    ['wall', 'wall.heading', 'find.wall'],
    ['thanks', 'thanks.heading', 'find.thanks'],
  ],
  '/share/embed': [
    ['address', 'embed.address'],
    ['wordpress', 'embed.form.wordpress'],
    ['code', 'embed.code'],
    ['tag', 'tag.heading'],
    ['live', 'check.heading', 'find.check'],
    ['rules', 'rules.heading', 'find.rules'],
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
    ['costs', 'costs.heading', 'find.costs'],
    ['mails', 'mails.heading'],
  ],
  '/settings/sites': [
    ['sites', 'sites.heading'],
    ['wallets', 'wallets.heading'],
    ['words', 'block.title'],
  ],
  '/settings/notifications': [
    ['channels', 'notify.channels'],
    ['events', 'notify.events'],
    ['quiet', 'notify.quiet', 'find.quiet'],
    ['log', 'notify.log'],
  ],
  '/settings/account': [
    ['language', 'language.heading', 'find.language'],
    ['sign-in-methods', 'signInMethods.heading', 'find.signIn'],
    ['email', 'account.changeEmail'],
    ['password', 'account.changePassword', 'find.password'],
    ['two-step', 'twoStep.heading', 'find.twoStep'],
    ['devices', 'devices.heading', 'find.devices'],
    ['export', 'export.heading', 'find.export'],
    ['record', 'account.record'],
    ['delete', 'delete.heading', 'find.delete'],
  ],
} as const satisfies Partial<Record<Destination['to'], Panels[string]>>;

export const moderationViews = [
  { name: 'reports', to: '/moderation', label: 'moderation.view.reports' },
  { name: 'owners', to: '/moderation?view=owners', label: 'moderation.view.owners' },
  { name: 'objections', to: '/moderation?view=objections', label: 'moderation.view.objections' },
  { name: 'mails', to: '/moderation?view=mails', label: 'moderation.view.mails' },
] as const;

export type ModerationView = (typeof moderationViews)[number]['name'];

export const ownerAddress = (uid: string): string => `/moderation?view=owners&who=${encodeURIComponent(uid)}`;
