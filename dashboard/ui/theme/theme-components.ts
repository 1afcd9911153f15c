import type {
  ActionIconProps,
  AlertProps,
  AnchorProps,
  MantineThemeComponents,
  MenuProps,
  ModalProps,
  NotificationProps,
  PaperProps,
  PasswordInputProps,
  SegmentedControlProps,
  SwitchProps,
  TextareaProps,
  TextInputProps,
  TooltipProps,
} from '@mantine/core';
import styles from './theme-components.module.css';
import { Pressable } from '../pressable';

const part = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });
const dressed = (classNames: Readonly<Record<string, string | undefined>>) => ({ classNames });

/** Default props of Mantine components, by name. `Button.extend` would add every component to the first load, dialogs and menus included. */
export const components: MantineThemeComponents = {
  ActionIcon: part<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 36 }),
  // Yellow on light yellow is unreadable, so the title has the text colour.
  Alert: part<AlertProps>({ variant: 'light', radius: 'md', classNames: { label: styles.title ?? '' } }),
  Anchor: part<AnchorProps>({ underline: 'hover' }),
  Button: { defaultProps: { component: Pressable }, ...dressed({ root: styles.button }) },
  Drawer: dressed({ title: styles.heading }),
  Input: dressed({ input: styles.input }),
  InputWrapper: dressed({ label: styles.label, description: styles.description }),
  Menu: part<MenuProps>({ shadow: 'md', position: 'bottom-end', width: 210 }),
  // Mantine's dialog has a <header>, which would be a second banner landmark.
  Modal: part<ModalProps>({
    centered: true,
    radius: 'lg',
    padding: 'lg',
    attributes: { header: { role: 'presentation' } },
    classNames: { title: styles.heading ?? '' },
  }),
  NavLink: dressed({ root: styles.navLink }),
  Notification: part<NotificationProps>({ radius: 'md' }),
  Paper: part<PaperProps>({ radius: 'lg' }),
  PasswordInput: part<PasswordInputProps>({ size: 'md' }),
  SegmentedControl: {
    ...part<SegmentedControlProps>({ radius: 'md', size: 'xs' }),
    ...dressed({
      root: styles.segments,
      control: styles.segmentPlace,
      label: styles.segmentLabel,
      indicator: styles.segment,
    }),
  },
  Switch: part<SwitchProps>({ withThumbIndicator: false }),
  Textarea: part<TextareaProps>({ size: 'md' }),
  TextInput: part<TextInputProps>({ size: 'md' }),
  Tooltip: part<TooltipProps>({ openDelay: 350, withArrow: false, radius: 'sm' }),
};
