import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import jsQR from 'jsqr';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi, describe, it } from 'vitest';
import { adasBackend, restoreConnection, showScreen } from '../../testing/fake-screen';
import { makePayments, makePublished } from '../../testing/fakes';
import { Sheet, paperNames, sheetKinds, type SheetContent, type SheetKind } from './sheet';
import { webNfc } from './tag-panel';

beforeEach(() => vi.stubGlobal('print', vi.fn()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  restoreConnection();
});

function openKit(published = makePublished()) {
  const fake = adasBackend();
  fake.published.set(published);
  fake.payments.set(makePayments({ livemode: true }));
  return showScreen('/share/kit', fake);
}

const leadsTo = async () => (await screen.findByText(/\/@ada\/tip/, { selector: 'bdi' })).textContent;
const sheet = (name: string) => within(screen.getByRole('img', { name }));

test('the address in the code follows the place and the amount', async () => {
  const { user } = openKit();
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip?at=hat');
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: 'Café Zoë, 2' } });
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip?at=cafe-zoe-2');
  await user.selectOptions(screen.getByLabelText('Amount in the code'), '$5.00');
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip?amount=500&cur=usd&at=cafe-zoe-2');
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: '街' } });
  expect(await screen.findByText('Use letters from a to z or digits.')).toBeDefined();
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip?amount=500&cur=usd');
});

// Holds host-301.
test('sheets name the owner’s own domain while the page is live there, and tags the address that stays', async () => {
  openKit(makePublished({ domain: 'links.ada.example' }));
  const code = await screen.findByText(/\/tip\?at=hat$/, { selector: 'bdi' });
  expect(code.textContent).toBe('https://links.ada.example/tip?at=hat');
  const written = new XMLSerializer().serializeToString(screen.getByRole('img', { name: 'Sign' }));
  expect(written).toContain('>links.ada.example<');
  expect(written).not.toContain('busker.example');
});

// Holds dash-241.
test('a place that is too long stays in its field with an error, and is in no code', async () => {
  openKit();
  await leadsTo();
  const long = 'market square of the old town, by the fountain';
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: long } });
  expect(await screen.findByText('Keep this to 30 characters.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Place').value).toBe(long);
  expect(await leadsTo()).toBe('https://busker.example/@ada/tip');
});

// Holds out-070.
test('the preview shows the line, the languages and the amounts of the print, which is the same drawing', async () => {
  const { user } = openKit();
  fireEvent.change(await screen.findByLabelText('A line of your own'), {
    target: { value: 'Thank you!' },
  });
  await user.selectOptions(screen.getByLabelText('Language 2 on the sheet'), 'Deutsch');
  expect(sheet('Sign').getByText('Thank you!')).toBeDefined();
  expect(sheet('Sign').getByText('Scan to send a tip')).toBeDefined();
  expect(sheet('Sign').getByText('Scannen und Trinkgeld geben')).toBeDefined();
  const printed = document.querySelector('body > [data-paper] svg');
  expect(printed?.innerHTML).toBe(screen.getByRole('img', { name: 'Sign' }).innerHTML);
  await user.click(screen.getByRole('radio', { name: 'Stickers' }));
  await waitFor(() => expect(screen.getByRole('img', { name: 'Stickers' })).toBeDefined());
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(window.print).toHaveBeenCalledOnce();
});

