import type { BrowserClass, DeviceClass, SystemClass } from '../../../core/base/device-class';

/** Names of products, so they are the same in every language. */
const browsers: Readonly<Record<BrowserClass, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  other: '',
};

const systems: Readonly<Record<SystemClass, string>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  other: '',
};

/** `Chrome · Android`; without the parts that are not known. */
export function deviceLabel({ browser, system }: DeviceClass, isIos: boolean): string {
  const parts = [browsers[browser], systems[isIos ? 'ios' : system]].filter((part) => part !== '');
  return parts.join(' · ') || 'Browser';
}
