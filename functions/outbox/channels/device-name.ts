import type { BrowserClass, DeviceClass, SystemClass } from '../../../core/base/device-class';

const browsers: Readonly<Record<BrowserClass, string | null>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  other: null,
};

const systems: Readonly<Record<SystemClass, string | null>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  other: null,
};

/** `Chrome, Android`: names of products only, because nobody has chosen a language for it. */
export function deviceName({ browser, system }: DeviceClass): string {
  const named = [browsers[browser], systems[system]].filter((name) => name !== null);
  return named.length === 0 ? 'Web Push' : named.join(', ');
}
