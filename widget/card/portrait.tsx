import { useState } from 'react';

interface Props {
  readonly name: string;
  /** A path on `host`. */
  readonly picture: string | null;
  readonly host: string;
}

/** The owner's picture; the first letter of the name while there is none. The name stands beside it: no alternative text. */
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
