import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftDocument, picturesOf, profileDocument } from '../profile-documents/profile-document';
import { emptyDraft, otherUploads, parsePublishableDraft } from '../profile/draft';
import { cardProfile, parsePublicProfile, toPublicProfile, type StoredProfile } from '../profile/profile';
import { fakeDraft, fakeProfile, noon } from '../testing/fakes';
import { runs } from '../testing/runs';
import { contrastOf, luminanceOf, mixed } from '../web/readable-ink';
import { apart, lookColours, needed, type LookColours } from './look-colours';
import { cardGround, lookStyle } from './look-style';
import {
  avatarPlaces,
  buttonFills,
  defaultPageLook,
  isDefaultLook,
  lookUploads,
  pageFontNames,
  patterns,
  readyLooks,
  takenLook,
  textSizes,
  withoutPictures,
  type PageLook,
  type Ground,
} from './page-look';

const chosen: PageLook = {
  ready: 'poster',
  ground: { kind: 'gradient', from: '#112233', to: '#445566' },
  fill: 'soft',
  shape: 'pill',
  font: 'slab',
  size: 'large',
  avatarShape: 'round',
  avatarPlace: 'above',
  cover: null,
};
const lookOf = (page: PageLook) => ({ ...emptyDraft.look, page });
const shown = (page: PageLook) =>
  toPublicProfile(fakeProfile({ look: lookOf(page) }), null, 'https://busker.test', noon).profile;

