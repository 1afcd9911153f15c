import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsPath, askRobots } from './robots';
import type { SafeFetch, SafeFetchAnswer } from './safe-fetch';

// Holds host-210.
describe('a robots.txt', () => {
  it.each([
    ['', '/nina', true],
    ['<html>Not found</html>', '/nina', true],
    ['User-agent: *\nDisallow: /', '/nina', false],
    ['User-agent: *\nDisallow:', '/nina', true],
    ['\ufeffuser-AGENT : *\r\n disallow : /n # not this', '/nina', false],
    ['Disallow: /', '/nina', true],
    ['User-agent: Other\nDisallow: /\n\nUser-agent: *\nDisallow: /private', '/nina', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Busker/1.0\nAllow: /', '/nina', true],
    ['User-agent: *\nAllow: /\n\nUser-agent: busker\nUser-agent: other\nDisallow: /', '/nina', false],
    ['User-agent: busker-other\nDisallow: /', '/nina', true],
    [
      'User-agent: busker\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: busker\nDisallow: /c',
      '/c',
      false,
    ],
    ['User-agent: *\nDisallow: /n\nAllow: /nin', '/nina', true],
    ['User-agent: *\nDisallow: /nina\nAllow: /nina', '/nina', true],
    ['User-agent: *\nDisallow: /*.php$', '/a/index.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/a/index.php?x', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a1b2', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a1b2c3', false],
    ['User-agent: *\nDisallow: /nina$', '/nina', false],
    ['User-agent: *\nDisallow: /nina$', '/nina/more', true],
    ['User-agent: *\nDisallow: /b*a$', '/ba', false],
    ['User-agent: *\nDisallow: /*?', '/nina?tab=1', false],
    ['User-agent: *\nDisallow: /größe', '/gr%C3%B6%c3%9fe', false],
    ['User-agent: *\nDisallow: /%6eina', '/nina', false],
    ['User-agent: *\nDisallow: /a%2fb', '/a/b', true],
  ])('%j on %s: %s', (robots, path, isAllowed) => {
    expect(allowsPath(robots, path)).toBe(isAllowed);
  });

  it('is read whatever is in it, also stars without end', () => {
    const piece = fc.constantFrom(
      'User-agent: *\n',
      'Disallow: ',
      'Allow: ',
      '/',
      '*',
      '$',
      '%',
      '%zz',
      'a',
      '\n',
      '#',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => typeof allowsPath(pieces.join(''), '/aaa') === 'boolean'),
    );
    expect(allowsPath(`User-agent: *\nDisallow: /${'*a'.repeat(100_000)}`, `/${'a'.repeat(2000)}`)).toBe(
      true,
    );
    const many = 'Allow:/\nDisallow:/a\n'.repeat(30_000);
    expect([allowsPath(`User-agent:*\n${many}`, '/b'), allowsPath(`User-agent:*\n${many}`, '/a')]).toEqual([
      true,
      false,
    ]);
  });
});

// Holds host-210.
describe('before a page is fetched', () => {
  const answer = (status: number, body = ''): SafeFetchAnswer => ({
    ok: true,
    status,
    url: '',
    headers: {},
    body,
    bytes: Buffer.from(body),
  });
  const asking = (robots: SafeFetchAnswer) => {
    const asked: string[] = [];
    const fetchPage: SafeFetch = (url) => {
      asked.push(url);
      return Promise.resolve(robots);
    };
    const ask = askRobots(fetchPage);
    return { asked, ask: (url: string) => ask(new URL(url)) };
  };

  it.each([
    [answer(404), null],
    [answer(403), null],
    [answer(503), 'unreachable'],
    [answer(200, 'User-agent: *\nDisallow: /nina?'), 'forbidden-by-robots'],
    [answer(200, 'User-agent: *\nDisallow: /other'), null],
    [{ ok: false, problem: 'too-many-redirects' } as const, null],
    [{ ok: false, problem: 'timed-out' } as const, 'timed-out'],
  ])('its site’s robots.txt is asked: %j', async (robots, problem) => {
    expect(await asking(robots).ask('https://links.example/nina?a')).toBe(problem);
  });

  it('each site is asked once', async () => {
    const { asked, ask } = asking(answer(404));
    await Promise.all([
      ask('https://a.example/1'),
      ask('https://a.example/2'),
      ask('https://b.example:8443/'),
    ]);
    expect(asked).toEqual(['https://a.example/robots.txt', 'https://b.example:8443/robots.txt']);
  });
});
