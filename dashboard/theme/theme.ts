import {
  Button,
  createTheme,
  defaultVariantColorsResolver,
  type ActionIconProps,
  type AlertProps,
  type AnchorProps,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeComponents,
  type MenuProps,
  type ModalProps,
  type NotificationProps,
  type PaperProps,
  type PasswordInputProps,
  type SegmentedControlProps,
  type SwitchProps,
  type TextInputProps,
  type TextareaProps,
  type TooltipProps,
  Text,
} from '@mantine/core';
import { Pressable } from '../ui/focus';
import styles from './theme-components.module.css';

const part = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });
const dressed = (classNames: Readonly<Record<string, string | undefined>>) => ({ classNames });

/** Default props of Mantine components, by name. `Button.extend` would add every component to the first load, dialogs and menus included. */
const components: MantineThemeComponents = {
  ActionIcon: part<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 36 }),
  // Yellow on light yellow is unreadable, so the title has the text colour.
  Alert: part<AlertProps>({ variant: 'light', radius: 'md', classNames: { label: styles.title ?? '' } }),
  Anchor: part<AnchorProps>({ underline: 'hover' }),
  Button: { defaultProps: { component: Pressable }, ...dressed({ root: styles.button }) },
  Drawer: dressed({ title: styles.heading }),
  Input: dressed({ input: styles.input }),
  InputWrapper: dressed({ label: styles.label, description: styles.description }),
  // Mantine's placeholder for the first focus is not among the parts of a menu (w3.org/TR/wai-aria, menu).
  // A menu is inside the main landmark. Where a screen is drawn without one, Mantine shows no menu at all.
  Menu: part<MenuProps>({
    shadow: 'md',
    position: 'bottom-end',
    width: 210,
    withInitialFocusPlaceholder: false,
    portalProps: { target: 'main' },
    classNames: { item: styles.menuItem ?? '' },
  }),
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

export const Small = Text.withProps({ size: 'sm' });
export const PlainButton = Button.withProps({ variant: 'default' });
export const SmallButton = Button.withProps({ variant: 'default', size: 'compact-sm' });

/** Busker's green, the same as the card's accent. */
const evergreen: MantineColorsTuple = [
  '#effaf5',
  '#d9f2e6',
  '#b3e4cd',
  '#82d0ad',
  '#4cb88a',
  '#279d6e',
  '#138059',
  '#0b6e4f',
  '#0a5740',
  '#084534',
];

/** Warm greys instead of bluish ones. */
const paper: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#e9e6e0',
  '#dcd8d0',
  '#c5c0b6',
  '#9c968b',
  '#726c62',
  '#57524a',
  '#3a3631',
  '#211f1b',
];

const brick: MantineColorsTuple = [
  '#fdf0ee',
  '#fadcd8',
  '#f4b6af',
  '#ef9a92',
  '#ff8a80',
  '#d94a3f',
  '#c5362b',
  '#b3261e',
  '#931d17',
  '#731611',
];

/** From text to the deepest background; Mantine uses 0 for text, 6 for inputs, 7 for the body. */
const night: MantineColorsTuple = [
  '#e9e7e3',
  '#bdb9b2',
  '#98938b',
  '#706b64',
  '#3d3a36',
  '#2e2c29',
  '#232120',
  '#181716',
  '#121110',
  '#0c0b0b',
];

export const theme = createTheme({
  primaryColor: 'evergreen',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: { evergreen, gray: paper, dark: night, red: brick },
  black: '#211f1b',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  fontFamily:
    "'Inter', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(33 31 27 / 5%)',
    sm: '0 1px 2px rgb(33 31 27 / 5%), 0 2px 6px rgb(33 31 27 / 4%)',
    md: '0 2px 4px rgb(33 31 27 / 5%), 0 8px 20px rgb(33 31 27 / 8%)',
    lg: '0 4px 8px rgb(33 31 27 / 6%), 0 18px 40px rgb(33 31 27 / 12%)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Mantine computes contrast against the light shade only; in the dark scheme the brand is pale and needs dark text.
  variantColorResolver: (input) => {
    const usual = defaultVariantColorsResolver(input);
    if (input.variant !== 'filled') return usual;
    if (input.color === 'red') return { ...usual, color: 'var(--b-on-danger)' };
    const brand = input.color === undefined || input.color === 'evergreen';
    return brand ? { ...usual, color: 'var(--b-on-brand)' } : usual;
  },
  components,
});

/** Tokens of our own (`--b-…`) that Mantine lacks: background behind panels, hairlines, quiet text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--b-ground': '#f6f4f0',
    '--b-panel': '#ffffff',
    '--b-sunken': '#faf9f7',
    '--b-line': '#e6e2db',
    '--b-line-strong': '#d3cec4',
    '--b-quiet': '#6a645a',
    '--b-track': '#ebe8e2',
    '--b-segment': '#ffffff',
    '--b-segment-edge': '#837d73',
    '--b-on-segment': '#211f1b',
    '--b-brand': '#0b6e4f',
    '--b-on-brand': '#ffffff',
    '--b-brand-soft': '#e6f4ed',
    '--b-coin': '#e0982f',
    '--b-danger': '#b3261e',
    '--b-on-danger': '#ffffff',
    '--b-danger-soft': '#fceceb',
    '--b-warn-soft': '#fdf3df',
    '--b-warn': '#7a4d05',
    '--mantine-color-yellow-light': '#fdf3df',
    '--mantine-color-yellow-light-color': '#7a4d05',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#6a645a',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#77716a',
    '--mantine-color-anchor': '#0b6e4f',
    '--mantine-color-default-border': '#dcd8d0',
  },
  dark: {
    '--b-ground': '#121110',
    '--b-panel': '#1b1a19',
    '--b-sunken': '#161514',
    '--b-line': '#2c2a27',
    '--b-line-strong': '#413e39',
    '--b-quiet': '#a39d94',
    '--b-track': '#242220',
    '--b-segment': '#78726a',
    '--b-segment-edge': '#78726a',
    '--b-on-segment': '#ffffff',
    '--b-brand': '#4cb88a',
    '--b-on-brand': '#05251a',
    '--b-brand-soft': '#15291f',
    '--b-coin': '#e9ad55',
    '--b-danger': '#ff8a80',
    '--b-on-danger': '#3b0906',
    '--b-danger-soft': '#331917',
    '--b-warn-soft': '#2c2312',
    '--b-warn': '#f0c67a',
    '--mantine-color-yellow-light': '#2c2312',
    '--mantine-color-yellow-light-color': '#f0c67a',
    '--mantine-color-body': '#1b1a19',
    '--mantine-color-dimmed': '#a39d94',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-placeholder': '#8d877e',
    '--mantine-color-anchor': '#62c79b',
    '--mantine-color-default': '#211f1e',
    '--mantine-color-default-hover': '#292725',
    '--mantine-color-default-border': '#3a3733',
  },
});
