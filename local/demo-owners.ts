import { emptyDraft, type Draft } from '@busker/core/profile/draft';
import type { DraftLink } from '@busker/core/links/link';

/** The two owners of a new installation. */
export interface DemoOwner {
  readonly email: string;
  readonly password: string;
  /** The connected account in the Stripe sandbox. */
  readonly account: { readonly id: string; readonly country: 'US' | 'JP'; readonly currency: 'usd' | 'jpy' };
  readonly draft: Draft;
}

function links(entries: readonly (readonly [id: string, label: string, url: string])[]): Draft['links'] {
  return Object.fromEntries(
    entries.map(([id, label, url], order): [string, DraftLink] => [id, { label, url, order, on: true }]),
  );
}

const password = 'busker-demo';

export const demoOwners: readonly DemoOwner[] = [
  {
    email: 'ada@example.com',
    password,
    account: { id: 'acct_sandboxada', country: 'US', currency: 'usd' },
    draft: {
      ...emptyDraft,
      revision: 1,
      handle: 'ada',
      name: 'Ada Lind',
      bio: 'Cello, mostly outdoors. Under the railway bridge on weekdays, at the market on Saturdays.',
      links: links([
        ['instagram', 'Instagram', 'https://instagram.com/adalind.cello'],
        ['youtube', 'YouTube', 'https://www.youtube.com/@adalindcello'],
        ['tiktok', 'TikTok', 'https://www.tiktok.com/@adalind.cello'],
        ['x', 'X', 'https://x.com/adalindcello'],
        ['scores', 'Sheet music', 'https://adalind.example/scores'],
      ]),
      look: { ...emptyDraft.look, accent: '#9a4a1c' },
      tips: { ...emptyDraft.tips, thanks: 'Thank you! It helps to pay for new strings and hot soup.' },
    },
  },
  {
    email: 'grace@example.com',
    password,
    account: { id: 'acct_sandboxgrace', country: 'JP', currency: 'jpy' },
    draft: {
      ...emptyDraft,
      revision: 1,
      handle: 'grace',
      name: 'Grace Mori',
      bio: 'Small games about big weather, drawn and coded in Kyoto.',
      links: links([
        ['site', 'Play the games', 'https://gracemori.example/games'],
        ['x', 'X', 'https://x.com/gracemori'],
        ['instagram', 'Instagram', 'https://instagram.com/gracemori.draws'],
      ]),
      look: { ...emptyDraft.look, accent: '#1f5fae' },
      tips: {
        ...emptyDraft.tips,
        showWall: true,
        goal: { label: 'A quieter fan for the render machine', amount: 30_000 },
      },
    },
  },
];
