import * as v from 'valibot';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import {
  defaultLook,
  look as wearable,
  normaliseHandle,
  parsePublishableDraft,
  type Draft,
} from '@busker/core/profile/draft';
import { blockPictures, draftBlock } from '@busker/core/blocks/block';
import { isSafeUrl } from '@busker/core/links/link';
import { sameUpload, type DraftPicture } from '@busker/core/pictures/picture-slots';
import {
  toPublicProfile,
  publishedProfile,
  type PublicProfile,
  type StoredProfile,
} from '@busker/core/profile/profile';
import { suggestedName } from '@busker/core/links/readable-address';

interface PreviewSurroundings {
  readonly uid: string;
  readonly live: StoredProfile | null;
  readonly payments: PaymentsState | null;
  /** Origin of the Busker server. */
  readonly host: string;
  readonly now: number;
  /** Shown in place of an empty name. */
  readonly yourName: string;
}

/** Incomplete input is left out or replaced by a default, so that the card can be shown. */
function showable(draft: Draft, yourName: string): Draft {
  const parsed = parsePublishableDraft(draft);
  if (parsed.ok) return parsed.value;
  const links = Object.entries(draft.links)
    .filter(([, link]) => isSafeUrl(link.url))
    .map(([id, link]) => [id, { ...link, label: link.label.trim() || suggestedName(link.url) }] as const);
  const trimmed = Object.entries(draft).map(
    ([field, value]: [string, unknown]) => [field, typeof value === 'string' ? value.trim() : value] as const,
  );
  return {
    ...draft,
    ...Object.fromEntries(trimmed),
    handle: normaliseHandle(draft.handle),
    name: draft.name.trim() || yourName,
    links: Object.fromEntries(links),
    blocks: Object.fromEntries(Object.entries(draft.blocks).filter(([, block]) => v.is(draftBlock, block))),
    look: v.is(wearable, draft.look) ? draft.look : defaultLook,
  };
}

/** The file's name of a block's picture that is not published: no hash of a file, and another one for each slot. */
export const blockStandIn = ({ slot }: DraftPicture): string => slot.replaceAll(/\D/g, '').padStart(64, 'b');

/** The draft as visitors would see it if it were published now. Uses the same functions as publishing. */
export function previewProfile(draft: Draft, around: PreviewSurroundings): PublicProfile {
  const { uid, live, payments, host, now, yourName } = around;
  const shown = showable(draft, yourName);
  const picture = sameUpload(live?.picture ?? null, shown.picture) ? (live?.picture ?? null) : null;
  const currency = payments?.currency ?? null;
  const standIns = blockPictures(shown.blocks).map((upload) => ({
    ...upload,
    sha256: blockStandIn(upload),
    type: 'image/webp' as const,
    size: null,
  }));
  const profile = publishedProfile(shown, {
    uid,
    previous: live,
    picture,
    linkPictures: [...(live?.linkPictures ?? []), ...standIns],
    pagePictures: live?.pagePictures ?? [],
    currency,
    now,
  });
  return toPublicProfile(profile, payments, host, now).profile;
}
