import { NavLink } from '@mantine/core';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import { Link } from 'react-router';
import { useText } from '../messages/text';
import { setUpSteps } from '../shared/set-up/set-up-steps';
import { useSetUp } from '../shared/set-up/use-set-up';

/** In the frame while first steps are open: opens the list, also one that the owner has hidden. */
export function SetUpEntry({ onGo = () => {} }: { readonly onGo?: () => void }) {
  const text = useText();
  const setUp = useSetUp();
  if (setUp === null) return null;
  return (
    <NavLink
      component={Link}
      to="/profile#set-up"
      label={text('setUp.heading')}
      description={text('setUp.count', { done: setUp.done.size, all: setUpSteps.length })}
      leftSection={<IconListCheck size={19} stroke={1.7} aria-hidden />}
      onClick={() => {
        if (setUp.hidden) setUp.hide(false);
        onGo();
      }}
    />
  );
}
