import { useState } from 'react';
import { CardPreview } from '@busker/widget';
import { embedFolder } from '../../data/config';
import { useDraft } from '../../draft/draft-provider';
import { otherUploads } from '@busker/core/profile/draft';
import { cardProfile } from '@busker/core/profile/profile';
import { previewProfile } from '../../publish/preview-profile';
import { useDraftPicture, usePictureUrls } from './picture-chooser';
import { usePayments, usePublished } from '../../session/owner-documents';
import { useText } from '../../messages/text';
import { useBackend, useOwner } from '../../session/session';
import styles from './profile.module.css';

/** The draft as visitors would see it, and where its pictures are that are not published yet. */
export function useDraftProfile() {
  const text = useText();
  const { host } = useBackend();
  const { uid } = useOwner();
  const { draft } = useDraft();
  const live = usePublished();
  const payments = usePayments();
  const [now] = useState(() => Date.now());
  const profile = previewProfile(draft, {
    uid,
    live: live.kind === 'ready' ? live.value : null,
    payments: payments.kind === 'ready' ? payments.value : null,
    host,
    now,
    yourName: text('preview.yourName'),
  });
  const published = live.kind === 'ready' ? live.value : null;
  const picture = useDraftPicture(draft, published);
  const urlOf = usePictureUrls(otherUploads(draft), published);
  return { draft, profile, picture, urlOf };
}

/** The real widget with the draft; its tip sheet charges nobody. */
export function DraftCard({ scheme }: { readonly scheme: 'light' | 'dark' }) {
  const { host } = useBackend();
  const { draft, profile, picture, urlOf } = useDraftProfile();
  const links = profile.links.map((link) => {
    const sign = draft.links[link.id]?.sign;
    return sign?.kind === 'picture' ? { ...link, picture: urlOf(sign) } : link;
  });
  // A floating button is above everything of the window. Here it is in the corner of the frame.
  const floats = profile.look.layout === 'floating';
  return (
    <div className={floats ? styles.floats : undefined}>
      <CardPreview
        profile={cardProfile({ ...profile, picture, links })}
        host={host}
        assets={embedFolder}
        attributes={{ theme: scheme, ...(floats && { layout: 'button' }) }}
      />
    </div>
  );
}
