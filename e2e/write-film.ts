// npx tsx e2e/write-film.ts: gives a tip on a server of its own and writes the moving picture of the README, an animated WebP, and its still for people who
// want no motion, into docs/images/. Chromium makes the pictures; the container around them is written here, so that no encoder is installed for it.
import { writeFileSync } from 'node:fs';
import { chromium, expect, type Page } from '@playwright/test';
import { findChromium } from '@busker/emulators/find-chromium';
import { newStateDir, removeStateDir, startBackend } from './backend';
import { enTip } from './card-texts';
import { fillOwner } from './filled-owner';
import { ada, cardForm, openScreen, openTipSheet, signIn } from './steps';

const images = new URL('../docs/images/', import.meta.url).pathname;
const mostBytes = 1_500_000;
const rounds = 3;
const viewport = { width: 880, height: 620 };

interface Frame {
  readonly webp: Buffer;
  readonly milliseconds: number;
}

const uint24 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);

/** developers.google.com/speed/webp/docs/riff_container: a chunk of odd length is padded. */
function chunk(name: string, ...data: readonly Buffer[]): Buffer {
  const all = Buffer.concat(data);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(all.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), length, all, Buffer.alloc(all.length % 2)]);
}

/** The pixels of a WebP with one picture, without its file header and what describes it. */
function pixelsOf(webp: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 12; at < webp.length;) {
    const end = at + 8 + webp.readUInt32LE(at + 4);
    if (/^(?:VP8 |VP8L|ALPH)$/.test(webp.toString('latin1', at, at + 4)))
      parts.push(chunk(webp.toString('latin1', at, at + 4), webp.subarray(at + 8, end)));
    at = end + (end % 2);
  }
  return Buffer.concat(parts);
}

function animated(frames: readonly Frame[]): Buffer {
  const size = Buffer.concat([uint24(viewport.width - 1), uint24(viewport.height - 1)]);
  const noOffset = Buffer.alloc(6);
  const isAnimated = Buffer.from([2, 0, 0, 0]);
  const isWhole = Buffer.from([2]);
  return chunk(
    'RIFF',
    Buffer.from('WEBP'),
    chunk('VP8X', isAnimated, size),
    chunk('ANIM', Buffer.from([255, 255, 255, 255, rounds, 0])),
    ...frames.map(({ webp, milliseconds }) =>
      chunk('ANMF', noOffset, size, uint24(milliseconds), isWhole, pixelsOf(webp)),
    ),
  );
}

/** In CSS pixels, whatever the scale of the page is. */
async function pictureOf(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await devtools.detach();
  return Buffer.from(data, 'base64');
}

const frames: Frame[] = [];
const show = async (page: Page, milliseconds: number): Promise<void> => {
  frames.push({ webp: await pictureOf(page), milliseconds });
};

const { executablePath, args } = await findChromium();
const stateDir = await newStateDir();
const backend = await startBackend({ stateDir });
const browser = await chromium.launch({ executablePath, args: [...args] });
const newPage = async (): Promise<Page> => {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  page.setDefaultTimeout(60_000);
  return page;
};
try {
  const { addresses } = backend;
  await fillOwner(addresses, 12, ada, { isBooked: true, days: 28 });
  const owner = await newPage();
  await signIn(owner, addresses, ada);
  await openScreen(owner, 'Money', 'Tips');
  const tips = owner.getByRole('list', { name: 'List of tips' });
  await tips.getByRole('link').first().waitFor();
  await expect(owner.locator('.mantine-Skeleton-root')).toHaveCount(0, { timeout: 60_000 });
  const before = await pictureOf(owner);

  const fan = await newPage();
  await fan.goto(`${addresses.examples}/plain-html/`);
  await fan.getByRole('button', { name: 'Send a tip' }).hover();
  await show(fan, 900);
  const sheet = await openTipSheet(fan, ada.name);
  await show(fan, 700);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await cardForm(fan).getByLabel('Card number').waitFor();
  await show(fan, 500);
  const name = sheet.getByRole('textbox', { name: enTip.yourName });
  for (const typed of ['N', 'No', 'Noo', 'Noor']) {
    await name.fill(typed);
    await show(fan, 120);
  }
  const form = cardForm(fan);
  for (const typed of ['4242', '4242 4242', '4242 4242 4242', '4242 4242 4242 4242']) {
    await form.getByLabel('Card number').fill(typed);
    await show(fan, 120);
  }
  await form.getByLabel('Expiration date').fill('12 / 34');
  await show(fan, 160);
  await form.getByLabel('Security code').fill('123');
  await show(fan, 160);
  await form.getByLabel('ZIP code').fill('10001');
  const pay = sheet.getByRole('button', { name: 'Pay $5.00' });
  await pay.hover();
  const still = await pictureOf(fan);
  writeFileSync(`${images}film-still.webp`, still);
  frames.push({ webp: still, milliseconds: 620 });
  await pay.click();
  await fan.getByRole('heading', { name: enTip.thankYou }).waitFor();
  await show(fan, 1400);
  frames.push({ webp: before, milliseconds: 700 });
  await tips.getByText('Noor').first().waitFor();
  await expect(tips.getByText('$5.00').first()).toBeVisible();
  await show(owner, 1900);
} finally {
  await browser.close();
  await backend.stop();
  await removeStateDir(stateDir);
}
const film = animated(frames);
writeFileSync(`${images}film.webp`, film);
const milliseconds = frames.reduce((sum, frame) => sum + frame.milliseconds, 0);
console.log(`film.webp: ${frames.length} pictures, ${milliseconds} ms, ${film.length} bytes`);
if (film.length > mostBytes) {
  console.error(`Above ${mostBytes} bytes.`);
  process.exitCode = 1;
}
