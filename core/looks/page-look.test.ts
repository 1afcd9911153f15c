import { describe, expect, it } from 'vitest';
import { draftDocument, picturesOf, profileDocument } from '../profile-documents/profile-document';
import { emptyDraft, otherUploads, parsePublishableDraft } from '../profile/draft';
import { parsePublicProfile } from '../profile/public-profile';
import { toPublicProfile, type StoredProfile } from '../profile/stored-profile';
import { fakeDraft, fakeProfile, noon } from '../testing/fakes';
import { lookStyle } from './look-style';
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
  it('gives the card the corners of its buttons, and the page all of it', () => {
    const { look, pageLook } = shown({ ...defaultPageLook, ready: 'gallery' });
    expect([look.radius, pageLook?.ready]).toEqual([0, 'gallery']);
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
