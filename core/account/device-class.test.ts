import fc from 'fast-check';
import { expect, it } from 'vitest';
import { browserClasses, deviceClassOf, systemClasses } from './device-class';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

it.each([
  ['chrome', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  ['edge', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['opera', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  ['firefox', 'windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['chrome', 'android', `${android} ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['samsung', 'android', `${android} ${webKit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`],
  ['edge', 'android', `${android} ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`],
  ['firefox', 'android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  ['safari', 'ios', `${iphone} Version/18.0 Mobile/15E148 Safari/604.1`],
  ['chrome', 'ios', `${iphone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
  ['firefox', 'ios', `${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
  ['edge', 'ios', `${iphone} Version/18.0 EdgiOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
  ['safari', 'macos', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`],
  ['chrome', 'chromeos', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  ['firefox', 'linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['other', 'other', 'curl/8.5.0'],
  ['other', 'other', ''],
])('%s on %s is recognised in the User-Agent it sends', (browser, system, userAgent) => {
  expect(deviceClassOf(userAgent)).toEqual({ browser, system });
});

it('a missing or overlong User-Agent has no class', () => {
  const none = { browser: 'other', system: 'other' };
  expect(deviceClassOf(undefined)).toEqual(none);
  expect(deviceClassOf(`${'x'.repeat(512)} Chrome/1 Android`)).toEqual(none);
});

it('whatever is sent, nothing of it is in the class', () => {
  fc.assert(
    fc.property(fc.string(), (sent) => {
      const { browser, system } = deviceClassOf(sent);
      expect(browserClasses).toContain(browser);
      expect(systemClasses).toContain(system);
    }),
  );
});
