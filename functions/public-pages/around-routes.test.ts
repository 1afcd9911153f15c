import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptText } from '../pages/page-assets';
import { adaDraft, adasScenario, adaToken, adaUid, bearerOf, putDraft, refusedFields } from '../testing/ada';
import { badgeSvg } from './around-routes';
import { qrCode, qrPng, qrSvg, twoColourPng } from './qr-code';

describe('around routes', () => {
  describe('GET /@{handle}/embed', () => {
    it('can be framed by every site, opens payment in a new tab, and runs one script of ours', async () => {
      const scenario = await adasScenario();
      const { status, headers, text } = await scenario.call('GET', '/@ada/embed?lang=de&theme=dark');
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect(headers.get('content-security-policy')).not.toContain('stripe');
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(text).toContain('<base target="_blank"/>');
      expect(text).toContain('href="/@ada/tip?lang=de"');
      expect(text).toContain('data-theme="dark"');
      const [script = '', ...more] = text.match(/<script[^>]*>/g) ?? [];
      expect(more).toEqual([]);
      const asset = await scenario.call('GET', /src="([^"]+)"/.exec(script)?.[1] ?? '');
      expect(asset.headers.get('content-type')).toContain('text/javascript');
    });

    it('refuses unknown parameters, and redirects after a rename', async () => {
      const scenario = await adasScenario();
      const odd = await scenario.call('GET', '/@ada/embed?layout=tall&pay=in-page');
      expect({ status: odd.status, fields: refusedFields(odd) }).toEqual({
        status: 422,
        fields: ['layout', 'pay'],
      });
      putDraft(scenario.deps, adaUid, { ...adaDraft, handle: 'countess', revision: 2 });
      await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
      for (const tail of ['/embed?theme=dark', '/badge.svg', '/qr.png?size=64', '/qr.svg']) {
        const moved = await scenario.call('GET', `/@ada${tail}`);
        expect({ status: moved.status, location: moved.headers.get('location') }).toEqual({
          status: 308,
          location: `/@countess${tail}`,
        });
      }
      expect((await scenario.call('GET', '/@nobody/embed')).status).toBe(404);
    });
  });

  describe('the script that sizes frames', () => {
    it('is at most 1 kB, and every site may load it', async () => {
      const scenario = await adasScenario();
      const { headers, text } = await scenario.call('GET', '/v1/frame.js');
      expect(text).toBe(scriptText('frame-sizes'));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    });
  });

  describe('badge and QR code', () => {
    it("are cacheable pictures in the owner's accent colour that every site may show", async () => {
      const scenario = await adasScenario({}, { draft: { look: { ...adaDraft.look, accent: '#9A4A1C' } } });
      const badge = await scenario.call('GET', '/@ada/badge.svg?lang=fr');
      expect(badge.headers.get('content-type')).toContain('image/svg+xml');
      expect(badge.headers.get('access-control-allow-origin')).toBe('*');
      expect(badge.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(badge.text).toContain('fill="#9a4a1c"');
      expect(badge.text).toContain('Envoyer un pourboire à Ada');
      const code = await scenario.call('GET', '/@ada/qr.png?size=128');
      expect(code.headers.get('content-type')).toBe('image/png');
      expect(code.headers.get('cache-control')).toContain('s-maxage=3600');
      const again = await scenario.call('GET', '/@ada/qr.png?size=128', undefined, {
        'if-none-match': code.headers.get('etag') ?? '',
      });
      expect(again.status).toBe(304);
    });

    it('a code leads to the page, and to the tip form where that is asked for', async () => {
      const scenario = await adasScenario();
      const titleOf = async (query: string) =>
        /<title>([^<]*)/.exec((await scenario.call('GET', `/@ada/qr.svg${query}`)).text)?.[1];
      expect(await titleOf('')).toBe('https://busker.test/@ada');
      expect(await titleOf('?to=page')).toBe('https://busker.test/@ada');
      expect(await titleOf('?to=tip')).toBe('https://busker.test/@ada/tip');
      expect((await scenario.call('GET', '/@ada/qr.svg?to=moon')).status).toBe(422);
    });

    it('a badge offers no tips while they are off', async () => {
      const scenario = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, on: false } } });
      const { text } = await scenario.call('GET', '/@ada/badge.svg');
      expect(text).toMatch(/<text[^>]*>\s*@ada\s*<\/text>/);
    });

    it.each([
      ['/@ada/qr.svg?size=63', 'size'],
      ['/@ada/qr.svg?size=1e3', 'size'],
      ['/@ada/qr.png?size=99999', 'size'],
      ['/@ada/qr.png?color=red', 'color'],
      ['/@ada/qr.png?color=ffffff', 'color'],
      ['/@ada/qr.png?margin=17', 'margin'],
      ['/@ada/badge.svg?height=500', 'height'],
      ['/@ada/badge.svg?color=%22%3E%3C', 'color'],
      ['/@ada/badge.svg?onload=alert(1)', 'onload'],
    ])('refuses %s, naming the parameter', async (path, field) => {
      const answer = await (await adasScenario()).call('GET', path);
      expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
        status: 422,
        fields: [field],
      });
    });
  });
});