describe('the look of a page', () => {
  // Holds dash-1081.
  it('is stored beside the look of the card, which earlier releases read, and not at all where there is none', () => {
    const plain = fakeProfile();
    expect(profileDocument.encode(plain)).not.toHaveProperty('pageLook');
    expect(profileDocument.encode(plain)['look']).not.toHaveProperty('page');
    expect(draftDocument.encode(fakeDraft())['look']).not.toHaveProperty('page');
    const stored = profileDocument.encode(fakeProfile({ look: lookOf(chosen) }));
    expect(stored).toMatchObject({ pageLook: chosen });
    expect(stored['look']).not.toHaveProperty('page');
    expect(profileDocument.decode(stored)).toMatchObject({ ok: true, value: { look: { page: chosen } } });
    const draft = draftDocument.encode(fakeDraft({ look: lookOf(chosen) }));
    expect(draftDocument.decode(draft)).toMatchObject({ ok: true, value: { look: { page: chosen } } });
  });

  // Holds dash-1081.
  it('of an earlier document is the classic one, whose page and profile are as before', () => {
    const decoded = profileDocument.decode(profileDocument.encode(fakeProfile()));
    expect(decoded).toMatchObject({ ok: true, value: { look: { page: defaultPageLook } } });
    expect(shown(defaultPageLook)).not.toHaveProperty('pageLook');
    expect(shown(defaultPageLook).look).not.toHaveProperty('page');
    expect(lookStyle(defaultPageLook, '#0b6e4f')).toBe('');
  });

  // Holds dash-1251.
  it('names its pictures by their public paths, and has the ground of the ready look where one is missing', () => {
    const cover = { slot: 'cover-a', generation: '4' } as const;
    const upload = { slot: 'ground-b', generation: '7' } as const;
    const page: PageLook = { ...chosen, cover, ground: { kind: 'picture', upload } };
    const [above, behind] = [cover, upload].map((each, at) => ({
      ...each,
      sha256: String(at).repeat(64),
      type: 'image/webp' as const,
      size: null,
    }));
    const profile = fakeProfile({
      look: lookOf(page),
      pagePictures: [above, behind].filter((each) => each !== undefined),
    });
    const decoded = profileDocument.decode(profileDocument.encode(profile));
    expect(decoded).toEqual({ ok: true, value: profile });
    expect(picturesOf(profile)).toHaveLength(2);
    expect(parsePublishableDraft({ ...fakeDraft(), look: lookOf(page) }).ok).toBe(true);
    const show = (pagePictures: StoredProfile['pagePictures']) =>
      toPublicProfile({ ...profile, pagePictures }, null, 'https://busker.test', noon).profile;
    expect(show(profile.pagePictures)).toMatchObject({
      cover: `/img/${'0'.repeat(64)}`,
      backdrop: `/img/${'1'.repeat(64)}`,
      pageLook: { cover: null, ground: { kind: 'picture', upload: null } },
    });
    expect(JSON.stringify(show(profile.pagePictures))).not.toContain('ground-b');
    expect(show([])).toMatchObject({ pageLook: { cover: null, ground: null } });
    expect(show([])).not.toHaveProperty('cover');
    expect(parsePublicProfile(show(profile.pagePictures)).ok).toBe(true);
    expect(takenLook('paper', page)).toEqual({ ...defaultPageLook, ready: 'paper', size: 'large', cover });
    const earlier = { ...profileDocument.encode(profile), pagePictures: undefined };
    expect(profileDocument.decode(earlier)).toMatchObject({ ok: true, value: { pagePictures: [] } });
  });

  it('reads each choice of a draft that it does not know as that of the ready look', () => {
    const page = {
      ...chosen,
      ground: { kind: 'lava' },
      fill: 'dashed',
      font: 7,
      size: 'huge',
      shape: undefined,
    };
    const draft = draftDocument.decode({ look: { ...emptyDraft.look, page } });
    const left = { ...chosen, ground: null, fill: null, font: null, size: 'normal', shape: null };
    expect(draft).toMatchObject({ ok: true, value: { look: { page: left } } });
    const broken = draftDocument.decode({ look: { ...emptyDraft.look, page: 'pink' } });
    expect(broken).toMatchObject({ ok: true, value: { look: { page: defaultPageLook } } });
  });

  it.each([
    ['ready', { ready: 'lava' }],
    ['ground.colour', { ground: { kind: 'plain', colour: 'red' } }],
    ['ground.pattern', { ground: { kind: 'pattern', pattern: 'cats', colour: '#ffffff' } }],
    ['shape', { shape: 'star' }],
    ['cover.slot', { cover: { slot: 'picture-a', generation: '1' } }],
    ['ground.upload.slot', { ground: { kind: 'picture', upload: { slot: 'link-01', generation: '1' } } }],
    ['blink', { blink: true }],
  ])('is refused by the name of its field: %s', (field, wrong) => {
    const look = { ...emptyDraft.look, page: { ...chosen, ...wrong } };
    const parsed = parsePublishableDraft({ ...fakeDraft(), look });
    expect(parsed.ok ? [] : Object.keys(parsed.problem.fields ?? {})).toEqual([`look.page.${field}`]);
  });

  // Holds dash-1082.
  it('gives the card the corners of its buttons and its ground, and the page all of it', () => {
    const { look, pageLook } = shown({ ...defaultPageLook, ready: 'gallery' });
    expect([look.radius, pageLook?.ready]).toEqual([0, 'gallery']);
    const card = cardProfile(shown({ ...defaultPageLook, ready: 'gallery' }));
    expect(card.look.ground).toMatchObject({ background: 'light-dark(#f7f7f5,#191918)' });
    expect(parsePublicProfile(card)).toEqual({ ok: true, value: card });
    expect(cardProfile(shown(defaultPageLook)).look).not.toHaveProperty('ground');
    expect(shown(chosen).look.radius).toBe(28);
    expect(shown(defaultPageLook).look.radius).toBe(emptyDraft.look.radius);
    expect(parsePublicProfile(shown(chosen)).ok).toBe(true);
  });

  it('shows a cover and a picture behind it, and has neither where a preview cannot show them', () => {
    const upload = { slot: 'cover-a', generation: '1' } as const;
    const behind = { kind: 'picture', upload: { slot: 'ground-a', generation: '1' } } as const;
    expect(withoutPictures({ ...chosen, cover: upload })).toEqual(chosen);
    expect(withoutPictures({ ...chosen, ground: behind })).toEqual({ ...chosen, ground: null });
    expect(lookUploads({ ...chosen, cover: upload, ground: behind })).toEqual([upload, behind.upload]);
    expect(lookUploads({ ...chosen, ground: { kind: 'picture', upload: null } })).toEqual([]);
    expect(otherUploads(fakeDraft({ look: lookOf({ ...chosen, cover: upload }) }))).toEqual([upload]);
  });

  it('taken anew has none of the earlier choices but the size of text', () => {
    expect(takenLook('paper', chosen)).toEqual({ ...defaultPageLook, ready: 'paper', size: 'large' });
    expect(isDefaultLook(takenLook('classic', defaultPageLook))).toBe(true);
  });
});

