import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Input,
  Menu,
  Modal,
  NavLink,
  Notification,
  Paper,
  PasswordInput,
  SegmentedControl,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import styles from './theme-components.module.css';

/** Defaults of Mantine's parts. Names for screen readers that Mantine leaves out are given here once. */
export const components = {
  ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 36 } }),
  Alert: Alert.extend({ defaultProps: { variant: 'light', radius: 'md' } }),
  Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
  Button: Button.extend({ classNames: { root: styles.button ?? '' } }),
  Input: Input.extend({ classNames: { input: styles.input ?? '' } }),
  InputWrapper: Input.Wrapper.extend({
    classNames: { label: styles.label ?? '', description: styles.description ?? '' },
  }),
  Menu: Menu.extend({ defaultProps: { shadow: 'md', position: 'bottom-end', width: 210 } }),
  Modal: Modal.extend({ defaultProps: { centered: true, radius: 'lg', padding: 'lg' } }),
  NavLink: NavLink.extend({ classNames: { root: styles.navLink ?? '' } }),
  Notification: Notification.extend({ defaultProps: { radius: 'md' } }),
  Paper: Paper.extend({ defaultProps: { radius: 'lg' } }),
  PasswordInput: PasswordInput.extend({ defaultProps: { size: 'md' } }),
  SegmentedControl: SegmentedControl.extend({ defaultProps: { radius: 'md', size: 'xs' } }),
  Switch: Switch.extend({ defaultProps: { withThumbIndicator: false } }),
  Textarea: Textarea.extend({ defaultProps: { size: 'md' } }),
  TextInput: TextInput.extend({ defaultProps: { size: 'md' } }),
  Tooltip: Tooltip.extend({ defaultProps: { openDelay: 350, withArrow: false, radius: 'sm' } }),
};
