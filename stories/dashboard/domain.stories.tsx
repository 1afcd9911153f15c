import type { Meta, StoryObj } from '@storybook/react-vite';
import type { DomainAnswer } from '@busker/core/domains/domain-api';
import { waitingDomain } from '@busker/dashboard/testing/in-memory-backend';
import { adaSignedIn, at } from './app-at';

const meta: Meta = { title: 'Dashboard/Domain', parameters: { layout: 'fullscreen' } };
export default meta;

type OwnDomain = NonNullable<DomainAnswer['domain']>;

const waiting = waitingDomain('links.ada.example');
const noon = Date.UTC(2026, 10, 20, 12);
const of = (change: Partial<OwnDomain>): StoryObj =>
  at('/settings/domain', adaSignedIn, (fake) => {
    fake.domain = { offered: true, domain: { ...waiting, checkedAt: noon, ...change } };
  });
const right = waiting.records.map((record) => ({ ...record, check: 'right' as const }));

export const None: StoryObj = at('/settings/domain', adaSignedIn);
export const NotOffered: StoryObj = at('/settings/domain', adaSignedIn, (fake) => {
  fake.domain = { offered: false, domain: null };
});
export const Waiting = of({ checkedAt: null });
export const Wrong = of({
  state: 'wrong',
  records: waiting.records.map((record, index) =>
    index === 0 ? { ...record, check: 'wrong', seen: ['parking.registrar.example'] } : record,
  ),
});
export const PermissionMissing = of({
  state: 'certificate',
  records: right,
  permission: 'firebasehosting.sites.update',
});
export const Live = of({
  state: 'live',
  records: right,
  name: 'xn--bcher-kva.example',
  wallets: 'registered',
});
export const WalletsRefused = of({ state: 'live', records: right, wallets: 'refused' });
export const Broken = of({ state: 'broken', brokenSince: noon, endsAt: noon + 14 * 24 * 60 * 60_000 });
export const NotAnswering: StoryObj = at('/settings/domain', adaSignedIn, (fake) =>
  fake.failNext('ownDomain', 'api/service-unavailable'),
);
