import { useState } from 'react';
import type { PublicProfile } from '../../core/public-profile';

/** The owner's picture, from HOST alone; the first letter of the name while there is none. The name stands beside it: no alt text. */
export function Portrait({ profile, host }: { readonly profile: PublicProfile; readonly host: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { picture, name } = profile;
  if (!picture || picture === broken)
    return (
      <span className="avatar initial" part="avatar" aria-hidden="true">
        {/\S/u.exec(name)?.[0].toUpperCase()}
      </span>
    );
  return (
    <img
      className="avatar"
      part="avatar"
      src={picture.startsWith('/') ? host + picture : picture}
      alt=""
      width="68"
      height="68"
      decoding="async"
      onError={() => setBroken(picture)}
    />
  );
}
