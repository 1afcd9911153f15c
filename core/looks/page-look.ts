import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { pageSlots, uploadedTo } from '../pictures/picture-slots';

/** The ready looks of the public page. `classic` is the page of owners who have chosen none. */
export const readyLooks = [
  'classic',
  'paper',
  'poster',
  'terminal',
  'pebble',
  'block',
  'dusk',
  'swiss',
  'notebook',
  'neon',
  'gallery',
  'tiles',
] as const;
export type ReadyLook = (typeof readyLooks)[number];

/** Patterns of the ground, drawn by CSS alone. */
export const patterns = [
  'dots',
  'grid',
  'rules',
  'stripes',
  'checks',
  'waves',
  'rings',
  'triangles',
] as const;
export type Pattern = (typeof patterns)[number];

export const buttonFills = ['filled', 'outline', 'soft', 'underline'] as const;
export const buttonShapes = ['square', 'round', 'pill'] as const;
export const textSizes = ['small', 'normal', 'large'] as const;
export const avatarShapes = ['round', 'soft', 'square'] as const;
/** `above`: in the middle. `start`: above the name, where lines begin. `beside`: the name is beside it. */
export const avatarPlaces = ['above', 'start', 'beside'] as const;

/** Fonts of the public page, as lists of fonts that systems have: nothing is downloaded. */
export const pageFonts = {
  system: 'system-ui,sans-serif',
  serif: 'ui-serif,Georgia,"Times New Roman",serif',
  mono: 'ui-monospace,Consolas,monospace',
  rounded: 'ui-rounded,"Arial Rounded MT Bold",Quicksand,Nunito,system-ui,sans-serif',
  book: '"Iowan Old Style","Palatino Linotype","URW Palladio L",P052,Palatino,serif',
  grotesk: '"Helvetica Neue",Inter,"Arial Nova","Nimbus Sans",Arial,sans-serif',
  humanist: 'Seravek,"Gill Sans Nova","Gill Sans",Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  slab: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif',
  condensed: '"DIN Condensed",Bahnschrift,"Roboto Condensed","Nimbus Sans Narrow","Arial Narrow",sans-serif',
  display: 'Didot,"Bodoni MT","Noto Serif Display","URW Palladio L",P052,Sylfaen,serif',
  hand: '"Segoe Print","Bradley Hand",Chilanka,TSCu_Comic,"Comic Neue",casual,cursive',
  roboto: 'Roboto,system-ui,sans-serif',
  arimo: 'Arimo,"Helvetica Neue",Arial,sans-serif',
  robotoslab: '"Roboto Slab",Rockwell,"DejaVu Serif",serif',
  robotomono: '"Roboto Mono",ui-monospace,Consolas,monospace',
  comingsoon: '"Coming Soon","Segoe Print",casual,cursive',
  ultra: 'Ultra,Rockwell,"DejaVu Serif",serif',
  marker: '"Permanent Marker","Segoe Print",casual,cursive',
  yellowtail: 'Yellowtail,"Segoe Print",cursive',
} as const;
export type PageFont = keyof typeof pageFonts;

/** The fonts that our own server has (functions/pages/page-fonts.ts), by the names of their families. A card on another site has none of them. */
export const servedFonts: Readonly<Partial<Record<PageFont, string>>> = {
  roboto: 'Roboto',
  arimo: 'Arimo',
  robotoslab: 'Roboto Slab',
  robotomono: 'Roboto Mono',
  comingsoon: 'Coming Soon',
  ultra: 'Ultra',
  marker: 'Permanent Marker',
  yellowtail: 'Yellowtail',
};
/** These write the owner's name alone: whole texts in them are hard to read. */
export const nameFonts: readonly PageFont[] = ['ultra', 'marker', 'yellowtail'];

export const pageFontNames = Object.keys(pageFonts) as [PageFont, ...PageFont[]];

const hexColour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, fault('colour-shape')));

const plain = v.strictObject({ kind: v.literal('plain'), colour: hexColour });
const gradient = v.strictObject({ kind: v.literal('gradient'), from: hexColour, to: hexColour });
const pattern = v.strictObject({
  kind: v.literal('pattern'),
  pattern: v.picklist(patterns),
  colour: hexColour,
});
const upload = v.nullable(uploadedTo(pageSlots));
/** Behind a veil that is as strong as words need. Null: not uploaded yet, or the public look, whose pictures are fields of the profile. */
const picture = v.strictObject({ kind: v.literal('picture'), upload });

/** What is behind the page. The colours are the owner's; each mode has its own shades of them (look-colours.ts). */
const ground = v.variant('kind', [plain, gradient, pattern, picture]);
export type Ground = v.InferOutput<typeof ground>;

/** The owner's choices on top of a ready look; null = as the look has it. */
const choices = {
  ready: v.picklist(readyLooks),
  ground: v.nullable(ground),
  fill: v.nullable(v.picklist(buttonFills)),
  shape: v.nullable(v.picklist(buttonShapes)),
  font: v.nullable(v.picklist(pageFontNames)),
  size: v.picklist(textSizes),
  avatarShape: v.nullable(v.picklist(avatarShapes)),
  avatarPlace: v.nullable(v.picklist(avatarPlaces)),
  /** A wide picture above the name. Documents of earlier releases lack it. */
  cover: v.optional(upload, null),
};

/** The look of the public page. Accent and mode are the profile's, because the card has them too. */
export const pageLook = v.strictObject(choices);
export type PageLook = v.InferOutput<typeof pageLook>;

export const defaultPageLook: PageLook = {
  ready: 'classic',
  ground: null,
  fill: null,
  shape: null,
  font: null,
  size: 'normal',
  avatarShape: null,
  avatarPlace: null,
  cover: null,
};

const choiceNames = Object.keys(defaultPageLook) as readonly (keyof PageLook)[];

/** Whether the page looks as it did before there were looks. Such a page is stored and sent as before, too. */
export const isDefaultLook = (look: PageLook): boolean =>
  choiceNames.every((name) => look[name] === defaultPageLook[name]);

/** The owner's choices when they take another ready look: it is shown as the picker has shown it. The text size is for readers, and stays, as does the cover. */
export const takenLook = (ready: ReadyLook, { size, cover }: PageLook): PageLook => ({
  ...defaultPageLook,
  ready,
  size,
  cover,
});

/** The look as it is without pictures of its own. */
export const withoutPictures = (look: PageLook): PageLook => ({
  ...look,
  cover: null,
  ground: look.ground?.kind === 'picture' ? null : look.ground,
});

/** The uploads that a look shows: the cover and the ground. */
export const lookUploads = ({ cover, ground: behind }: PageLook) =>
  [cover, behind?.kind === 'picture' ? behind.upload : null].filter((each) => each !== null);

/** A draft's look, in which every choice that cannot be used reads as the look's own. */
export const storedPageLook = v.fallback(
  v.object({
    ready: v.fallback(choices.ready, defaultPageLook.ready),
    ground: v.fallback(v.optional(choices.ground, null), null),
    fill: v.fallback(v.optional(choices.fill, null), null),
    shape: v.fallback(v.optional(choices.shape, null), null),
    font: v.fallback(v.optional(choices.font, null), null),
    size: v.fallback(choices.size, defaultPageLook.size),
    avatarShape: v.fallback(v.optional(choices.avatarShape, null), null),
    avatarPlace: v.fallback(v.optional(choices.avatarPlace, null), null),
    cover: v.fallback(choices.cover, null),
  }),
  defaultPageLook,
);
