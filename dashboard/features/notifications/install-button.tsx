import { useEffect, useState } from 'react';
import { IconDownload } from '../../icons/screen-icons';
import { useText } from '../../messages/text';
import { PlainButton } from '../../theme/theme';

/** Chromium's offer to install the page as an app. It is in no standard, so TypeScript has no type of it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event;

/** "Install Busker", only after the browser has offered it: elsewhere the browser's own menu installs. */
export function InstallButton() {
  const text = useText();
  const [offer, setOffer] = useState<InstallOffer | null>(null);
  useEffect(() => {
    const keep = (event: Event) => {
      if (!isOffer(event)) return;
      // The browser then leaves out its own banner.
      event.preventDefault();
      setOffer(event);
    };
    const installed = () => setOffer(null);
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', installed);
    return () => {
      window.removeEventListener('beforeinstallprompt', keep);
      window.removeEventListener('appinstalled', installed);
    };
  }, []);
  const install = async () => {
    // An offer works once.
    setOffer(null);
    await offer?.prompt();
  };
  return (
    offer && (
      <PlainButton leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void install()}>
        {text('push.install')}
      </PlainButton>
    )
  );
}
