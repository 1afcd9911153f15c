import { describe, expect, test } from 'vitest';
import { bech32 } from '@scure/base';
import * as v from 'valibot';
import { parseWith } from '../base/result';
import { givingEntry, readGivingPlace } from './giving-place';

const lnurl = (url: string) => bech32.encodeFromBytes('lnurl', new TextEncoder().encode(url));

const uri = (typed: string) => {
  const read = readGivingPlace(typed);
  return typeof read === 'string' ? read : read.uri;
};

// Holds dash-1230.
describe('coins', () => {
  test.each([
    // BIP 173 and BIP 350.
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      'bitcoin:bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    ],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    ['BC1SW50QGDZ25J', 'bitcoin:bc1sw50qgdz25j'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
    ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'checksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'checksum'],
    ['bc1pw5dgrnzv', 'checksum'],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'checksum'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'checksum'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'checksum'],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'checksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8F3T4', 'checksum'],
    [
      'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1&label=x',
      'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLx', 'checksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a', 'checksum'],
    // EIP-55.
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    [
      'ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359@1',
      'ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'ethereum:0x52908400098527886E0F7030069857D2E4169EE7'],
    ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', 'ethereum:0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
    ['0xDbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', 'checksum'],
    ['0XDBF03B407C01E7CD3CBEA99509D93F8DDDC8C6FB', 'ethereum:0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
    ['0XdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', 'ethereum:0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
    // LUD-01.
    [
      'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS',
      'lightning:lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0v9cxj0m385ekvcenxc6r2c35xvukxefcv5mkvv34x5ekzd3ev56nyd3hxqurzepexejxxepnxscrvwfnv9nxzcn9xq6xyefhvgcxxcmyxymnserxfq5fns',
    ],
    [`lnurl1${'q'.repeat(20)}`, 'checksum'],
    [lnurl('http://pay.example.com'), 'checksum'],
    [bech32.encode('lnurl', [0, 1]), 'unknown'],
    [
      bech32.encode(
        'lnurl',
        Array.from({ length: 11 }, () => 31),
      ),
      'checksum',
    ],
    ['lightning:Nina@pay.example.com', 'lightning:nina@pay.example.com'],
    ['lightning:nina@nowhere', 'unknown'],
    // The Monero project's own addresses for donations.
    [
      '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
      'monero:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    ],
    [
      '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
      'monero:888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
    ],
    [
      'monero:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3B',
      'checksum',
    ],
    [`4${'1'.repeat(94)}`, 'checksum'],
    [`4${'0'.repeat(94)}`, 'checksum'],
    ['dogecoin:D1234', 'unknown'],
    ['bitcoin:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'unknown'],
    ['', 'unknown'],
  ])('%s: %s', (typed, expected) => {
    expect(uri(typed)).toBe(expected);
  });
});

// Holds dash-1320.
describe('Lightning', () => {
  const offer =
    'lno1pg257enxv4ezqcneype82um50ynhxgrwdajx293pqglnyxw6q0hzngfdusg8umzuxe8kquuz7pjl90ldj8wadwgs0xlmc';
  test.each([
    // An invoice (BOLT 11) can be paid once only.
    [
      'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq8rkx3yf5tcsyz3d73gafnh3cax9rn449d9p5uxz9ezhhypd0elx87sjle52x86fux2ypatgddc6k63n7erqz25le42c4u4ecky03ylcqca784w',
      'unknown',
    ],
    // An offer (BOLT 12) lasts.
    [offer, `lightning:${offer}`],
    [`lightning:${offer.toUpperCase()}`, `lightning:${offer}`],
    [`${offer}b`, 'checksum'],
    [`${offer}Q`, 'checksum'],
  ])('%s: %s', (typed, expected) => {
    expect(uri(typed)).toBe(expected);
  });
});

// Holds dash-1320.
describe('pages of other services', () => {
  test.each([
    ['patreon.com/login', 'unknown'],
    ['https://www.patreon.com/c/login', 'https://www.patreon.com/c/login'],
    ['https://www.patreon.com/user?utm=a&u=123#x', 'https://www.patreon.com/user?u=123'],
    ['patreon.com/user', 'unknown'],
    ['patreon.com/login?at=patreon.com/user?u=1', 'unknown'],
    ['ko-fi.com/Donate', 'unknown'],
    ['liberapay.com/explore', 'unknown'],
    ['github.com/sponsors/accounts', 'unknown'],
    ['paypal.me/nina', 'https://paypal.me/nina'],
    ['https://www.paypal.com/paypalme/nina?country.x=DE', 'https://paypal.me/nina'],
    ['https://ko-fi.com/nina', 'https://ko-fi.com/nina'],
    ['liberapay.com/nina/donate', 'https://liberapay.com/nina'],
    ['https://github.com/sponsors/nina', 'https://github.com/sponsors/nina'],
    ['patreon.com/c/nina', 'https://www.patreon.com/c/nina'],
    ['https://github.com/nina', 'unknown'],
    ['https://paypal.me.evil.example/nina', 'unknown'],
    ['https://evil.example/paypal.me/nina', 'unknown'],
  ])('%s: %s', (typed, expected) => {
    expect(uri(typed)).toBe(expected);
  });
});

// Holds dash-1230.
describe('an entry of a page', () => {
  const stored = (place: string) => parseWith(v.object({ place: givingEntry }), { place });

  test('stays as it was typed', () => {
    const value = { place: 'www.paypal.com/paypalme/nina' };
    expect(stored(' www.paypal.com/paypalme/nina ')).toEqual({ ok: true, value });
  });

  test.each([
    ['  ', 'url-missing'],
    ['https://example.com/nina', 'giving-unknown'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLx', 'giving-checksum'],
    ['x'.repeat(1001), 'too-long:1000'],
  ])('%s is refused as %s', (typed, fault) => {
    expect(stored(typed)).toMatchObject({ problem: { faults: { place: fault } } });
  });
});
