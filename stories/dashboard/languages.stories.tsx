import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, waitFor, within } from 'storybook/test';
import '@busker/dashboard/theme/styles';
import { App } from '@busker/dashboard/app';
import { inMemoryBackend } from '@busker/dashboard/testing/in-memory-backend';
import { FakeBackend } from '@busker/dashboard/testing/fake-backend';
import { languages, type Language } from '@busker/dashboard/messages/language';
import { useLanguage } from '@busker/dashboard/messages/language-provider';
import { loadTexts } from '@busker/dashboard/messages/load-texts';
import { Pages } from '@busker/dashboard/routes';
import { makeTip } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, type Script } from './app-at';

const phone = { name: 'Narrow phone', styles: { width: '360px', height: '740px' }, type: 'mobile' } as const;

const meta: Meta = {
  title: 'Dashboard/Languages',
  parameters: { layout: 'fullscreen', viewport: { options: { phone } } },
  globals: { viewport: { value: 'phone' } },
};
export default meta;

const isShown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true });
};

const around = (element: Element): readonly Element[] => {
  const all: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) all.push(at);
  return all;
};

const scrolls = (element: Element): boolean =>
  around(element).some(
    (each) => each !== document.documentElement && /auto|scroll/.test(getComputedStyle(each).overflowX),
  );

/** Text that is cut off, text outside the window, and a page that scrolls sideways, each as a sentence. */
function overflowsIn({ documentElement, body }: Document): readonly string[] {
  const room = documentElement.clientWidth;
  const wide = documentElement.scrollWidth - room;
  const widest = [...body.querySelectorAll('*')].findLast(
    (element) => isShown(element) && element.getBoundingClientRect().right > room + 1,
  );
  const faults =
    wide > 0 ? [`the page is ${wide} px too wide: ${widest?.localName} ${widest?.textContent.trim()}`] : [];
  for (const element of body.querySelectorAll('*')) {
    const own = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    );
    if (!own || !isShown(element) || element.closest('svg, script, style, noscript') || scrolls(element))
      continue;
    const words = (element.textContent ?? '').trim().slice(0, 60);
    const { display, textOverflow, overflowX } = getComputedStyle(element);
    // An inline element has no width of its own. An ellipsis is meant for names and addresses, which have no limit.
    const cuts = display !== 'inline' && !(textOverflow === 'ellipsis' && /hidden|clip/.test(overflowX));
    if (cuts && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      faults.push(`too long: ${words}`);
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > room + 1) faults.push(`outside the window: ${words}`);
  }
  return faults;
}

/** How the test changes the language without a reload. */
const chooser: { choose: (language: Language) => void } = { choose: () => {} };

function Chooser() {
  const { choose } = useLanguage();
  useEffect(() => {
    chooser.choose = choose;
  });
  return null;
}

const withTips: Script = (fake) => {
  for (const tipId of ['tip-1', 'tip-2', 'tip-3']) fake.receive(makeTip({ tipId }));
};

/** One screen in every language on a narrow phone. `shown` is the id of a text on it that differs in each language. */
const inEveryLanguage = (address: string, shown: string, ...scripts: Script[]): StoryObj => ({
  render: () => {
    const fake = new FakeBackend();
    for (const script of scripts) script(fake);
    return (
      <App backend={inMemoryBackend(fake)} language="en">
        <Chooser />
        <MemoryRouter initialEntries={[address]}>
          <Pages />
        </MemoryRouter>
      </App>
    );
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const faults: string[] = [];
    for (const language of languages) {
      chooser.choose(language);
      const texts = await loadTexts(language, 'all');
      await canvas.findByText(texts[shown] ?? shown);
      await waitFor(() => expect(canvasElement.querySelector('.mantine-Skeleton-root')).toBeNull());
      faults.push(...overflowsIn(document).map((fault) => `${language}: ${fault}`));
    }
    chooser.choose('en');
    await expect(faults).toEqual([]);
  },
});

const arabic = 'شكرًا على الموسيقى!';
const latin = 'For the piece in the rain!';

/** A fan writes in the other direction than the page. */
const otherDirection = (language: Language, name: string, message: string, direction: string): StoryObj => ({
  render: () => {
    const fake = new FakeBackend();
    adaSignedIn(fake);
    const fan = { name, message, anonymous: false, country: 'DE' };
    fake.receive(makeTip({ tipId: `mixed-${language}`, fan }));
    return (
      <App backend={inMemoryBackend(fake)} language={language}>
        <MemoryRouter initialEntries={['/money/tips']}>
          <Pages />
        </MemoryRouter>
      </App>
    );
  },
  play: async ({ canvasElement }) => {
    const words = await within(canvasElement).findByText(message, undefined, { timeout: 15_000 });
    await expect(getComputedStyle(words).direction).toBe(direction);
    await expect(overflowsIn(document)).toEqual([]);
  },
});
export const ArabicInEnglish = otherDirection('en', 'ليلى', arabic, 'rtl');
export const LatinInArabic = otherDirection('ar', 'Mo', latin, 'ltr');

export const SignIn = inEveryLanguage('/sign-in', 'signIn.lead');
export const Profile = inEveryLanguage('/page/profile', 'profile.lead', adaSignedIn);
export const Tips = inEveryLanguage('/money/tips', 'tips.filters', adaSignedIn, withTips);
export const Payments = inEveryLanguage('/settings/payments', 'payments.lead', adaSignedIn);
export const Insights = inEveryLanguage('/insights', 'insights.lead', adaSignedIn, withTips);
export const Books = inEveryLanguage('/money/books', 'books.lead', adaSignedIn, withTips);
export const Account = inEveryLanguage('/settings/account', 'account.lead', adaSignedIn);
