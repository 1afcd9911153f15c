import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { blockPictures } from '@busker/core/blocks/block';
import { pagePreviewBody, type PagePreviewBody } from '@busker/core/dashboard-api/owner-api';
import { currencyOf, tipsIn } from '@busker/core/profile/profile';
import { withoutPictures } from '@busker/core/looks/page-look';
import type { Failure } from '../../data/failure';
import { FailureAlert } from '../../feedback/failure-alert';
import { useText } from '../../messages/text';
import { blockStandIn } from '../../publish/preview-profile';
import { loaded, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useDraftProfile } from './draft-card';
import styles from './profile.module.css';

/** Milliseconds after the last edit. */
const rest = 400;

/** In place of a picture that is not published: the server lets no other path into a page. */
const standIn = (index: number) => `/img/${index.toString(16).padStart(64, '0')}`;

/** What the page would show, and the addresses behind the stand-ins. */
function usePageOfDraft() {
  const { draft, profile, picture, urlOf } = useDraftProfile();
  const published = loaded(usePublished());
  const behind = new Map<string, string>();
  const shown = (published: string | null, url: string | null): string | null => {
    if (published !== null || url === null) return published;
    const name = standIn(behind.size);
    behind.set(name, url);
    return name;
  };
  for (const upload of blockPictures(draft.blocks)) {
    const url = urlOf(upload);
    if (url !== null) behind.set(`/img/${blockStandIn(upload)}`, url);
  }
  const links = profile.links.map((link) => {
    const sign = draft.links[link.id]?.sign;
    return { ...link, picture: shown(link.picture, sign?.kind === 'picture' ? urlOf(sign) : null) };
  });
  const { cover, ground } = draft.look.page;
  const above = shown(profile.cover ?? null, cover && urlOf(cover));
  const upload = ground?.kind === 'picture' ? ground.upload : null;
  const backdrop = shown(profile.backdrop ?? null, upload && urlOf(upload));
  const { tips, arrangement } = draft;
  const { currency } = profile.tips;
  // A goal of another currency has ended.
  const { goal } = tipsIn({ ...tips, currency: currencyOf(tips, published, currency) }, currency);
  const asked: PagePreviewBody = {
    profile: {
      ...profile,
      picture: shown(profile.picture, picture),
      links,
      ...(above !== null && { cover: above }),
      ...(backdrop !== null && {
        backdrop,
        pageLook: { ...withoutPictures(draft.look.page), ground: { kind: 'picture', upload: null } },
      }),
    },
    goal: arrangement.pageGoal ? goal : null,
    supporters: tips.showWall ? arrangement.pageWall : 0,
    hideAmounts: tips.hideAmounts,
  };
  // A goal that is being typed is not shown yet.
  const isWhole: boolean = v.is(pagePreviewBody, asked);
  return { asked: isWhole ? asked : { ...asked, goal: null }, behind };
}

const escaped = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const filledIn = (html: string, urls: readonly (readonly [string, string])[]): string =>
  urls.reduce((whole, [name, url]) => whole.replaceAll(name, escaped(url)), html);

/** The public page with the draft, as the server would send it. It has no script, and its links lead nowhere. */
export function DraftPage({ scheme }: { readonly scheme: 'light' | 'dark' }) {
  const text = useText();
  const { api } = useBackend();
  const { asked, behind } = usePageOfDraft();
  const [page, setPage] = useState<{ readonly html: string } | Failure | null>(null);
  const [again, setAgain] = useState(0);
  const body = JSON.stringify(asked);
  const names = JSON.stringify([...behind]);
  const asks = useRef(0);

  useEffect(() => {
    let isOld = false;
    const ask = async () => {
      const answer = await api.previewPage(JSON.parse(body) as PagePreviewBody);
      if (isOld) return;
      // What the names mean at this moment: after an edit this page stays until the next one is here, and the server has nothing under them.
      const urls = JSON.parse(names) as [string, string][];
      setPage(answer.ok ? { html: filledIn(answer.value.html, urls) } : answer.problem);
    };
    const timer = setTimeout(() => void ask(), asks.current === 0 ? 0 : rest);
    asks.current += 1;
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [api, body, names, again]);

  if (page === null) return <Skeleton height={420} radius="lg" />;
  if ('code' in page) return <FailureAlert failure={page} onRetry={() => setAgain(again + 1)} />;
  return (
    <iframe
      className={styles.wholePage}
      // The style sheet is this server's own; without scripts, pop-ups and forms nothing in the page does anything.
      sandbox="allow-same-origin"
      title={text('preview.page')}
      style={{ colorScheme: scheme }}
      srcDoc={page.html}
    />
  );
}