describe('the style of a look', () => {
  const accent = '#7a3ff2';

  it('has the colours of both modes, and of one in the picker', () => {
    const style = lookStyle({ ...defaultPageLook, ready: 'paper' }, accent);
    expect(style).toContain('@media(prefers-color-scheme:dark){:root{--bg:');
    expect(style).toContain(':root[data-theme=light]{--bg:');
    const small = lookStyle(defaultPageLook, accent, { root: ':host', body: '.body', mode: 'dark' });
    expect(small).toContain(':host{color-scheme:dark;--bg:');
    expect(small).not.toContain(':root');
  });

  it('paints the ground that was chosen, and underlines links only where a look or a choice says so', () => {
    const styleOf = (look: Partial<PageLook>) =>
      lookStyle({ ...defaultPageLook, ready: 'paper', ...look }, accent);
    expect(styleOf({ ground: { kind: 'gradient', from: '#112233', to: '#334455' } })).toContain(
      '--ground:linear-gradient(165deg,#',
    );
    expect(styleOf({ ground: { kind: 'plain', colour: '#fafafa' } })).toContain('--ground:#');
    const [underlined, soft] = [styleOf({ fill: 'underline' }), styleOf({ fill: 'soft' })];
    expect(underlined.length).not.toBe(soft.length);
    expect(styleOf({ fill: null, ready: 'poster' })).not.toBe(styleOf({ fill: 'soft', ready: 'poster' }));
  });

  it('has a font and corners of its own below the root, where those of the card are', () => {
    const style = lookStyle({ ...defaultPageLook, ready: 'paper', shape: 'pill' }, accent);
    expect(style).toContain('body{--font:"Iowan');
    expect(style).toContain('body{--corners:999px}');
    expect(style).not.toContain(':root{--font');
  });

  it('writes only the name in a font that is hard to read in whole texts', () => {
    const style = lookStyle({ ...defaultPageLook, ready: 'paper', font: 'marker' }, accent);
    expect(style).toContain('.head h1{font-family:"Permanent Marker"');
    expect(style).toContain('body{--font:"Iowan');
    const whole = lookStyle({ ...defaultPageLook, ready: 'gallery', font: 'roboto' }, accent);
    expect(whole).toContain('body{--font:Roboto,');
    expect(whole).not.toContain('.head h1{font-family');
  });

  it('names nothing of another server, and is at most 6 kB with every choice', () => {
    for (const ready of readyLooks) {
      for (const [at, pattern] of patterns.entries()) {
        const look: PageLook = {
          ready,
          ground: { kind: 'pattern', pattern, colour: '#ddeeff' },
          fill: buttonFills[at % buttonFills.length] ?? null,
          shape: 'round',
          font: pageFontNames[at] ?? null,
          size: textSizes[at % textSizes.length] ?? 'normal',
          avatarShape: 'soft',
          avatarPlace: avatarPlaces[at % avatarPlaces.length] ?? null,
          cover: null,
        };
        const style = lookStyle(look, accent);
        expect(style).not.toMatch(/url\(|@import|undefined|null/);
        expect(style.length).toBeLessThan(6_000);
      }
    }
  });
});

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** The hardest case: black and white have about the same contrast to it. */
const middle = fc.integer({ min: 105, max: 130 }).map((grey) => `#${grey.toString(16).repeat(3)}`);
const anyColour = fc.oneof({ weight: 3, arbitrary: colour }, middle);

const groundsOf = (one: string, other: string): readonly (Ground | null)[] => [
  null,
  { kind: 'picture', upload: null },
  { kind: 'plain', colour: one },
  { kind: 'gradient', from: one, to: other },
  ...patterns.map((pattern): Ground => ({ kind: 'pattern', pattern, colour: one })),
];

const side = 32;
const noise = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 3 * side * side, seed: 1250 });

