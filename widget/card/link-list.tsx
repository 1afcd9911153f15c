import { platformOf } from '../../core/platform';
import { isSafeUrl } from '../../core/link';
import type { PublicLink } from '../../core/public-profile';
import type { Emit } from '../events';
import type { CardMessages } from '../messages/en';
import { PlatformIcon } from './icons';

interface Props {
  readonly links: readonly PublicLink[];
  readonly emit: Emit;
  readonly messages: CardMessages;
}

export function LinkList({ links, emit, messages }: Props) {
  const safe = links.filter((link) => isSafeUrl(link.url));
  return (
    <ul className="links" part="links">
      {safe.map((link, index) => (
        <li key={link.id}>
          {link.group && link.group !== safe[index - 1]?.group && <p className="group">{link.group}</p>}
          <CardLink link={link} emit={emit} messages={messages} />
        </li>
      ))}
    </ul>
  );
}

function CardLink({ link, emit, messages }: { link: PublicLink; emit: Emit; messages: CardMessages }) {
  const follow = (event: { preventDefault: () => void }) => {
    const { id, url, label } = link;
    if (!emit('busker-link-click', { id, url, label })) event.preventDefault();
  };
  return (
    <a className="link" part="link" href={link.url} rel="me noopener" target="_blank" onClick={follow}>
      <PlatformIcon platform={platformOf(link.url)} />
      <span className="label" part="link-label">
        {link.label}
      </span>
      {link.verified && (
        <svg className="verified" viewBox="0 0 24 24" role="img" aria-label={messages.verified}>
          <path className="line" d="m5 13 4 4L19 7" />
        </svg>
      )}
    </a>
  );
}
