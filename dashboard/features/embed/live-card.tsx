import { useState } from 'react';
import { cardProfile, draftOf, type StoredProfile } from '@busker/core/profile/profile';
import { CardPreview } from '@busker/widget';
import { previewProfile } from '../../publish/preview-profile';
import { usePayments } from '../../session/owner-documents';
import { embedFolder } from '../../data/config';
import { useBackend, useOwner } from '../../session/session';
import { attributesOf, type TagChoices } from '../../embed-code/snippet';

interface LiveCardProps {
  readonly profile: StoredProfile;
  readonly choices: TagChoices;
}

/** The published card with the chosen attributes. Its tip sheet charges nobody. */
export function LiveCard({ profile, choices }: LiveCardProps) {
  const { host } = useBackend();
  const { uid } = useOwner();
  const payments = usePayments();
  const [now] = useState(() => Date.now());
  const shown = previewProfile(draftOf(profile), {
    uid,
    live: profile,
    payments: payments.kind === 'ready' ? payments.value : null,
    host,
    now,
    yourName: profile.name,
  });
  const attributes = attributesOf(choices);
  return (
    <CardPreview profile={cardProfile(shown)} host={host} assets={embedFolder} attributes={attributes} />
  );
}