/** Forty pictures, pixel by pixel: dark and light ones, noise, hard edges between far colours, and soft shapes as photographs have them. */
const pictures: readonly (readonly string[])[] = Array.from({ length: 40 }, (_, number) => {
  const by = Math.floor(number / 5);
  const channels = ([x, y]: readonly [number, number], channel: number): number => {
    const grain = noise[(y * side + x) * 3 + channel] ?? 0;
    switch (number % 5) {
      case 0:
        return grain * 0.04 * (by + 1);
      case 1:
        return 1 - grain * 0.04 * (by + 1);
      case 2:
        return grain;
      case 3:
        return (x + y * (by + 1) + channel * by) % (by + 2) < 1 ? 1 : 0;
      default:
        return (Math.sin((x * (channel + 1) + y * by) / 7) + 1 + grain * 0.2) / 2.2;
    }
  };
  return Array.from({ length: side * side }, (_each, at) => {
    const bytes = [0, 1, 2].map((channel) =>
      Math.round(channels([at % side, Math.floor(at / side)], channel) * 255),
    );
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  });
});

/** The darkest and the lightest pixel of all pictures under this veil. No ink that can be read on both is between them. */
function seenThrough(veil: string): readonly string[] {
  const share = Number.parseInt(veil.slice(7), 16) / 255;
  const seen = pictures.flat().map((pixel) => mixed(veil.slice(0, 7), pixel, share));
  const lights = seen.map(luminanceOf);
  return [Math.min(...lights), Math.max(...lights)].map((light) => seen[lights.indexOf(light)] ?? '');
}

/** Everything that is read, with what is behind it. */
function readTexts(colours: LookColours): readonly (readonly [string, string, string])[] {
  const { under, grounds, link, tip } = colours;
  const on = (name: string, ink: string, below: readonly string[]) =>
    below.map((each) => [name, ink, each] as const);
  return [
    ...on('text', colours.text, under),
    ...on('muted', colours.muted, under),
    ...on('foot', colours.foot, grounds),
    ...on('link', link.text, link.background === null ? under : [link.background]),
    ...on('tip', tip.text, tip.background === null ? under : [tip.background]),
  ];
}

const faults = (look: PageLook, accent: string, mode: 'light' | 'dark') => {
  const colours = lookColours(look, accent, mode);
  const weak = readTexts(colours).filter(([, ink, below]) => contrastOf(ink, below) < needed.text);
  const marks = colours.under.filter((below) => contrastOf(colours.mark, below) < needed.control);
  return [...weak, ...marks].map((fault) => `${look.ready} ${mode} ${accent}: ${String(fault)}`);
};

