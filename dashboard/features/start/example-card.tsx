import { useComputedColorScheme } from '@mantine/core';
import { defaultCardLook } from '@busker/core/profile/draft';
import type { PublicLink, PublicProfile } from '@busker/core/profile/profile';
import { CardPreview } from '@busker/widget';
import { embedFolder } from '../../data/config';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import { useBackend } from '../../session/session';

const link = (id: string, label: string, url: string, platform: string | null): PublicLink => ({
  id,
  label,
  url,
  group: null,
  verified: false,
  icon: null,
  picture: null,
  platform,
});

const exampleOf = (host: string, bio: string, site: string): PublicProfile => ({
  v: 1,
  handle: 'example',
  name: 'Ada Lovelace',
  bio,
  picture: null,
  links: [
    link('instagram', 'Instagram', 'https://www.instagram.com/', 'instagram'),
    link('youtube', 'YouTube', 'https://www.youtube.com/', 'youtube'),
    link('site', site, 'https://example.com/', null),
  ],
  look: defaultCardLook,
  language: 'en',
  tips: {
    state: 'on',
    currency: 'eur',
    presets: [300, 500, 1000],
    min: 100,
    max: 50_000,
    button: 'top',
    goal: false,
    wall: 0,
  },
  url: host,
  tipUrl: host,
  publishedAt: 0,
});

/** The real card with an example; its tip sheet charges nobody. */
export function ExampleCard() {
  const text = useText();
  const { host } = useBackend();
  const { language } = useLanguage();
  const theme = useComputedColorScheme('light');
  return (
    <CardPreview
      profile={exampleOf(host, text('start.bio'), text('start.site'))}
      host={host}
      assets={embedFolder}
      attributes={{ theme, locale: language }}
    />
  );
}
