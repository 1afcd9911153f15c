// Apart from the theme: only the owner's screens use these, so the sign-in need not load them.
import { Anchor, Button, Text } from '@mantine/core';

export const Quiet = Text.withProps({ size: 'sm', c: 'dimmed' });
export const Note = Text.withProps({ size: 'xs', c: 'dimmed' });
export const SlimButton = Button.withProps({ variant: 'default', size: 'xs' });
/** A page of another site, in a tab of its own. */
export const OutsideLink = Anchor.withProps({ target: '_blank', rel: 'noreferrer', size: 'sm' });