describe('the colours of a look', () => {
  // Holds dash-1080.
  it('are readable by WCAG AA in all twelve looks, both modes and all grounds with any accent', () => {
    fc.assert(
      fc.property(anyColour, anyColour, anyColour, (accent, one, other) => {
        const found = readyLooks.flatMap((ready) =>
          groundsOf(one, other).flatMap((ground) =>
            (['light', 'dark'] as const).flatMap((mode) =>
              faults({ ...defaultPageLook, ready, ground }, accent, mode),
            ),
          ),
        );
        expect(found).toEqual([]);
      }),
      { numRuns: runs(200, 8) },
    );
  });

  // Holds dash-1082.
  it('are readable in the card of every look, too, with a button that can be told from what is behind it', () => {
    fc.assert(
      fc.property(anyColour, anyColour, anyColour, (accent, one, other) => {
        for (const ready of readyLooks) {
          for (const ground of groundsOf(one, other)) {
            const colours = cardGround({ ...defaultPageLook, ready, ground }, accent);
            for (const mode of [0, 1]) {
              const inMode = (name: keyof typeof colours) => colours[name].match(/#\w{6}/g)?.[mode] ?? '';
              const [background, text] = [inMode('background'), inMode('text')];
              const under = [background, mixed(text, background, 0.04)];
              const least = (ink: string) => Math.min(...under.map((each) => contrastOf(ink, each)));
              for (const name of ['text', 'muted', 'danger'] as const)
                expect(least(inMode(name))).toBeGreaterThanOrEqual(needed.text);
              expect(least(inMode('field'))).toBeGreaterThanOrEqual(needed.control);
              expect(contrastOf(accent, background)).toBeGreaterThanOrEqual(apart);
            }
          }
        }
      }),
      { numRuns: runs(200, 8) },
    );
  });

  // Holds dash-1250.
  it('are readable on any picture: forty of them under the veil, in all twelve looks and both modes, with any accent', () => {
    const ground: Ground = { kind: 'picture', upload: null };
    const seenIn = (mode: 'light' | 'dark') =>
      seenThrough(lookColours({ ...defaultPageLook, ground }, '#0b6e4f', mode).ground.veil ?? '');
    const seen = { light: seenIn('light'), dark: seenIn('dark') };
    fc.assert(
      fc.property(anyColour, fc.constantFrom(null, ...buttonFills), (accent, fill) => {
        for (const ready of readyLooks) {
          for (const mode of ['light', 'dark'] as const) {
            const colours = lookColours({ ...defaultPageLook, ready, ground, fill }, accent, mode);
            const least = (ink: string) => Math.min(...seen[mode].map((part) => contrastOf(ink, part)));
            const { surface, foot, text, muted, link, tip, mark } = colours;
            const onGround = [link, tip].filter(({ background }) => background === null);
            const inks = surface === null ? [text, muted, ...onGround.map((each) => each.text)] : [];
            for (const ink of [foot, ...inks]) expect(least(ink)).toBeGreaterThanOrEqual(needed.text);
            const marks = surface === null ? [mark] : [];
            for (const ink of marks) expect(least(ink)).toBeGreaterThanOrEqual(needed.control);
          }
        }
      }),
      { numRuns: runs(200, 8) },
    );
  });

  it('are readable with every fill of the links', () => {
    fc.assert(
      fc.property(anyColour, fc.constantFrom(...readyLooks), (accent, ready) => {
        const found = buttonFills.flatMap((fill) =>
          (['light', 'dark'] as const).flatMap((mode) =>
            faults({ ...defaultPageLook, ready, fill }, accent, mode),
          ),
        );
        expect(found).toEqual([]);
      }),
      { numRuns: runs(400, 40) },
    );
  });

  it('leave a ground as its owner chose it where words can be read on it', () => {
    const look: PageLook = {
      ...defaultPageLook,
      ready: 'paper',
      ground: { kind: 'plain', colour: '#ffd400' },
    };
    expect(lookColours(look, '#0b6e4f', 'light').ground.from).toBe('#ffd400');
    expect(contrastOf(lookColours(look, '#0b6e4f', 'dark').ground.from, '#ffffff')).toBeGreaterThan(10);
  });

  it('give the tip button another colour than filled links, and a colour that can be seen on a ground of the accent', () => {
    const filled = lookColours({ ...defaultPageLook, fill: 'filled' }, '#1d5fd1', 'light');
    expect([filled.link.background, filled.tip.background]).toEqual(['#1d5fd1', '#1c1b19']);
    const poster = lookColours({ ...defaultPageLook, ready: 'poster' }, '#1d5fd1', 'light');
    expect([poster.ground.from, poster.link.background]).toEqual(['#1d5fd1', poster.text]);
  });
});
