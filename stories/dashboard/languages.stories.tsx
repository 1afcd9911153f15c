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
import { overflowsIn } from './overflows';

const phone = { name: 'Narrow phone', styles: { width: '360px', height: '740px' }, type: 'mobile' } as const;

const meta: Meta = {
  title: 'Dashboard/Languages',
  parameters: { layout: 'fullscreen', viewport: { options: { phone } } },
  globals: { viewport: { value: 'phone' } },
};
export default meta;

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