describe('two colour png', () => {
  const colours = { ink: '#112233', paper: '#fedcba' };

  /** An independent PNG decoder, to compare the file with the drawing. */
  function decoded(png: Uint8Array) {
    const file = Buffer.from(png);
    expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    const chunks = new Map<string, Buffer>();
    for (let at = 8; at < file.length;) {
      const length = file.readUInt32BE(at);
      const body = file.subarray(at + 4, at + 8 + length);
      expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(body));
      chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
      at += length + 12;
    }
    expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    const header = chunks.get('IHDR') ?? Buffer.alloc(0);
    const size = header.readUInt32BE(0);
    expect([header.readUInt32BE(4), ...header.subarray(8)]).toEqual([size, 1, 3, 0, 0, 0]);
    const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
    const rowBytes = Math.ceil(size / 8) + 1;
    expect(rows.length).toBe(rowBytes * size);
    const bit = (x: number, y: number) =>
      (((rows[y * rowBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
    return { size, bit, palette: chunks.get('PLTE')?.toString('hex') };
  }

  describe('a PNG of two colours', () => {
    it('decodes to every pixel and both colours', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 40 }), fc.infiniteStream(fc.boolean()), (size, bits) => {
          const drawn = Array.from({ length: size * size }, () => bits.next().value === true);
          const { bit, palette, ...read } = decoded(
            twoColourPng(size, (x, y) => drawn[y * size + x] === true, colours),
          );
          const seen = drawn.map((_ink, at) => bit(at % size, Math.floor(at / size)));
          return (
            read.size === size && palette === 'fedcba112233' && seen.every((ink, at) => ink === drawn[at])
          );
        }),
      );
    });
  });

  describe('a QR code as PNG', () => {
    it.each([64, 333, 512, 2048])('is exactly %i pixels wide, with every module in its place', (width) => {
      const code = qrCode('https://busker.test/@ada', 4);
      const { size, bit } = decoded(qrPng(code, width, colours));
      expect(size).toBe(width);
      const scale = Math.max(1, Math.floor(width / code.size));
      const before = Math.floor((width - code.size * scale) / 2);
      const middle = (at: number) => before + at * scale + Math.floor(scale / 2);
      for (const [y, row] of code.dark.entries())
        for (const [x, dark] of row.entries()) expect(bit(middle(x), middle(y))).toBe(dark);
      expect(bit(0, 0)).toBe(false);
    });
  });
});

describe('a QR code as SVG', () => {
  it('has exactly the dark modules', () => {
    const code = qrCode('https://busker.test/@ada', 2);
    const svg = qrSvg(code, 200, 'https://busker.test/@ada', { ink: '#000000', paper: '#ffffff' });
    const drawn = new Set<string>();
    for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
      for (let at = 0; at < Number(length); at += 1) drawn.add(`${Number(x) + at},${y}`);
    const dark = code.dark.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
    expect([...drawn].toSorted()).toEqual(dark.toSorted());
  });
});

describe('a badge', () => {
  it("has the owner's name as text, and shortens only the visible part", () => {
    const long = `Tip "><script>${'Ada '.repeat(20)}`;
    const svg = badgeSvg({ text: long, colour: '#ffee00', height: 40 });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('aria-label="Tip &quot;&gt;&lt;script&gt;');
    expect(svg).toMatch(/>\s*Tip [^<]{20,80}…\s*<\/text>/);
    expect(svg).toContain('fill="#000000"');
  });

  it('is wider for wider scripts', () => {
    const width = (text: string) =>
      Number(/width="(\d+)"/.exec(badgeSvg({ text, colour: '#000000', height: 40 }))?.[1]);
    expect(width('桜の花が')).toBeGreaterThan(width('ilil'));
  });
});
