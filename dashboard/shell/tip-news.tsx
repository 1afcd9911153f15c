import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { useText } from '../messages/text';
import { useAnnounce } from '../ui/announcer';
import { useToast } from '../ui/toast';
import { NewTips } from '../shared/tips/new-tips';
import { tipNews } from '../shared/tips/tip-texts';

/** Announces a new tip on every screen, and shows a toast where the list is not visible. */
export function TipNews({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const { locale } = useIntl();
  const { pathname } = useLocation();
  const announce = useAnnounce();
  const { notify } = useToast();
  return (
    <NewTips
      onArrival={(tips) => {
        const news = tipNews(tips, locale, text);
        // The toast is announced by itself.
        if (pathname === '/tips') announce(news);
        else notify(news);
      }}
    >
      {children}
    </NewTips>
  );
}
