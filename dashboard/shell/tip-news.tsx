import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { useText } from '../messages/text';
import { useAnnounce } from '../ui/announcer';
import { useToast } from '../ui/toast';
import { tipNews } from '../shared/tips/tip-texts';
import { useArrivedTips } from '../shared/tips/use-arrived-tips';
import { firstTips, useTips } from '../shared/tips/use-tips';

/** Announces a new tip on every screen, and shows a toast where the list is not visible. */
export function TipNews() {
  const text = useText();
  const { locale } = useIntl();
  const { pathname } = useLocation();
  const announce = useAnnounce();
  const { told } = useToast();
  const live = useTips(firstTips);

  useArrivedTips(live.kind === 'ready' ? live.value : null, (tips) => {
    const news = tipNews(tips, locale, text);
    // The toast is announced by itself.
    if (pathname === '/tips') announce(news);
    else told(news);
  });
  return null;
}
