/** Documents that Firestore charges. */
export interface Charged {
  readonly read: number;
  readonly written: number;
}

/**
 * The documents that each act of a visitor costs, in the order of the page. documents-by-act.test.ts counts them. An instance that has read a card in
 * the last ten seconds reads one document less.
 */
export const documentsByAct = {
  'a view of a card (`/v1/profiles/ada`), or of several, each': { read: 1, written: 0 },
  'the goal and the wall of a card (`/v1/profiles/ada/wall`)': { read: 2, written: 0 },
  'the public page, with goal and wall (`/@ada`)': { read: 2, written: 0 },
  'the frame, the badge, the QR code, or oEmbed': { read: 1, written: 0 },
  'a handle that nobody has': { read: 2, written: 0 },
  'the page of a handle that nobody has (`/@nobody`)': { read: 3, written: 0 },
  'a view of a card that was made more than three days ago': { read: 6, written: 1 },
  'a wall after a tip, with 50 supporters': { read: 64, written: 1 },
  'a tip session': { read: 6, written: 0 },
  'a tip, until the card form is shown': { read: 14, written: 9 },
  'the event of Stripe that a tip is paid': { read: 6, written: 8 },
  'a look at the receipt': { read: 2, written: 0 },
} as const satisfies Readonly<Record<string, Charged>>;

export type CountedAct = keyof typeof documentsByAct;