test('an owner who never published is sent to the profile', async () => {
  const fake = adasBackend();
  fake.published.set(null);
  showScreen('/share/kit', fake);
  expect(await screen.findByText(/Until then, a code has no page to lead to/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});

test('says that the tip form takes no tips, and still prints', async () => {
  const fake = adasBackend();
  fake.published.set({ ...makePublished(), tips: { ...makePublished().tips, on: false } });
  showScreen('/share/kit', fake);
  expect(await screen.findByText(/Your tip form takes no tips at the moment/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDefined();
});

test('explains how to write a tag where the browser cannot', async () => {
  openKit();
  expect(await screen.findByText(/This browser cannot write tags/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Write a tag' })).toBeNull();
});

// Holds out-071.
test('writes a tag, and locks it only after a question', async () => {
  const acts: string[] = [];
  vi.stubGlobal(
    'NDEFReader',
    class {
      write = async (message: { records: { data: string }[] }) =>
        void acts.push(`${message.records[0]?.data}`);
      makeReadOnly = async () => void acts.push('locked');
    },
  );
  const { user } = openKit();
  await user.click(await screen.findByRole('button', { name: 'Write a tag' }));
  expect(await screen.findByText(/The tag is written/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Lock a tag' }));
  expect(acts).toEqual(['https://busker.example/@ada/tip?at=nfc']);
  await user.click(await screen.findByRole('button', { name: 'Lock for good' }));
  expect(await screen.findByText('The tag is locked. It can never be changed again.')).toBeDefined();
  expect(acts).toEqual(['https://busker.example/@ada/tip?at=nfc', 'locked']);
});

describe('web nfc', () => {
  const named = (name: string) => Object.assign(new Error('refused'), { name });
  const never = new AbortController().signal;

  function browserThat(act: (given: unknown) => Promise<void>, hasLock = true) {
    class NDEFReader {
      write = act;
      makeReadOnly = hasLock ? act : undefined;
    }
    const writer = webNfc({ NDEFReader });
    if (writer === null) throw new Error('This browser has NFC');
    return writer;
  }

  it('is null in a browser without Web NFC', () => {
    expect(webNfc({})).toBeNull();
    expect(webNfc({ NDEFReader: 'no class' })).toBeNull();
  });

  it('writes the address as the only record', async () => {
    const given: unknown[] = [];
    const writer = browserThat(async (message) => void given.push(message));
    expect(await writer.write('https://busker.example/@ada/tip?at=nfc', never)).toMatchObject({ ok: true });
    expect(given).toEqual([
      { records: [{ recordType: 'url', data: 'https://busker.example/@ada/tip?at=nfc' }] },
    ]);
  });

  it.each([
    ['NotAllowedError', 'blocked'],
    ['SecurityError', 'blocked'],
    ['NotSupportedError', 'no-nfc'],
    ['NotReadableError', 'no-nfc'],
    ['NetworkError', 'unwritable'],
    ['AbortError', 'stopped'],
  ])('tells why a tag was not written or locked: %s', async (name, why) => {
    const writer = browserThat(() => Promise.reject(named(name)));
    expect(await writer.write('https://busker.example', never)).toMatchObject({ ok: false, problem: why });
    expect(await writer.lock(never)).toMatchObject({ ok: false, problem: why });
  });

  it('locks a tag where the browser can', async () => {
    expect(await browserThat(() => Promise.resolve()).lock(never)).toMatchObject({ ok: true });
    const without = browserThat(() => Promise.resolve(), false);
    expect(await without.lock(never)).toMatchObject({ ok: false, problem: 'unwritable' });
  });
});

/** A picture as jsqr reads it: four bytes a pixel. */
interface Photo {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** How a phone sees a code. */
interface Shot {
  /** Degrees. */
  readonly turned: number;
  /** Half the side of the square in pixels over which each pixel is averaged. */
  readonly blur: number;
  /** The light at the right edge, as a part of the light at the left edge. */
  readonly light: number;
  /** The side of the code's place on the photo, in pixels. */
  readonly side: number;
}

/** The runs of a code's path: `M3 0h7v1H3z`. */
function darkOf(path: string): (x: number, y: number) => boolean {
  const dark = new Set<string>();
  for (const [, left, top, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let x = 0; x < Number(length); x += 1) dark.add(`${Number(left) + x} ${Number(top)}`);
  return (x, y) => dark.has(`${x} ${y}`);
}

/** A photo of a code on white paper, on a grey table. */
function photograph(path: string, modules: number, shot: Shot): Photo {
  const isDark = darkOf(path);
  const width = Math.round(shot.side * 1.6);
  const middle = width / 2;
  const angle = (shot.turned * Math.PI) / 180;
  const unit = shot.side / (modules + 8);
  const inkAt = (x: number, y: number): number => {
    const [dx, dy] = [x - middle, y - middle];
    const across = (dx * Math.cos(angle) + dy * Math.sin(angle)) / unit + modules / 2;
    const down = (dy * Math.cos(angle) - dx * Math.sin(angle)) / unit + modules / 2;
    if (across < -4 || down < -4 || across > modules + 4 || down > modules + 4) return 150;
    return isDark(Math.floor(across), Math.floor(down)) ? 35 : 235;
  };
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = -shot.blur; dy <= shot.blur; dy += 1)
        for (let dx = -shot.blur; dx <= shot.blur; dx += 1) sum += inkAt(x + dx, y + dy);
      const light = 1 - (1 - shot.light) * (x / width);
      const seen = (sum / (2 * shot.blur + 1) ** 2) * light;
      data.set([seen, seen, seen], (y * width + x) * 4);
    }
  return { data, width, height: width };
}

describe('printed code', () => {
  const content: SheetContent = {
    name: 'Ada Lovelace',
    line: 'Thank you for listening.',
    link: 'https://busker.example/@ada/tip?amount=500&cur=usd&at=hat',
    address: 'busker.example/@ada',
    languages: ['en', 'de', 'ar'],
    amounts: ['$3.00', '$5.00', '$10.00'],
    accent: '#ffe066',
  };

  const drawn = (kind: SheetKind, change: Partial<SheetContent> = {}, paper: 'a4' | 'letter' = 'a4') =>
    renderToStaticMarkup(
      <Sheet kind={kind} paper={paper} content={{ ...content, ...change }} label={null} />,
    );

  /** The codes of a sheet: their paths, and the side of a module in millimetres. */
  const codesOf = (svg: string) =>
    [...svg.matchAll(/<path d="([^"]+)"[^>]*scale\(([\d.]+)\)/g)].map(([, path = '', unit]) => ({
      path,
      unit: Number(unit),
      modules: Math.max(
        ...[...path.matchAll(/M(\d+) \d+h(\d+)/g)].map(([, x, run]) => Number(x) + Number(run)),
      ),
    }));

  const readFrom = (kind: SheetKind, shot: Shot, change?: Partial<SheetContent>) => {
    const [code] = codesOf(drawn(kind, change));
    if (code === undefined) throw new Error('A sheet has a code');
    const { data, width, height } = photograph(code.path, code.modules, shot);
    return jsQR(data, width, height)?.data;
  };

  const straight: Shot = { turned: 0, blur: 0, light: 1, side: 240 };

  describe("a phone's decoder reads the code", () => {
    // Holds out-067.
    it.each([
      ['straight and sharp', straight],
      ['turned by 17 degrees', { ...straight, turned: 17 }],
      ['upside down', { ...straight, turned: 180 }],
      ['out of focus', { ...straight, blur: 2 }],
      ['half in the shade', { ...straight, light: 0.35 }],
      ['from far away', { ...straight, side: 130 }],
      ['turned, out of focus and in the shade', { turned: -23, blur: 2, light: 0.5, side: 260 }],
    ])('%s', (_, shot) => {
      for (const kind of sheetKinds) expect(readFrom(kind, shot), kind).toBe(content.link);
    });

    it('with the longest handle, place and amount', () => {
      const link = `https://busker.example/@${'a'.repeat(30)}/tip?amount=50000&cur=usd&at=${'b'.repeat(30)}`;
      const shot: Shot = { turned: 9, blur: 1, light: 0.6, side: 360 };
      for (const kind of sheetKinds) expect(readFrom(kind, shot, { link }), kind).toBe(link);
    });
  });

  describe('a sheet', () => {
    it.each(sheetKinds)(
      'of %s has one code for each piece, black on white whatever the accent is',
      (kind) => {
        const svg = drawn(kind);
        const expected = { sign: 1, cards: 4, stickers: 24 }[kind];
        expect(codesOf(svg)).toHaveLength(expected);
        expect(svg.match(/<path d="[^"]+" fill="#000"/g)).toHaveLength(expected);
      },
    );

    // Holds out-068.
    it.each(sheetKinds)('of %s has modules of at least four dots of a printer with 300 dpi', (kind) => {
      for (const { unit } of codesOf(drawn(kind))) expect(unit).toBeGreaterThanOrEqual((4 * 25.4) / 300);
    });

    // Holds out-069.
    it.each(sheetKinds)('of %s has the name and the address in letters', (kind) => {
      const svg = drawn(kind);
      expect(svg).toContain('>Ada Lovelace<');
      expect(svg).toContain('>busker.example/@ada<');
    });

    it.each(sheetKinds)('of %s has no colour in black and white, and loads nothing', (kind) => {
      const svg = drawn(kind, { accent: null });
      expect(
        [...new Set([...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, ink]) => ink))].sort(),
      ).toEqual(kind === 'sign' ? ['#000', '#fff'] : ['#000', '#888', '#fff']);
      expect(svg).not.toMatch(/<(?:image|style|use)|url\(|href/);
    });

    it.each(paperNames)('keeps every text on %s, also with long words', (paper) => {
      const long = {
        name: 'The Extraordinary Marching Band of Upper Bavaria',
        line: 'Thank you! '.repeat(7),
      };
      const svg = drawn('sign', long, paper);
      const height = Number(/viewBox="0 0 [\d.]+ ([\d.]+)"/.exec(svg)?.[1]);
      const tops = [...svg.matchAll(/<tspan[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
      expect(Math.max(...tops)).toBeLessThan(height - 5);
    });
  });
});
