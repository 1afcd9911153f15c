import { attributeNames, type AttributeName, type PropertyName } from '../attributes/attribute-names';
import type { BuskerCardMethods } from './element';
import { cancelableEvents, type BuskerEventDetails, type BuskerEventName } from '../signals/controls';

/**
 * Descriptions of everything that `<busker-card>` promises to pages: the source of custom-elements.json, the npm package's typings and the tables
 * in docs/. The names come from the code, so a name without a description does not compile. Nothing that ships imports this file.
 */
export interface AttributeContract {
  readonly attribute: AttributeName;
  readonly property: PropertyName;
  /** The allowed values, the default first; null if any text is allowed. */
  readonly values: readonly string[] | null;
  /** What the default means. */
  readonly absent: string;
  readonly says: string;
}

type AttributeWords = Omit<AttributeContract, 'attribute' | 'property'>;

const attributeWords: Readonly<Record<PropertyName, AttributeWords>> = {
  profile: { values: null, absent: 'no profile', says: 'Handle of the profile to show, as in `ada`.' },
  src: {
    values: null,
    absent: 'the profile is read from the server',
    says: 'Address of a profile JSON file. No server is needed: links work, and tips open the `tipUrl` of the file.',
  },
  host: {
    values: null,
    absent: 'where the script came from; the npm build has no default',
    says: 'Origin of the Busker server, as in `https://busker.example`. Required with the npm build.',
  },
  layout: {
    values: ['card', 'links', 'button', 'floating'],
    absent: 'the layout that the owner chose',
    says: 'Everything, the links and the tip button, the button alone, or the button floating in a corner of the window.',
  },
  theme: {
    values: ['auto', 'light', 'dark', 'match'],
    absent: 'the theme that the owner chose',
    says: "Colours: the reader's preference, light, dark, or taken from the page with their contrast repaired.",
  },
  accent: {
    values: null,
    absent: 'the accent that the owner chose',
    says: 'Any CSS colour for buttons and marks. The text on it is chosen to be readable.',
  },
  locale: {
    values: null,
    absent: "`auto`: the page's language around the card, else the reader's",
    says: 'BCP 47 tag of the language of texts, amounts and dates, as in `de-CH`. Read too: `de_CH`, `de_CH.UTF-8`.',
  },
  amounts: {
    values: null,
    absent: 'the amounts that the owner chose',
    says: "Amounts to choose from, in major units, as in `3,5,10`. Those outside the owner's limits are left out.",
  },
  every: {
    values: null,
    absent: 'every period that the owner offers',
    says: 'The periods that fans may choose beside a single tip, as in `month` or `month year`. `once` offers none. A single tip is what the sheet opens with, always.',
  },
  tips: {
    values: ['on', 'off', 'top', 'bottom', 'sticky'],
    absent: '`on`: the button stands where the owner chose',
    says: '`off` shows no tip button. `top` and `bottom` put it before or after the links, `sticky` keeps it in the window.',
  },
  links: { values: ['on', 'off'], absent: '`on`', says: '`off` shows no links.' },
  pay: {
    values: ['in-page', 'hosted'],
    absent: '`in-page`',
    says: '`hosted` pays in a new tab: no script of the payment provider ever runs on this page.',
  },
  returnTo: {
    values: ['page', 'receipt'],
    absent: '`page`',
    says: "Where a fan lands after a bank's own page: here, where the card shows the outcome, or on the receipt of the server. Pages that strip queries choose `receipt`.",
  },
  forText: {
    values: null,
    absent: "the page's title",
    says: 'What the tip is for, as in `Bow hair in the rain`.',
  },
  placement: {
    values: null,
    absent: 'none',
    says: 'Where on the page the card is, as in `article-end`. Stored with tips, views and clicks.',
  },
  goal: {
    values: null,
    absent: 'no goal bar, unless the owner switched it on for all cards',
    says: "If present, shows the owner's goal, if there is a public one. `off` shows none.",
  },
  wall: {
    values: null,
    absent: 'no wall, unless the owner switched it on for all cards',
    says: 'How many public supporters to show, up to 50; 0 shows none. Shown only if the owner allows it.',
  },
  consent: {
    values: ['wait'],
    absent: 'no waiting',
    says: '`wait` loads no picture and counts nothing until `grantConsent()`.',
  },
};

