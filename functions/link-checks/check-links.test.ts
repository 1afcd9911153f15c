import { describe, expect, it } from 'vitest';
import type { LinkHealth, LinkState } from '../../core/profile-documents/profile-document';
import { toldLinks } from './check-links';

describe('told links', () => {
  const hour = 60 * 60_000;
  const noon = Date.UTC(2026, 9, 1, 12);
  const url = 'https://a.example/';
  const link = (state: LinkState, since = noon, more: Partial<LinkHealth> = {}): LinkHealth => ({
    url,
    state,
    status: null,
    movedTo: null,
    since,
    checkedAt: since,
    ...more,
  });
  const told = (before: LinkHealth | undefined, after: LinkHealth, now: number) =>
    toldLinks(before === undefined ? {} : { k: before }, { k: after }, now);

  it('a broken link is told at the second look, once', () => {
    const first = told(link('ok'), link('gone'), noon);
    expect(first.facts).toEqual([]);
    expect(told(first.links['k'], link('gone'), noon + hour).facts).toEqual([]);
    const second = told(first.links['k'], link('gone'), noon + 24 * hour);
    expect(second.facts).toEqual([{ type: 'link.dead', linkId: 'k', url, state: 'gone', since: noon }]);
    expect(told(second.links['k'], link('gone'), noon + 48 * hour).facts).toEqual([]);
    expect(told(second.links['k'], link('unreachable', noon + 48 * hour), noon + 72 * hour).facts).toEqual(
      [],
    );
  });

  it('a link that works again is told, if the owner was told that it was broken', () => {
    const broken = link('gone', noon, { toldAt: noon });
    const back = told(broken, link('ok'), noon + hour);
    expect(back).toEqual({ facts: [{ type: 'link.back', linkId: 'k', url }], links: { k: link('ok') } });
    expect(told(link('gone'), link('ok'), noon + hour).facts).toEqual([]);
  });

  it('a site that refuses programs says nothing about a broken link', () => {
    const broken = link('gone', noon, { toldAt: noon });
    const unsure = told(broken, link('unknown'), noon + hour);
    expect(unsure.facts).toEqual([]);
    expect(told(unsure.links['k'], link('ok'), noon + 2 * hour).facts).toHaveLength(1);
  });

  it('another address is another link', () => {
    const other = link('gone', noon, { url: 'https://b.example/', toldAt: noon });
    expect(told(other, link('gone', noon), noon + 24 * hour).facts).toEqual([]);
    expect(told(undefined, link('ok'), noon).facts).toEqual([]);
  });
});
