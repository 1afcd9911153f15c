import type {
  PageLook,
  Pattern,
  PageFont,
  ReadyLook,
  avatarPlaces,
  avatarShapes,
  buttonFills,
  buttonShapes,
} from './page-look';

/** A colour, and how many percent of the owner's accent are mixed into it. */
type Shade = readonly [base: string, tint: number];

export interface Palette {
  readonly ground: Shade;
  /** Where a gradient ends. */
  readonly second?: Shade;
  /** Behind the words; absent = they stand on the ground. */
  readonly surface?: Shade;
  readonly text: Shade;
}

export interface ReadyLookData {
  readonly light: Palette;
  readonly dark: Palette;
  readonly ground: 'plain' | 'gradient' | Pattern;
  readonly fill: (typeof buttonFills)[number];
  /** Null: as round as the owner's card. */
  readonly shape: (typeof buttonShapes)[number] | null;
  /** Null: the font of the owner's card. */
  readonly font: PageFont | null;
  /** Absent = the same font. */
  readonly heading?: PageFont;
  readonly avatarShape: (typeof avatarShapes)[number];
  readonly avatarPlace: (typeof avatarPlaces)[number];
}

export const readyLookData: Readonly<Record<ReadyLook, ReadyLookData>> = {
  classic: {
    light: { ground: ['#f6f5f2', 0], surface: ['#ffffff', 0], text: ['#1c1b19', 0] },
    dark: { ground: ['#141413', 0], surface: ['#1e1d1b', 0], text: ['#f3f1ec', 0] },
    ground: 'plain',
    fill: 'outline',
    shape: null,
    font: null,
    avatarShape: 'round',
    avatarPlace: 'above',
  },
  paper: {
    light: { ground: ['#faf4e8', 0], text: ['#2a2119', 0] },
    dark: { ground: ['#1d1812', 0], text: ['#efe4d2', 0] },
    ground: 'plain',
    fill: 'underline',
    shape: 'square',
    font: 'book',
    avatarShape: 'soft',
    avatarPlace: 'start',
  },
  poster: {
    light: { ground: ['#ffffff', 100], text: ['#0a0a0a', 0] },
    dark: { ground: ['#0b0b0b', 30], text: ['#ffffff', 0] },
    ground: 'plain',
    fill: 'filled',
    shape: 'square',
    font: 'grotesk',
    heading: 'condensed',
    avatarShape: 'square',
    avatarPlace: 'start',
  },
  terminal: {
    light: { ground: ['#eef1ec', 0], text: ['#14301c', 20] },
    dark: { ground: ['#080b09', 0], text: ['#b9f6ca', 20] },
    ground: 'plain',
    fill: 'outline',
    shape: 'square',
    font: 'mono',
    avatarShape: 'square',
    avatarPlace: 'beside',
  },
  pebble: {
    light: { ground: ['#ffffff', 22], surface: ['#ffffff', 3], text: ['#2a2630', 0] },
    dark: { ground: ['#121016', 18], surface: ['#1d1b22', 10], text: ['#f4f0f8', 0] },
    ground: 'plain',
    fill: 'soft',
    shape: 'pill',
    font: 'rounded',
    avatarShape: 'round',
    avatarPlace: 'above',
  },
  block: {
    light: { ground: ['#fff6d6', 34], surface: ['#ffffff', 0], text: ['#000000', 0] },
    dark: { ground: ['#17150e', 26], surface: ['#232323', 0], text: ['#ffffff', 0] },
    ground: 'dots',
    fill: 'outline',
    shape: 'square',
    font: 'grotesk',
    heading: 'slab',
    avatarShape: 'soft',
    avatarPlace: 'start',
  },
  dusk: {
    light: { ground: ['#ffe1c9', 6], second: ['#c9c4ff', 22], text: ['#221a33', 0] },
    dark: { ground: ['#2a1630', 18], second: ['#0c0f26', 34], text: ['#f7f0ff', 0] },
    ground: 'gradient',
    fill: 'soft',
    shape: 'pill',
    font: 'humanist',
    avatarShape: 'round',
    avatarPlace: 'above',
  },
  swiss: {
    light: { ground: ['#ffffff', 0], text: ['#111111', 0] },
    dark: { ground: ['#101010', 0], text: ['#fafafa', 0] },
    ground: 'plain',
    fill: 'underline',
    shape: 'square',
    font: 'grotesk',
    avatarShape: 'square',
    avatarPlace: 'beside',
  },
  notebook: {
    light: { ground: ['#fdfdf6', 0], text: ['#1f2a44', 0] },
    dark: { ground: ['#1a2030', 0], text: ['#e8ecf8', 0] },
    ground: 'rules',
    fill: 'outline',
    shape: 'round',
    font: 'hand',
    avatarShape: 'soft',
    avatarPlace: 'start',
  },
  neon: {
    light: { ground: ['#f4f0ff', 6], text: ['#1b1030', 0] },
    dark: { ground: ['#07060d', 4], text: ['#fdfbff', 0] },
    ground: 'grid',
    fill: 'outline',
    shape: 'pill',
    font: 'humanist',
    heading: 'condensed',
    avatarShape: 'round',
    avatarPlace: 'above',
  },
  gallery: {
    light: { ground: ['#f7f7f5', 0], text: ['#161616', 0] },
    dark: { ground: ['#191918', 0], text: ['#f2f1ee', 0] },
    ground: 'plain',
    fill: 'outline',
    shape: 'square',
    font: 'grotesk',
    heading: 'display',
    avatarShape: 'square',
    avatarPlace: 'above',
  },
  tiles: {
    light: { ground: ['#eef1f5', 4], text: ['#18202b', 0] },
    dark: { ground: ['#11151b', 4], text: ['#eef2f7', 0] },
    ground: 'plain',
    fill: 'filled',
    shape: 'round',
    font: 'system',
    avatarShape: 'soft',
    avatarPlace: 'beside',
  },
};

/** The corners of a card on other sites, in CSS pixels; null = as the owner chose them for the card. */
export function cardCorners({ ready, shape }: Pick<PageLook, 'ready' | 'shape'>): number | null {
  const chosen = shape ?? readyLookData[ready].shape;
  return chosen === null ? null : { square: 0, round: 14, pill: 28 }[chosen];
}