export const attributeContract: readonly AttributeContract[] = (
  Object.entries(attributeNames) as [PropertyName, AttributeName][]
).map(([property, attribute]) => ({ attribute, property, ...attributeWords[property] }));

export interface EventContract {
  readonly name: BuskerEventName;
  /** `preventDefault()` cancels what the event announces. */
  readonly cancelable: boolean;
  /** Each field of `detail`, with its TypeScript type. */
  readonly detail: Readonly<Record<string, 'string' | 'number'>>;
  readonly says: string;
}

type EventWords = {
  readonly [Name in BuskerEventName]: {
    readonly detail: {
      readonly [Field in keyof BuskerEventDetails[Name]]: BuskerEventDetails[Name][Field] extends number
        ? 'number'
        : 'string';
    };
    readonly says: string;
  };
};

const paid = { tipId: 'string', amount: 'number', currency: 'string', every: 'string' } as const;

const eventWords: EventWords = {
  'busker-ready': { detail: { handle: 'string' }, says: 'The card shows its profile for the first time.' },
  'busker-link-click': {
    detail: { id: 'string', url: 'string', label: 'string' },
    says: 'A fan follows a link. `preventDefault()` keeps the browser here, and nothing is counted.',
  },
  'busker-tip-open': {
    detail: { handle: 'string' },
    says: 'A fan asks for the tip sheet. `preventDefault()` keeps it closed.',
  },
  'busker-tip-start': {
    detail: paid,
    says: 'The server has created the tip, and its payment starts. Amounts are in minor units, the currency in lower case. `every` is `once`, `month` or `year`.',
  },
  'busker-tip-success': {
    detail: paid,
    says: "The payment went through, with the tip's true id and amount; fired once for each tip. A payment that takes days fires it when the money is certain and the page is still open. Only a hint for the page: the owner's dashboard shows what was really paid.",
  },
  'busker-tip-cancel': {
    detail: { handle: 'string' },
    says: 'The fan closes the sheet without having paid.',
  },
  'busker-tip-error': {
    detail: { code: 'string' },
    says: 'The tip failed. The code is one of docs/errors.md, or says why the card form cannot be shown here.',
  },
};

export const eventContract: readonly EventContract[] = (Object.keys(eventWords) as BuskerEventName[]).map(
  (name) => ({ name, cancelable: cancelableEvents.has(name), ...eventWords[name] }),
);

export interface MethodContract {
  readonly name: keyof BuskerCardMethods;
  /** Parameters and result in TypeScript, as in `(amount?: number | string): void`. */
  readonly signature: string;
  readonly says: string;
}

const methodWords: Readonly<Record<keyof BuskerCardMethods, Omit<MethodContract, 'name'>>> = {
  openTip: {
    signature: '(amount?: number | string): void',
    says: 'Opens the tip sheet, with this amount in major units chosen if it is given.',
  },
  closeTip: {
    signature: '(): void',
    says: "Closes the tip sheet. The fan's input stays, and a payment in progress continues.",
  },
  refresh: { signature: '(): void', says: 'Loads the profile again.' },
  grantConsent: {
    signature: '(): void',
    says: 'Ends `consent="wait"`: pictures load and the view is counted from now on.',
  },
  diagnose: {
    signature:
      '(): Promise<{ ok: boolean; findings: readonly { cause: string; blocks: string; mend: string }[]; policy: string; permissions: string | null; headersRead: boolean }>',
    says: 'Everything of the card that this page blocks, and the line that allows it. Also printed to the console.',
  },
};

export const methodContract: readonly MethodContract[] = (
  Object.keys(methodWords) as (keyof BuskerCardMethods)[]
).map((name) => ({ name, ...methodWords[name] }));
