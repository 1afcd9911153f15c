import { cleanup, configure, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleProfile } from '../testing/sample-profile';
import { readSettings } from '../attributes/attributes';
import { createControls } from '../signals/controls';
import { en } from '../messages/en-card';
import { readWall } from './read-wall';
import { Wall, shownSupporters } from './wall';

describe('wall', () => {
  // Loads the wall's chunk before the first test, which takes a busy machine longer than a second.
  configure({ asyncUtilTimeout: 60_000 });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const supporter = (name: string | null, message: string | null) => ({
    name,
    message,
    amount: 500,
    currency: 'usd',
    at: 1,
  });

  function showWall(
    attributes: Readonly<Record<string, string>>,
    body: object,
    profile = sampleProfile(),
  ): void {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body)));
    const host = document.createElement('div');
    const shadow = host.attachShadow({ mode: 'open' });
    render(
      <Wall
        settings={readSettings((name) => attributes[name] ?? null)}
        profile={profile}
        host="https://busker.test"
        isFile={false}
        assets=""
        count={() => undefined}
        controls={createControls(host)}
        language={{ locale: 'en-US', texts: en }}
        shadow={shadow}
      />,
    );
  }

  it('shows as many supporters as the tag asks for, and “someone” for a missing name', async () => {
    const supporters = [supporter(null, 'Lovely'), supporter('Mo', null), supporter('Zoe', null)];
    showWall({ wall: '2' }, { v: 1, goal: null, supporters });
    await screen.findByText('Mo');
    expect(screen.getByText('Someone')).toBeDefined();
    expect(screen.getByText('Lovely')).toBeDefined();
    expect(screen.queryByText('Zoe')).toBeNull();
  });

  // Holds pay-305, tag-183.
  it('has a word beside the name of a fan who gives every month or every year, and none beside another', async () => {
    const monthly = { ...supporter('Mo', null), every: 'month' };
    const yearly = { ...supporter(null, null), every: 'year' };
    const hidden = { ...supporter('Ida', null), amount: null };
    const supporters = [monthly, supporter('Zoe', null), yearly, hidden];
    showWall({ wall: '4' }, { v: 1, goal: null, supporters });
    await screen.findByText('Mo');
    const rows = screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '));
    expect(rows).toEqual(['Mo Monthly $5.00', 'Zoe $5.00', 'Someone Yearly $5.00', 'Ida ']);
  });

  // Holds dash-921.
  it('says in place of the tip button that tips are paused, with the owner’s sentence and the day, and asks for no wall that nobody shows', async () => {
    const profile = sampleProfile();
    const pause = { until: '2026-12-05', note: 'On tour.' };
    showWall({}, {}, { ...profile, tips: { ...profile.tips, state: 'off', pause } });
    const asked = vi.fn<typeof fetch>();
    vi.stubGlobal('fetch', asked);
    expect((await screen.findByRole('note')).textContent).toBe(
      'On tour.Tips are paused. They start again on December 5, 2026.',
    );
    expect(asked).not.toHaveBeenCalled();
  });

  it('leaves out a pause of a hand-written file that names no day', async () => {
    const profile = sampleProfile();
    const pause = { until: 'soon', note: 'On tour.' };
    showWall(
      { wall: '1' },
      { v: 1, goal: null, supporters: [supporter('Mo', null)] },
      {
        ...profile,
        tips: { ...profile.tips, state: 'off', pause },
      },
    );
    await screen.findByText('Mo');
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('fills the goal’s bar, but no further than its end', async () => {
    const goal = { label: 'A new bow', amount: 1000, reached: 2500, currency: 'usd' };
    showWall({ goal: '' }, { v: 1, goal, supporters: [supporter('Mo', null)] });
    const bar = await screen.findByRole('progressbar', { name: 'A new bow' });
    expect(bar.getAttribute('aria-valuenow')).toBe('100');
    expect(bar.getAttribute('aria-valuetext')).toBe('Reached · $25.00 of $10.00');
    expect(screen.queryByText('Mo')).toBeNull();
  });

  it('shows as many supporters as the owner chose where the tag says nothing, and no more than the tag says', async () => {
    const { tips } = sampleProfile();
    const chosen = sampleProfile({ tips: { ...tips, wall: 1 } });
    const body = { v: 1, goal: null, supporters: [supporter('Grace', null), supporter('Mo', null)] };
    showWall({}, body, chosen);
    await screen.findByText('Grace');
    expect(screen.queryByText('Mo')).toBeNull();
    cleanup();
    showWall({ wall: '2' }, body, chosen);
    await screen.findByText('Mo');
  });

  it('limits the number of supporters to 0 to 50', () => {
    expect([6, -1, 6.9, 1e9].map(shownSupporters)).toEqual([6, 0, 6, 50]);
  });
});

describe('the server’s wall', () => {
  it('becomes a valid wall from any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const { goal, supporters } = readWall(body);
        return (goal === null || goal.amount > 0) && Array.isArray(supporters);
      }),
    );
  });

  it('keeps valid parts and drops the rest', () => {
    const good = { name: 'Zoe', message: null, amount: 500, currency: 'usd', at: 1 };
    const goal = { label: 'A new bow', amount: 5000, reached: 500, currency: 'usd' };
    const odd = [{ ...good, amount: -1 }, { ...good, currency: 'shells' }, null, 'x'];
    expect(readWall({ goal, supporters: [good, ...odd] })).toEqual({ v: 1, goal, supporters: [good] });
    const hidden = { ...good, amount: null };
    expect(readWall({ supporters: [hidden] }).supporters).toEqual([hidden]);
    const monthly = { ...good, every: 'month' };
    expect(readWall({ supporters: [monthly, { ...good, every: 'week' }] }).supporters).toEqual([
      monthly,
      good,
    ]);
    expect(readWall({ goal: { ...goal, amount: 0 } })).toEqual({ v: 1, goal: null, supporters: [] });
  });
});
