import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { inOrder } from '../../../core/profile/public-view';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { tipAmount, tipGiver } from '../../shared/tips/tip-texts';
import { firstTips, useTips } from '../../shared/tips/use-tips';
import type { Command } from './command';

const noTips = { tips: [], more: false };

/** The owner's links and newest tips, and a search of all tips. */
export function useFindCommands(typed: string): readonly Command[] {
  const text = useText();
  const { locale } = useIntl();
  const navigate = useNavigate();
  const { draft } = useDraft();
  const live = useTips(firstTips);
  const { tips, more } = live.kind === 'ready' ? live.value : noTips;
  const words = typed.trim();

  const links = inOrder(draft.links).map(([id, { label, url }]): Command => ({
    id: `link-${id}`,
    group: 'find',
    label: label.trim() || url,
    note: url,
    words: url,
    Icon: IconLink,
    onSearch: true,
    run: () => void navigate(`/profile#link-${id}`),
  }));
  const found = tips.map((tip): Command => ({
    id: `tip-${tip.tipId}`,
    group: 'find',
    label: text('commands.tip', { amount: tipAmount(tip, locale), name: tipGiver(tip, text) }),
    ...(tip.fan.message ? { note: tip.fan.message, words: tip.fan.message } : {}),
    Icon: IconCoin,
    onSearch: true,
    run: () => void navigate(`/tips?tip=${encodeURIComponent(tip.tipId)}`),
  }));
  const all: Command = {
    id: 'search-tips',
    group: 'find',
    label: text('commands.searchTips', { words }),
    // Only the newest tips are searched here; the note of the last command says so.
    ...(more ? { note: text('commands.searchTipsNote', { count: firstTips }) } : {}),
    Icon: IconSearch,
    onSearch: true,
    always: true,
    run: () => void navigate(`/tips?${new URLSearchParams({ q: words }).toString()}`),
  };
  return [...links, ...found, all];
}
