import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';

/** The dashboard's colour schemes. */
export const colorSchemes = [
  { value: 'light', label: 'menu.light', Icon: IconSun },
  { value: 'dark', label: 'menu.dark', Icon: IconMoon },
  { value: 'auto', label: 'menu.system', Icon: IconDeviceDesktop },
] as const;

export const isColorScheme = (value: string): value is (typeof colorSchemes)[number]['value'] =>
  colorSchemes.some((scheme) => scheme.value === value);
