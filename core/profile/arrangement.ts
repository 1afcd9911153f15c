import * as v from 'valibot';

/** Where the tip button stands. `auto`: before the links on the public page, after them in a card on another site. `sticky`: always in the window. */
export const tipButtonPlaces = ['auto', 'top', 'bottom', 'sticky'] as const;
export type TipButtonPlace = (typeof tipButtonPlaces)[number];

/** The most supporters that a page or a card shows. */
export const maxShownSupporters = 50;

const supporters = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxShownSupporters));

/**
 * What the public page and a card show besides the profile, and where. A goal or a wall is shown only if `tips` has one. An attribute of the tag wins
 * over the fields of the card.
 */
export const arrangement = v.strictObject({
  tipButton: v.picklist(tipButtonPlaces),
  pageGoal: v.boolean(),
  /** How many supporters; 0 = none. */
  pageWall: supporters,
  cardGoal: v.boolean(),
  cardWall: supporters,
});
export type Arrangement = v.InferOutput<typeof arrangement>;

/** Of profiles and drafts that have none yet: cards that were pasted before stay as they are. */
export const earlierArrangement: Arrangement = {
  tipButton: 'auto',
  pageGoal: true,
  pageWall: 6,
  cardGoal: false,
  cardWall: 0,
};

/** Of a new owner: no card of theirs is on any page yet. */
export const newArrangement: Arrangement = { ...earlierArrangement, tipButton: 'top' };
