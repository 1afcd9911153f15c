import { describe, expect, it } from 'vitest';
import type { LinkHealth, LinkState } from '../../core/profile-documents/profile-document';
import { notifiedLinks } from './check-links';

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
  const notified = (before: LinkHealth | undefined, after: LinkHealth, now: number) =>
    notifiedLinks(before === undefined ? {} : { k: before }, { k: after }, now);

  it('a broken link is told at the second look, once', () => {
    const first = notified(link('ok'), link('gone'), noon);
    expect(first.facts).toEqual([]);
    expect(notified(first.links['k'], link('gone'), noon + hour).facts).toEqual([]);
    const second = notified(first.links['k'], link('gone'), noon + 24 * hour);
    expect(second.facts).toEqual([{ type: 'link.dead', linkId: 'k', url, state: 'gone', since: noon }]);
    expect(notified(second.links['k'], link('gone'), noon + 48 * hour).facts).toEqual([]);
    expect(
      notified(second.links['k'], link('unreachable', noon + 48 * hour), noon + 72 * hour).facts,
    ).toEqual([]);
  });

  it('a link that works again is told, if the owner was told that it was broken', () => {
    const broken = link('gone', noon, { toldAt: noon });
    const back = notified(broken, link('ok'), noon + hour);
    expect(back).toEqual({ facts: [{ type: 'link.back', linkId: 'k', url }], links: { k: link('ok') } });
    expect(notified(link('gone'), link('ok'), noon + hour).facts).toEqual([]);
  });

  it('a site that refuses programs says nothing about a broken link', () => {
    const broken = link('gone', noon, { toldAt: noon });
    const unsure = notified(broken, link('unknown'), noon + hour);
    expect(unsure.facts).toEqual([]);
    expect(notified(unsure.links['k'], link('ok'), noon + 2 * hour).facts).toHaveLength(1);
  });

  it('another address is another link', () => {
    const other = link('gone', noon, { url: 'https://b.example/', toldAt: noon });
    expect(notified(other, link('gone', noon), noon + 24 * hour).facts).toEqual([]);
    expect(notified(undefined, link('ok'), noon).facts).toEqual([]);
  });
});
