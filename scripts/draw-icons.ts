// npx tsx scripts/draw-icons.ts: draws the icons of the installed app from the dashboard's logo (dashboard/page/brand.tsx) in Chromium, as PNG:
// home screens and app stores of systems read no SVG.
import { writeFileSync } from 'node:fs';
import { launchBrowser } from '@busker/emulators/launch-browser';

const folder = new URL('../dashboard/installable/icons/', import.meta.url).pathname;
const paper = '#f6f4f0';

/** The logo in its light colours, in a square of 32. */
const logo =
  '<circle cx="16" cy="7.2" r="4.2" fill="#e0982f"/>' +
  '<path d="M2.6 14.6h26.8" stroke="#0b6e4f" stroke-width="3.2" stroke-linecap="round"/>' +
  '<path d="M6.2 14.6h19.6l-1.5 9.6a4.6 4.6 0 0 1-4.5 3.8h-7.6a4.6 4.6 0 0 1-4.5-3.8z" fill="#0b6e4f"/>' +
  '<path d="M6.7 17.9h18.6l-.5 3.2H7.2z" fill="#ffffff" opacity=".32"/>';

interface Icon {
  readonly file: string;
  readonly pixels: number;
  /** The part of the width that the logo has. Systems cut a maskable icon to a circle of 80 %. */
  readonly part: number;
  /** The radius of the corners, in 32nds; null = systems cut the shape themselves. */
  readonly radius: number | null;
}

const icons: readonly Icon[] = [
  { file: 'busker-192.png', pixels: 192, part: 0.72, radius: 7 },
  { file: 'busker-512.png', pixels: 512, part: 0.72, radius: 7 },
  { file: 'busker-maskable-512.png', pixels: 512, part: 0.54, radius: null },
  { file: 'apple-touch-icon.png', pixels: 180, part: 0.66, radius: null },
];

function svgOf({ pixels, part, radius }: Icon): string {
  const edge = (32 * (1 - part)) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${pixels}" height="${pixels}">` +
    `<rect width="32" height="32" rx="${radius ?? 0}" fill="${paper}"/>` +
    `<g transform="translate(${edge} ${edge}) scale(${part})" fill="none">${logo}</g></svg>`
  );
}

const browser = await launchBrowser();
try {
  for (const icon of icons) {
    const { pixels } = icon;
    const page = await browser.newPage({ viewport: { width: pixels, height: pixels } });
    await page.setContent(
      `<!doctype html><style>html,body,svg{margin:0;display:block}</style>${svgOf(icon)}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    writeFileSync(folder + icon.file, png);
    console.log(`${icon.file}: ${png.length} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
}
