import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconBook2 from '@tabler/icons-react/dist/esm/icons/IconBook2.mjs';
import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconIdBadge2 from '@tabler/icons-react/dist/esm/icons/IconIdBadge2.mjs';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';

/** The screens of the main menu, in order. `key`: the letter that opens it after `g`; payments is m, as in money. */
export const destinations = [
  { to: '/profile', label: 'nav.profile', Icon: IconIdBadge2, key: 'p' },
  { to: '/tips', label: 'nav.tips', Icon: IconCoin, key: 't' },
  { to: '/books', label: 'nav.books', Icon: IconBook2, key: 'b' },
  { to: '/insights', label: 'nav.insights', Icon: IconChartBar, key: 'i' },
  { to: '/payments', label: 'nav.payments', Icon: IconCreditCard, key: 'm' },
  { to: '/notifications', label: 'nav.notifications', Icon: IconBell, key: 'n' },
  { to: '/embed', label: 'nav.embed', Icon: IconCode, key: 'e' },
  { to: '/kit', label: 'nav.kit', Icon: IconQrcode, key: 'k' },
  { to: '/stream', label: 'nav.stream', Icon: IconBroadcast, key: 's' },
  { to: '/account', label: 'nav.account', Icon: IconUserCircle, key: 'a' },
] as const;

/** Screens that a main screen leads to without a panel of their own. */
export const furtherScreens = [
  { to: '/tips/supporters', label: 'supporters.title', of: 'nav.tips', Icon: IconCoin },
] as const;

/** Whether only moderators and admins see this entry in the menu. */
export const moderationScreen = {
  to: '/moderation',
  label: 'nav.moderation',
  Icon: IconShieldCheck,
} as const;

type Destination = (typeof destinations)[number];
type Panels = Readonly<Record<string, readonly (readonly [id: string, heading: string])[]>>;

/** Panels with an address of their own (`/payments#costs`): the id and the text id of the heading. */
export const panels = {
  '/profile': [
    ['about', 'profile.about'],
    ['links', 'links.heading'],
    ['look', 'look.heading'],
  ],
  '/payments': [
    ['payouts', 'payouts.heading'],
    ['ways', 'ways.title'],
    ['amounts', 'amounts.heading'],
    ['costs', 'costs.heading'],
    ['thanks', 'thanks.heading'],
    ['sites', 'sites.heading'],
    ['wallets', 'wallets.heading'],
    ['monthly', 'monthly.heading'],
    ['mails', 'mails.heading'],
  ],
  '/notifications': [
    ['channels', 'notify.channels'],
    ['events', 'notify.events'],
    ['quiet', 'notify.quiet'],
    ['log', 'notify.log'],
  ],
  '/embed': [
    ['code', 'embed.code'],
    ['tag', 'tag.heading'],
    ['live', 'check.heading'],
    ['rules', 'rules.heading'],
  ],
  '/kit': [
    ['sheet', 'kit.print'],
    ['tag', 'kit.tag'],
    ['gig', 'kit.gig'],
  ],
  '/stream': [
    ['address', 'stream.address'],
    ['live', 'stream.live'],
    ['look', 'stream.look'],
    ['rules', 'stream.rules'],
    ['obs', 'stream.obs'],
  ],
  '/account': [
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
