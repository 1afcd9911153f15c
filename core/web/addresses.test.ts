import { describe, expect, it } from 'vitest';
import { isFunctionPath, isOverlayPath, isScreenPath } from './addresses';

describe('addresses', () => {
  it.each([
    '/v1/tips',
    '/v1/stripe/webhook',
    '/v1/',
    '/@ada',
    '/@ada/tip',
    '/@ada/',
    '/@ada/tip/',
    '/t/tip_1',
    '/off/channel_1.aa11',
    '/img/a',
    '/oembed',
    '/challenge',
    '/docs/errors',
    '/legal/imprint',
    '/report',
    '/report/id000001',
    '/.well-known/security.txt',
    '/health',
    '/healthz',
    '/ready',
    '/readyz',
  ])('%s belongs to the functions', (path) => {
    expect({ isFunctionPath: isFunctionPath(path), isScreenPath: isScreenPath(path) }).toEqual({
      isFunctionPath: true,
      isScreenPath: false,
    });
  });

  it.each(['/', '/tips', '/profile/', '/sign-in/email', '/auth/action', '/embed', '/embed/'])(
    '%s is a screen of the dashboard',
    (path) => {
      expect({ isFunctionPath: isFunctionPath(path), isScreenPath: isScreenPath(path) }).toEqual({
        isFunctionPath: false,
        isScreenPath: true,
      });
    },
  );

  it.each([
    '/assets/a.js',
    '/embed/v1.js',
    '/embed/0.1.0/gone.js',
    '/busker-config.json',
    '/v1',
    '/oembedded',
    '/wp-login.php',
    '/legal',
    '/reports',
    '/.well-known/security-txt',
    '/.well-known/other',
    '/@',
    '/tipsy',
    '/offer',
  ])('%s is a file, or nothing', (path) => {
    expect({ isFunctionPath: isFunctionPath(path), isScreenPath: isScreenPath(path) }).toEqual({
      isFunctionPath: false,
      isScreenPath: false,
    });
  });

  it('the overlay has one address of its own', () => {
    const paths = ['/o', '/o/', '/o/x', '/overlay', '/'];
    expect(paths.filter(isOverlayPath)).toEqual(['/o']);
    expect([isFunctionPath('/o'), isScreenPath('/o')]).toEqual([false, false]);
  });
});
