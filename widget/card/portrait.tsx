import { useState } from 'react';

interface Props {
  readonly name: string;
  /** A path on `host`. */
  readonly picture: string | null;
  readonly host: string;
}

/** The owner's picture, or the first letter of their name. It needs no alternative text, because the name is beside it. */
export function Portrait({ name, picture, host }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
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
