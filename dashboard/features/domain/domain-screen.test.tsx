import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DomainAnswer } from '@busker/core/domains/domain-api';
import type { FakeBackend } from '../../testing/fake-backend';
import { waitingDomain } from '../../testing/in-memory-backend';
import { adasBackend, showScreen } from '../../testing/fake-screen';

type OwnDomain = NonNullable<DomainAnswer['domain']>;

const name = 'links.ada.example';

function withDomain(change: Partial<OwnDomain> = {}): FakeBackend {
  const fake = adasBackend();
  fake.domain = { offered: true, domain: { ...waitingDomain(name), ...change } };
  return fake;
}
const show = (fake: FakeBackend) => showScreen('/settings/domain', fake);
const heading = 'Your own domain';
const panel = async () => within(await screen.findByRole('region', { name: heading }));

describe('the screen of the domain', () => {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  // Holds dash-1110.
  // Holds dash-1117.
  test('takes a domain, and shows each record with the part of its name that registrars ask for', async () => {
    const { user } = show(adasBackend());
    await user.type(await screen.findByLabelText('Domain'), `${name}{Enter}`);
    expect((await panel()).getByText('Waiting for the records')).toBeTruthy();
    const records = within(screen.getByRole('list', { name: 'Records to set' }));
    const valueOf = (label: string) => (records.getByLabelText(label) as HTMLTextAreaElement).value;
    expect([valueOf('Name of CNAME'), valueOf('Value of CNAME')]).toEqual(['links', 'busker.example']);
    expect([valueOf('Name of TXT'), valueOf('Value of TXT')]).toEqual([
      '_busker.links',
      expect.stringMatching(/^busker=\w{40}$/),
    ]);
    const buttons = records.getAllByRole('button', { name: /^Copy/ });
    expect(buttons.map((button) => [button.textContent, button.getAttribute('aria-label')])).toEqual([
      ['Copy', 'Copy: Name of CNAME'],
      ['Copy', 'Copy: Value of CNAME'],
      ['Copy', 'Copy: Name of TXT'],
      ['Copy', 'Copy: Value of TXT'],
    ]);
  });

  // Holds dash-1111.
  test('refuses what is no domain beside the field, without asking the server, and shows what the server refuses there too', async () => {
    const fake = adasBackend();
    const { user } = show(fake);
    const field = await screen.findByLabelText('Domain');
    await user.type(field, '192.0.2.1{Enter}');
    expect(await screen.findByText('Write the domain as blog.example.com.')).toBeTruthy();
    expect(fake.domain.domain).toBeNull();
    fake.failNext('wantDomain', 'api/invalid-fields', { domain: 'domain-taken' });
    await user.clear(field);
    await user.type(field, `${name}{Enter}`);
    expect(await screen.findByText('Another page already uses this domain.')).toBeTruthy();
    expect(field).toHaveProperty('value', name);
  });

  // Holds dash-1112.
  test('shows a name of other letters as DNS writes it, and never as letters that can be mistaken', async () => {
    const { user } = show(adasBackend());
    await user.type(await screen.findByLabelText('Domain'), 'аррӏе.example');
    expect(await screen.findByText('DNS writes this name as xn--80ak6aa92e.example.')).toBeTruthy();
    cleanup();
    show(withDomain({ name: 'xn--80ak6aa92e.example' }));
    expect((await panel()).getByText('xn--80ak6aa92e.example')).toBeTruthy();
    cleanup();
    show(withDomain({ name: 'xn--bcher-kva.example' }));
    expect((await panel()).getByText('bücher.example')).toBeTruthy();
    expect((await panel()).getByText('DNS writes this name as xn--bcher-kva.example.')).toBeTruthy();
  });

  // Holds dash-1113.
  test.each<[OwnDomain['state'], string, RegExp]>([
    ['waiting', 'Waiting for the records', /Set these records where you bought/],
    ['wrong', 'A record is wrong', /Change the record/],
    ['proving', 'The proof is missing', /Set the TXT record too/],
    ['taken', 'In use by another page', /Remove it here and use another one/],
    ['certificate', 'Certificate is coming', /usually comes within minutes/],
    ['live', 'Live', /Visitors find your page/],
    ['broken', 'Not reachable', /since November 1, 2026.*by November 15, 2026/],
  ])('says in words that the state is %s, and what to do', async (state, tag, why) => {
    show(
      withDomain({
        state,
        checkedAt: Date.UTC(2026, 10, 2, 12),
        brokenSince: Date.UTC(2026, 10, 1, 12),
        endsAt: Date.UTC(2026, 10, 15, 12),
      }),
    );
    expect((await panel()).getByText(tag)).toBeTruthy();
    expect((await panel()).getByText(why)).toBeTruthy();
  });

  // Holds dash-1113.
  test('shows what stands in a wrong record beside what should, and a record that must go', async () => {
    const { records, ...domain } = waitingDomain('ada.example');
    const wrong = { ...records[0], check: 'wrong', seen: ['198.51.100.7'] } as OwnDomain['records'][number];
    const over = { ...wrong, type: 'AAAA' as const, values: [], seen: ['2001:db8::9'] };
    show(withDomain({ ...domain, state: 'wrong', records: [wrong, over] }));
    expect(await screen.findByText('We see: 198.51.100.7')).toBeTruthy();
    expect(screen.getByText('Remove this record.')).toBeTruthy();
  });

  // Holds dash-1114.
  test('names the permission that the host must give, and says when the host offers no domains', async () => {
    show(withDomain({ state: 'certificate', permission: 'firebasehosting.sites.update' }));
    expect((await screen.findByRole('alert')).textContent).toContain('firebasehosting.sites.update');
    cleanup();
    const fake = adasBackend();
    fake.domain = { offered: false, domain: null };
    show(fake);
    expect((await panel()).getByText(/has not switched on own domains/)).toBeTruthy();
    expect(screen.queryByLabelText('Domain')).toBeNull();
  });

  // Holds pay-963.
  test.each<[OwnDomain['wallets'], RegExp]>([
    ['registered', /are offered at this address too/],
    ['waiting', /We keep asking. All other ways to pay work/],
    ['refused', /does not offer Apple Pay and Google Pay at this address/],
  ])('says of wallets that are %s what it means', async (wallets, sentence) => {
    show(withDomain({ state: 'live', wallets }));
    expect((await panel()).getByText(sentence)).toBeTruthy();
  });

  // Holds dash-1115.
  test('checks each minute while it is open, and at once when asked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const fake = withDomain();
    const { user } = show(fake);
    await panel();
    fake.domainNext = { offered: true, domain: { ...waitingDomain(name), state: 'proving' } };
    await act(() => vi.advanceTimersByTimeAsync(59_000));
    expect((await panel()).queryByText('The proof is missing')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect((await panel()).getByText('The proof is missing')).toBeTruthy();
    fake.domainNext = { offered: true, domain: { ...waitingDomain(name), state: 'live' } };
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByRole('link', { name })).toHaveProperty('href', `https://${name}/`);
  });

  test('keeps what it shows when a check fails', async () => {
    const fake = withDomain();
    const { user } = show(fake);
    await panel();
    fake.failNext('checkDomain', 'api/too-many-requests');
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText(/Please wait a few minutes/)).toBeTruthy();
    expect((await panel()).getByText('Waiting for the records')).toBeTruthy();
  });

  // Holds dash-1116.
  test('removes the domain after a question, and takes another one', async () => {
    const fake = withDomain({ state: 'live' });
    const { user } = show(fake);
    await user.click(await screen.findByRole('button', { name: 'Remove domain' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Links to links.ada.example stop working/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Remove domain' }));
    expect(await screen.findByLabelText('Domain')).toBeTruthy();
    await waitFor(() => expect(fake.domain.domain).toBeNull());
  });

  test('says why a domain was given up, and offers the form again', async () => {
    show(withDomain({ state: 'released' }));
    expect((await panel()).getByText(/missing or wrong for two weeks/)).toBeTruthy();
    expect(screen.getByLabelText('Domain')).toBeTruthy();
  });
});
