import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs';
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconIdBadge2 from '@tabler/icons-react/dist/esm/icons/IconIdBadge2.mjs';

import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';

/** The screens of the main menu, in order. */
export const destinations = [
  { to: '/profile', label: 'nav.profile', Icon: IconIdBadge2 },
  { to: '/tips', label: 'nav.tips', Icon: IconCoin },
  { to: '/insights', label: 'nav.insights', Icon: IconChartBar },
  { to: '/payments', label: 'nav.payments', Icon: IconCreditCard },
  { to: '/embed', label: 'nav.embed', Icon: IconCode },
  { to: '/account', label: 'nav.account', Icon: IconUserCircle },
] as const;
