// What only the owner's screens use, so that the sign-in need not load it: style sheets of Mantine components, and small parts.
import { Anchor, Button, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Tabs.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/ColorInput.css';
import '@mantine/core/styles/ColorPicker.css';
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/core/styles/Slider.css';

export const Quiet = Text.withProps({ size: 'sm', c: 'dimmed' });
export const Note = Text.withProps({ size: 'xs', c: 'dimmed' });
export const SlimButton = Button.withProps({ variant: 'default', size: 'xs' });
/** A page of another site, in a tab of its own. */
export const OutsideLink = Anchor.withProps({ target: '_blank', rel: 'noreferrer', size: 'sm' });
